package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.MustBeObject;
import dev.holdpoint.api.rule.OmitIfUnset;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

@About("Which model a session prefers, and how it is asked.")
public record RoutePolicy(
    @OmitIfUnset @Nullable String provider,
    @MustBeObject @OmitIfUnset @Nullable JsonNode generation) {
  public RoutePolicy {
    generation = Copies.orNull(generation);
  }
}
