package dev.holdpoint.client.proof;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Whether the votes bear the decision. The owner of the audit key can write any evidence, but has
 * no approver's key: a decision in an approver's name needs that approver's vote, and one under a
 * policy of signatures needs as many signed votes as the policy says.
 */
final class BorneDecision {
  private static final String BY_KEY = "approver_key:";

  private BorneDecision() {}

  /** What is missing; null when nothing is. */
  static @Nullable String flaw(JsonNode decision) {
    String by = decision.path("by").asString("");
    String word = decision.path("decision").asString("");
    String due =
        switch (word) {
          case "allow", "endorse" -> "approve";
          case "deny", "object" -> "deny";
          default -> "";
        };
    if (by.startsWith(BY_KEY)
        && votes(decision)
            .noneMatch(
                vote ->
                    vote.path("by").asString("").equals(by)
                        && (due.isEmpty() || vote.path("decision").asString("").equals(due)))) {
      return "the vote of " + by.substring(BY_KEY.length()) + " is missing";
    }
    return word.equals("allow") && !by.startsWith("rule:") && !by.equals("deadline")
        ? unsigned(decision)
        : null;
  }

  private static @Nullable String unsigned(JsonNode decision) {
    JsonNode policy = decision.path("policy");
    if (!policy.path("signature_required").asBoolean(false)) {
      return null;
    }
    Set<String> signed =
        votes(decision)
            .filter(
                vote ->
                    vote.path("by").asString("").startsWith(BY_KEY)
                        && vote.path("decision").asString("").equals("approve"))
            .map(vote -> vote.path("principal").asString(""))
            .collect(Collectors.toSet());
    long required = Math.max(1, policy.path("approvals_required").asLong(1));
    return signed.size() < required
        ? "its policy requires %d signed votes, and it has %d".formatted(required, signed.size())
        : null;
  }

  private static Stream<JsonNode> votes(JsonNode decision) {
    return StreamSupport.stream(decision.path("votes").spliterator(), false);
  }
}
