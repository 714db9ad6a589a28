package dev.holdpoint.http.agui;

import dev.holdpoint.core.access.Voter;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.Gate;
import dev.holdpoint.core.gate.Question;
import dev.holdpoint.core.gate.StructuredQuestion;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.engine.gate.EditCheck;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.policy.PolicyBook;
import dev.holdpoint.engine.standing.EditPlaces;
import dev.holdpoint.engine.standing.Judgement;
import java.time.Instant;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The open gates of a run, as AG-UI shows what a run waits for. */
final class Interrupts {
  private Interrupts() {}

  /**
   * @param turns with all of the run's transcript read
   * @param site where people find the page, without a slash
   * @param reader for whom it is: under a policy not everybody's yes is enough for another input
   */
  static ArrayNode of(
      Run run, CallTurns turns, PolicyBook book, String site, EditPlaces places, Voter reader) {
    ArrayNode all = JsonTree.array();
    for (Gate gate : run.pendingGates()) {
      ObjectNode interrupt = all.addObject().put("id", gate.id());
      ObjectNode ours = JsonTree.object().put("session_id", run.head().sessionId());
      switch (gate) {
        case Approval approval -> {
          interrupt.put("reason", "tool_call").put("message", message(run, approval));
          Judgement judged = Judgement.of(book, run, approval);
          interrupt.set("responseSchema", schema(run, approval, judged, places, reader));
          ours.put("digest", approval.digest())
              .put("url", site + "/ui/approvals/" + gate.id())
              .put("signature_required", judged.policy().signatureRequired());
        }
        case Question question -> {
          interrupt.put("reason", "input_required").put("message", message(question));
          interrupt.set("responseSchema", schema(question));
          ours.put("url", site + "/ui/questions/" + gate.id()).put("signature_required", false);
        }
      }
      interrupt.put("toolCallId", RunEvents.callId(run.id(), turns, gate.callId()));
      if (gate.expiresAtMs() != null) {
        interrupt.put("expiresAt", Instant.ofEpochMilli(gate.expiresAtMs()).toString());
      }
      interrupt.putObject("metadata").set("holdpoint", ours);
    }
    return all;
  }

  private static String message(Run run, Approval approval) {
    return approval.reason().isBlank()
        ? run.call(approval.callId()).tool() + " wants to run."
        : approval.reason();
  }

  private static String message(Question question) {
    return question.questions().stream()
        .map(StructuredQuestion::question)
        .collect(Collectors.joining("\n"));
  }

  private static ObjectNode schema(
      Run run, Approval approval, Judgement judged, EditPlaces places, Voter reader) {
    ObjectNode schema = JsonTree.object().put("type", "object");
    ObjectNode properties = schema.putObject("properties");
    properties.putObject("approved").put("type", "boolean");
    properties.putObject("reason").put("type", "string");
    if (EditCheck.againstEditing(places, run, approval, judged, reader) == null) {
      properties
          .putObject("editedArgs")
          .put("type", "object")
          .put("description", "The whole input that runs in place of the one that was asked.");
    }
    schema.putArray("required").add("approved");
    return schema.put("additionalProperties", false);
  }

  private static ObjectNode schema(Question question) {
    ObjectNode schema = JsonTree.object().put("type", "object");
    ObjectNode properties = schema.putObject("properties");
    ArrayNode required = JsonTree.array();
    for (StructuredQuestion asked : question.questions()) {
      ObjectNode property = properties.putObject(asked.id());
      property.put("title", asked.header()).put("description", asked.question());
      if (asked.multiSelect()) {
        value(property.put("type", "array").putObject("items"), asked);
      } else {
        value(property, asked);
      }
      if (!asked.optional()) {
        required.add(asked.id());
      }
    }
    schema.set("required", required);
    return schema.put("additionalProperties", false);
  }

  private static void value(ObjectNode property, StructuredQuestion asked) {
    property.put("type", "string");
    if (asked.options().isEmpty()) {
      return;
    }
    ArrayNode options = property.putArray(asked.closed() ? "oneOf" : "anyOf");
    asked
        .options()
        .forEach(
            option -> options.addObject().put("const", option.id()).put("title", option.label()));
    if (!asked.closed()) {
      options.addObject().put("type", "string").put("title", "In your own words");
    }
  }
}
