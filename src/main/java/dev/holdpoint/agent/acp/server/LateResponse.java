package dev.holdpoint.agent.acp.server;

import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.Gate;
import dev.holdpoint.core.gate.Offer;
import dev.holdpoint.core.gate.Question;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.engine.gate.LateAnswers;
import dev.holdpoint.engine.gate.SentDecision;
import dev.holdpoint.engine.json.JsonTree;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What a client says to a request that nobody waits for any more. */
final class LateResponse {
  private LateResponse() {}

  /** Null when it decides nothing. */
  static LateAnswers.@Nullable Sent of(Gate gate, Json result) {
    JsonNode said = JsonTree.of(result);
    return switch (gate) {
      case Approval approval -> permission(approval, said.path("outcome").path("optionId"));
      case Question question -> answer(question, said);
    };
  }

  private static LateAnswers.@Nullable Sent permission(Approval approval, JsonNode optionId) {
    Offer offer = approval.offer();
    Offer.Choice choice =
        offer == null || !optionId.isString()
            ? null
            : offer.choice(optionId.stringValue()).orElse(null);
    if (choice == null) {
      return null;
    }
    boolean allow = choice.kind().allows();
    Json sent =
        JsonTree.write(
            JsonTree.object()
                .put("request_id", approval.id())
                .put("behavior", allow ? "allow" : "deny")
                .put("option_id", choice.id()));
    return new LateAnswers.Sent(
        approval.id(),
        approval.kind(),
        sent,
        new SentDecision(approval.id(), allow, null, null, null, null, null, choice.id(), sent));
  }

  private static LateAnswers.@Nullable Sent answer(Question question, JsonNode said) {
    ObjectNode sent = JsonTree.object();
    switch (said.path("action").asString("")) {
      case "decline" -> sent.put("declined", true);
      case "accept" -> {
        ArrayNode all = sent.putArray("replied");
        for (JsonNode value : said.path("content")) {
          ArrayNode one = all.addArray();
          if (value.isArray()) {
            value.forEach(part -> one.add(part.asString(part.toString())));
          } else {
            one.add(value.asString(value.toString()));
          }
        }
      }
      default -> {
        return null;
      }
    }
    return LateAnswers.Sent.answer(question.id(), JsonTree.write(sent));
  }
}
