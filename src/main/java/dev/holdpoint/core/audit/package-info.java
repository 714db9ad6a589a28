/** What was done outside, and the proof of it. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.core.audit;
