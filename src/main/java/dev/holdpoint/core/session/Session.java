package dev.holdpoint.core.session;

import dev.holdpoint.core.json.Json;
import org.jspecify.annotations.Nullable;

/**
 * A durable container of runs. What it is doing follows from its runs and is not stored here.
 *
 * @param capabilityScope normalised, or null when none was set
 */
public record Session(
    long key,
    String id,
    String agentId,
    String conversationId,
    String tenantId,
    @Nullable String threadId,
    @Nullable Json capabilityScope,
    @Nullable Json credentialScope,
    long createdAtMs,
    @Nullable Long endedAtMs) {}
