package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import dev.holdpoint.api.rule.Words;
import org.jspecify.annotations.Nullable;

@About("A delivery of an output, without its address or payload.")
public record DeliveryView(
    String deliveryId,
    DeliveryStatus status,
    String sessionId,
    @OmitIfUnset @Nullable String runId,
    String plugin,
    @About("A digest of the address.") String target,
    int attempts,
    @OmitIfUnset @Nullable Long nextAttemptAtMs,
    @OmitIfUnset @Nullable Long deliveredAtMs,
    @OmitIfUnset @Nullable Long deadLetteredAtMs,
    @OmitIfUnset
        @Words({
          "failed:timeout",
          "failed:status",
          "failed:connect",
          "failed:rate_limited",
          "failed:terminal",
          "failed:blocked"
        })
        @Nullable String lastError,
    @OmitIfUnset @Nullable String replayedFromDeliveryId,
    long contentSizeBytes,
    long createdAtMs) {}
