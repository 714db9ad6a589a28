/**
 * Wiring: reads the configuration, starts the parts in order and stops them. Nothing imports it.
 */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.daemon;
