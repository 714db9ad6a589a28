/** Learnings, skills and run memories. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.api.memory;
