package dev.holdpoint.client.http;

import dev.holdpoint.api.problem.ProblemBodies.ProblemBody;
import java.time.Instant;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads why the daemon said no, from whichever surface it comes. */
final class Problems {
  private static final String BEFORE = "resolution";

  private Problems() {}

  /**
   * @throws RuntimeException when it is no such thing
   */
  static ProblemBody read(byte[] body) {
    JsonNode tree = ClientJson.read(body, JsonNode.class);
    JsonNode before = tree.path(BEFORE);
    if (before.has("at") && tree instanceof ObjectNode problem) {
      // Host applications are told the time as text, and the outcome in the past tense.
      problem
          .putObject(BEFORE)
          .put("by", before.path("by").asString(""))
          .put("at_ms", Instant.parse(before.path("at").asString("")).toEpochMilli())
          .put("behavior", behavior(before.path("outcome").asString("")))
          .put("outcome", before.path("outcome").asString(""));
      return ClientJson.read(ClientJson.write(problem), ProblemBody.class);
    }
    return ClientJson.read(body, ProblemBody.class);
  }

  private static String behavior(String outcome) {
    return switch (outcome) {
      case "allowed" -> "allow";
      case "denied", "changes_requested", "asked_back", "responded" -> "deny";
      case "cancelled", "superseded" -> "withdrawn";
      default -> outcome;
    };
  }
}
