/** What policies make of the votes on a gate. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.engine.standing;
