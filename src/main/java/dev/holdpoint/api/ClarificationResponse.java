package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import tools.jackson.databind.JsonNode;

@About("The accepted answer, as it was sent.")
public record ClarificationResponse(boolean ok, JsonNode response) {}
