/** Calls what is due. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.engine.timer;
