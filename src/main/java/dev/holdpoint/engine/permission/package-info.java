/** Standing rules, and what they decide. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.engine.permission;
