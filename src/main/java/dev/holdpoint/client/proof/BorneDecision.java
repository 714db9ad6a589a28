package dev.holdpoint.client.proof;

import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.BooleanNode;

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
    if (!isReadable(decision)) {
      return "its votes or its policy cannot be read";
    }
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

  private static boolean isReadable(JsonNode decision) {
    JsonNode policy = decision.path("policy");
    return decision.path("votes").isArray()
        && votes(decision)
            .allMatch(
                vote ->
                    vote.path("by").isString()
                        && (vote.path("principal").isString() || !vote.has("principal")))
        && (policy.isObject() || policy.isMissingNode());
  }

  private static @Nullable String unsigned(JsonNode decision) {
    JsonNode policy = decision.path("policy");
    if (!(policy.path("signature_required") instanceof BooleanNode wanted)
        || !wanted.booleanValue()) {
      return null;
    }
    if (policy.has("approvals_required")
        && !SignedRecord.isFrom(0, policy.get("approvals_required"))) {
      return "its policy does not say how many signed votes it requires";
    }
    // By one key nobody is two people.
    long signed = Math.min(signed(decision, "principal"), signed(decision, "by"));
    long required = Math.max(1, policy.path("approvals_required").asLong(1));
    return signed < required
        ? "its policy requires %d signed votes, and it has %d".formatted(required, signed)
        : null;
  }

  /** How many signed yeses there are that differ in this. */
  private static long signed(JsonNode decision, String member) {
    return votes(decision)
        .filter(
            vote ->
                vote.path("by").asString("").startsWith(BY_KEY)
                    && vote.path("decision").asString("").equals("approve"))
        .map(vote -> vote.path(member).asString(""))
        .distinct()
        .count();
  }

  private static Stream<JsonNode> votes(JsonNode decision) {
    return StreamSupport.stream(decision.path("votes").spliterator(), false);
  }
}
