/** Cron expressions, read by a library. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.engine.schedule;
