/** What a start puts right before anything runs. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.engine.recovery;
