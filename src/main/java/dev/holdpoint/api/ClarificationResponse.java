package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import tools.jackson.databind.JsonNode;

@About("The answer that was taken, as it was sent.")
public record ClarificationResponse(boolean ok, JsonNode response) {}
