package dev.holdpoint.core.delivery;

import dev.holdpoint.core.json.Json;
import dev.holdpoint.core.reply.ReplyHandle;
import dev.holdpoint.core.scope.CredentialScope;
import org.jspecify.annotations.Nullable;

/**
 * What a courier hands over: one attempt of one delivery.
 *
 * @param text what a person reads where there is room for words only
 * @param data the whole, as a JSON object
 * @param scope which connectors and credentials the session may make use of
 */
public record Parcel(
    String deliveryId,
    int attempt,
    ReplyHandle target,
    String sessionId,
    @Nullable String runId,
    String text,
    Json data,
    CredentialScope scope,
    long createdAtMs) {}
