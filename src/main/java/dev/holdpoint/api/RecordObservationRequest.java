package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.JsonLength;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.MustBeObject;
import dev.holdpoint.api.rule.Range;
import dev.holdpoint.api.rule.RefusedAs;
import dev.holdpoint.api.rule.Required;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

@About("An event from elsewhere, for a session.")
public record RecordObservationRequest(
    @Required @Length(min = 1, max = Limits.SESSION_ID) String sessionId,
    @Required @Length(min = 1, max = Limits.NAME) @About("The origin of the event.") String source,
    @Required @Length(min = 1, max = Limits.CONTENT) String content,
    @MustBeObject @JsonLength(max = Limits.METADATA) @RefusedAs("invalid_input")
        @Nullable JsonNode metadata,
    @Range(min = 0, max = Limits.TIME_MS)
        @About("When the session receives it; immediately when unset or in the past.")
        @Nullable Long atMs,
    @Length(min = 1, max = Limits.IDEMPOTENCY_KEY) @RefusedAs("invalid_idempotency_key")
        @Nullable String idempotencyKey) {
  public RecordObservationRequest {
    metadata = Copies.orNull(metadata);
  }
}
