/** Puts the parts of the daemon together. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.daemon.wiring;
