/** Schedules and observations. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.api.schedule;
