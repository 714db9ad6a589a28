package dev.holdpoint.core.gate;

import org.jspecify.annotations.Nullable;

/** One of the answers that are offered. */
public record Option(
    String id, String label, @Nullable String description, @Nullable String preview) {}
