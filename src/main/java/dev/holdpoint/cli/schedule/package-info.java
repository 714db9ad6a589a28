/** {@code holdpoint schedules}: work that comes back by itself. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.cli.schedule;
