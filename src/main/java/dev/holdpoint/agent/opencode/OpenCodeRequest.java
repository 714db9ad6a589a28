package dev.holdpoint.agent.opencode;

import dev.holdpoint.agent.peer.AgentCommands;
import dev.holdpoint.agent.peer.AgentRequest;
import dev.holdpoint.core.gate.Answer;
import dev.holdpoint.core.gate.Offer;
import dev.holdpoint.core.gate.Option;
import dev.holdpoint.core.gate.StructuredQuestion;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.engine.asking.GateDecision;
import dev.holdpoint.engine.json.JsonTree;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Something that OpenCode has asked, and the call that answers it. */
record OpenCodeRequest(AgentRequest ask) {
  private static final Offer OFFER =
      new Offer(
          List.of(
              new Offer.Choice("once", "Allow once", Offer.Kind.ALLOW_ONCE),
              new Offer.Choice("always", "Always allow", Offer.Kind.ALLOW_ALWAYS),
              new Offer.Choice("reject", "Reject", Offer.Kind.REJECT_ONCE)),
          false);

  /**
   * @param body null for none
   */
  record Call(String path, @Nullable JsonNode body) {}

  /** What it has asked, or nothing if that cannot be understood. */
  static Optional<OpenCodeRequest> question(JsonNode asked) {
    String id = asked.path("id").asString("");
    List<StructuredQuestion> questions = new ArrayList<>();
    for (JsonNode item : asked.path("questions")) {
      String text = item.path("question").asString("");
      if (text.isBlank()) {
        return Optional.empty();
      }
      List<Option> options = options(item.path("options"));
      questions.add(
          new StructuredQuestion(
              "q" + (questions.size() + 1),
              item.path("header").asString(""),
              text,
              options,
              item.path("multiple").asBoolean(false),
              false,
              // Words of one's own are welcome unless it says otherwise, and has others to offer.
              !options.isEmpty() && !item.path("custom").asBoolean(true)));
    }
    if (id.isBlank() || questions.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new OpenCodeRequest(
            new AgentRequest.Inquiry(
                id,
                callId(asked, id),
                "question",
                JsonTree.write(JsonTree.object().set("questions", asked.path("questions"))),
                List.copyOf(questions),
                null)));
  }

  private static List<Option> options(JsonNode items) {
    Map<String, Option> options = new LinkedHashMap<>();
    for (JsonNode item : items) {
      String label = item.path("label").asString("");
      String description = item.path("description").asString("");
      if (!label.isBlank()) {
        options.putIfAbsent(
            label, new Option(label, label, description.isBlank() ? null : description, null));
      }
    }
    return List.copyOf(options.values());
  }

  /**
   * @param input of the call that the permission is for, when it is known
   */
  static Optional<OpenCodeRequest> permission(JsonNode asked, @Nullable Json input) {
    String id = asked.path("id").asString("");
    String name = asked.path("permission").asString("");
    if (id.isBlank() || name.isBlank()) {
      return Optional.empty();
    }
    ObjectNode shown = JsonTree.object();
    for (String member : List.of("metadata", "patterns")) {
      if (asked.has(member)) {
        shown.set(member, asked.path(member));
      }
    }
    List<String> patterns = new ArrayList<>();
    asked.path("patterns").forEach(pattern -> patterns.add(pattern.asString("")));
    return Optional.of(
        new OpenCodeRequest(
            new AgentRequest.Permission(
                id,
                callId(asked, id),
                name,
                input == null ? JsonTree.write(shown) : input,
                "OpenCode asks for " + name + ": " + String.join(", ", patterns),
                OFFER,
                AgentCommands.ofOpenCode(name, input, asked.path("metadata")),
                null)));
  }

  private static String callId(JsonNode asked, String otherwise) {
    return asked.path("tool").path("callID").asString(otherwise);
  }

  Call answer(GateDecision decision) {
    return switch (ask) {
      case AgentRequest.Permission permission -> permission(permission, decision);
      case AgentRequest.Inquiry inquiry ->
          decision instanceof GateDecision.Answered answered
              ? new Call("/question/" + ask.key() + "/reply", answers(inquiry, answered))
              : new Call("/question/" + ask.key() + "/reject", null);
    };
  }

  private static Call permission(AgentRequest.Permission asked, GateDecision decision) {
    ObjectNode body = JsonTree.object();
    switch (decision) {
      case GateDecision.Allowed allowed ->
          body.put("reply", "always".equals(allowed.choiceId()) ? "always" : "once");
      // With words it hears why and goes on; without, it stops.
      case GateDecision.Denied denied ->
          body.put("reply", "reject").put("message", denied.message());
      case GateDecision.Declined declined ->
          body.put("reply", "reject").put("message", declined.reason());
      case GateDecision.Cancelled _, GateDecision.Answered _ -> body.put("reply", "reject");
    }
    return new Call("/permission/" + asked.key() + "/reply", body);
  }

  /** A list for each question, in their order. */
  private static ObjectNode answers(AgentRequest.Inquiry inquiry, GateDecision.Answered answered) {
    ObjectNode body = JsonTree.object();
    ArrayNode all = body.putArray("answers");
    for (StructuredQuestion question : inquiry.questions()) {
      ArrayNode one = all.addArray();
      for (Answer answer : answered.answers()) {
        if (answer.questionId().equals(question.id())) {
          answer.selectedOptionIds().forEach(one::add);
          if (answer.hasWords()) {
            one.add(answer.freeformAnswer());
          }
        }
      }
    }
    return body;
  }
}
