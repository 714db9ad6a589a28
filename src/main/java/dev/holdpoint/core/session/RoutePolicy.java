package dev.holdpoint.core.session;

import dev.holdpoint.core.record.Json;
import org.jspecify.annotations.Nullable;

/**
 * Which route a session prefers, and how the model is asked.
 *
 * @param generation a JSON object, or null where nothing is preferred
 */
public record RoutePolicy(@Nullable String provider, @Nullable Json generation) {}
