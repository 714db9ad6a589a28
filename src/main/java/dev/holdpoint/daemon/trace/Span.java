package dev.holdpoint.daemon.trace;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * @param parentId of the span that it is a part of; null for the root of a trace
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
