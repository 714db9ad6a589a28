package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

@About("An event from elsewhere, and the run that receives it.")
public record ObservationView(
    String observationId,
    String sessionId,
    String source,
    String content,
    @OmitIfUnset @Nullable JsonNode metadata,
    @About("When the session receives it, if it was delayed.") @OmitIfUnset @Nullable Long atMs,
    String runId,
    long createdAtMs) {
  public ObservationView {
    metadata = Copies.orNull(metadata);
  }
}
