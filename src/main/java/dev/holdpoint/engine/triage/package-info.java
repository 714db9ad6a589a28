/** What people do about gates without deciding them, and what happens to gates by themselves. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.engine.triage;
