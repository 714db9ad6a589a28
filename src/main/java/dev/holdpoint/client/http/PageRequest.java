package dev.holdpoint.client.http;

import org.jspecify.annotations.Nullable;

/**
 * Which part of a list is wanted.
 *
 * @param cursor where an earlier page ended; null is the beginning
 * @param limit how many rows at most; null leaves it to the daemon
 */
public record PageRequest(@Nullable String cursor, @Nullable Integer limit) {}
