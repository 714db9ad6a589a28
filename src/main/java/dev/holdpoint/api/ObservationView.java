package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

@About("Something that happened elsewhere, and the run in which the session sees it.")
public record ObservationView(
    String observationId,
    String sessionId,
    String source,
    String content,
    @OmitIfUnset @Nullable JsonNode metadata,
    @About("When the session sees it, where that was later than its coming.") @OmitIfUnset
        @Nullable Long atMs,
    String runId,
    long createdAtMs) {
  public ObservationView {
    metadata = Copies.orNull(metadata);
  }
}
