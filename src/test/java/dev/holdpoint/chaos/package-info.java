/** The daemon under load while its world fails, and a checker that knows what was acknowledged. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.chaos;
