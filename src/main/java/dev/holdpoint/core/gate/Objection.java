package dev.holdpoint.core.gate;

import dev.holdpoint.core.access.Role;
import dev.holdpoint.core.record.Json;
import org.jspecify.annotations.Nullable;

/**
 * A no that does not end the approval by itself.
 *
 * @param by as it is told of the person who decides
 * @param principal who is counted, once
 * @param role of the token that it came with; null for a signature
 * @param sent the resolution exactly as it was sent, so that it can be checked later
 */
public record Objection(
    String by, String principal, long atMs, String reason, @Nullable Role role, Json sent) {}
