package dev.holdpoint.daemon.trace;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * @param parentId null for the root
 * @param attributes by name, in order
 */
record Span(
    String traceId,
    String spanId,
    @Nullable String parentId,
    String name,
    long startMs,
    long endMs,
    boolean failed,
    Map<String, String> attributes) {}
