/** What the loop commits of a run. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.engine.loop;
