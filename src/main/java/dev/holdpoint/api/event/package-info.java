/** Events of runs and the frames of streams. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.api.event;
