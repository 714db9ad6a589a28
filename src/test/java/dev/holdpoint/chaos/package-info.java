/**
 * A daemon under load of every kind while the world fails, by a seed: {@code ./test --chaos}.
 * Clients note what they were told before they do anything with it; a checker compares that with
 * what the daemon, its files and its receivers say.
 */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.chaos;
