package dev.holdpoint.core.delivery;

import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.session.CredentialScope;
import dev.holdpoint.core.session.ReplyHandle;
import dev.holdpoint.core.trace.TraceParent;
import org.jspecify.annotations.Nullable;

/**
 * What a courier hands over: one attempt of one delivery.
 *
 * @param text what a person reads where there is room for words only
 * @param data the whole, as a JSON object
 * @param scope which connectors and credentials the session may make use of
 * @param trace what the receiver is told of the trace that it is a part of; null for nothing
 */
public record DeliveryAttempt(
    String deliveryId,
    int attempt,
    ReplyHandle target,
    String sessionId,
    @Nullable String runId,
    String text,
    Json data,
    CredentialScope scope,
    long createdAtMs,
    @Nullable TraceParent trace) {}
