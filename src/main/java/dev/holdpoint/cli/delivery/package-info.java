/** {@code holdpoint deliveries}: what is on its way out. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.cli.delivery;
