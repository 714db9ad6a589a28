package dev.holdpoint.http.agui;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdpoint.api.gate.SignatureBodies.ApprovalSignature;
import dev.holdpoint.api.json.InvalidBody;
import dev.holdpoint.api.json.Limits;
import dev.holdpoint.api.json.WireJson;
import dev.holdpoint.core.gate.Answer;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.Gate;
import dev.holdpoint.core.gate.Option;
import dev.holdpoint.core.gate.Question;
import dev.holdpoint.core.gate.StructuredQuestion;
import dev.holdpoint.engine.external.FrontEndRefused;
import dev.holdpoint.engine.external.FrontEndReply;
import dev.holdpoint.engine.gate.SentDecision;
import dev.holdpoint.engine.gate.VerifiedAssertion;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.http.v1.gate.Signatures;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads what a front end says to one interrupt. Whatever is not understood is refused. */
final class Resumption {
  private static final String LEFT = "left without an answer";
  private static final Set<String> OF_APPROVAL = Set.of("approved", "reason", "editedArgs");

  /** As long as a reason may be at any other door. */
  private static final int REASON = Limits.REASON;

  private final WireJson json;
  private final Signatures signatures;

  Resumption(WireJson json, Signatures signatures) {
    this.json = json;
    this.signatures = signatures;
  }

  static String gateId(JsonNode entry) {
    JsonNode id = entry.path("interruptId");
    if (!entry.isObject() || !id.isString()) {
      throw FrontEndRefused.invalid("Each entry of resume needs an interruptId.");
    }
    return id.stringValue();
  }

  FrontEndReply read(JsonNode entry, Gate gate) {
    boolean cancelled =
        switch (entry.path("status").asString("")) {
          case "resolved" -> false;
          case "cancelled" -> true;
          default ->
              throw FrontEndRefused.invalid(
                  "The status of " + gate.id() + " must be resolved or cancelled.");
        };
    JsonNode payload = entry.path("payload");
    if (!cancelled && !payload.isObject()) {
      throw FrontEndRefused.invalid("The payload of " + gate.id() + " must be an object.");
    }
    return switch (gate) {
      case Approval approval -> decided(approval, cancelled, payload, entry);
      case Question question ->
          cancelled
              ? answered(question, List.of(), LEFT)
              : answered(question, answers(question, payload), null);
    };
  }

  private FrontEndReply decided(
      Approval approval, boolean cancelled, JsonNode payload, JsonNode entry) {
    boolean allow = false;
    String reason = LEFT;
    JsonNode edited = null;
    if (!cancelled) {
      for (String name : payload.propertyNames()) {
        if (!OF_APPROVAL.contains(name)) {
          throw wrong(approval, name, "is not known");
        }
      }
      if (!payload.path("approved").isBoolean()) {
        throw wrong(approval, "approved", "must be true or false");
      }
      allow = payload.path("approved").booleanValue();
      reason = reason(approval, payload.path("reason"));
      edited = payload.get("editedArgs");
      if (edited != null && (!edited.isObject() || !allow)) {
        throw wrong(approval, "editedArgs", "must be an object, and only with approved true");
      }
    }
    ObjectNode sent =
        JsonTree.object()
            .put("request_id", approval.id())
            .put("behavior", allow ? "allow" : "deny");
    if (edited != null) {
      sent.set("updated_input", edited);
    }
    if (reason != null) {
      sent.put("reason", reason);
    }
    VerifiedAssertion attested =
        signatures.attested(signature(approval, entry), approval.id(), allow);
    if (attested != null) {
      sent.set("signature", attested.stored());
    }
    return new FrontEndReply.Decided(
        new SentDecision(
            approval.id(),
            allow,
            edited == null ? null : JsonTree.write(edited),
            reason,
            null,
            null,
            attested,
            JsonTree.write(sent)));
  }

  private static @Nullable String reason(Approval approval, JsonNode reason) {
    if (reason.isMissingNode()) {
      return null;
    }
    if (!reason.isString() || reason.stringValue().length() > REASON) {
      throw wrong(approval, "reason", "must be a text of at most " + REASON + " characters");
    }
    return reason.stringValue();
  }

  private @Nullable ApprovalSignature signature(Approval approval, JsonNode entry) {
    JsonNode signature = entry.path("metadata").path("signature");
    if (signature.isMissingNode()) {
      return null;
    }
    try {
      return json.read(JsonTree.write(signature).text().getBytes(UTF_8), ApprovalSignature.class);
    } catch (InvalidBody e) {
      throw FrontEndRefused.invalid(
          "metadata.signature of %s: %s%s."
              .formatted(
                  approval.id(),
                  e.faults().getFirst().pointer(),
                  " " + e.faults().getFirst().message()));
    }
  }

  private static FrontEndReply answered(
      Question question, List<Answer> answers, @Nullable String declined) {
    ObjectNode sent = JsonTree.object().put("request_id", question.id());
    ArrayNode list = sent.putArray("answers");
    for (Answer answer : answers) {
      ObjectNode one = list.addObject().put("question_id", answer.questionId());
      answer.selectedOptionIds().forEach(one.putArray("selected_option_ids")::add);
      if (answer.freeformAnswer() != null) {
        one.put("freeform_answer", answer.freeformAnswer());
      }
    }
    sent.put("declined", declined != null);
    if (declined != null) {
      sent.put("justification", declined);
    }
    return new FrontEndReply.Answered(question.id(), answers, declined, JsonTree.write(sent));
  }

  private static List<Answer> answers(Question question, JsonNode payload) {
    Set<String> ids =
        question.questions().stream().map(StructuredQuestion::id).collect(Collectors.toSet());
    for (String name : payload.propertyNames()) {
      if (!ids.contains(name)) {
        throw wrong(question, name, "is not asked");
      }
    }
    List<Answer> answers = new ArrayList<>();
    for (StructuredQuestion asked : question.questions()) {
      JsonNode value = payload.get(asked.id());
      if (value != null) {
        answers.add(answer(question, asked, value));
      } else if (!asked.optional()) {
        throw wrong(question, asked.id(), "is missing");
      }
    }
    return List.copyOf(answers);
  }

  private static Answer answer(Question question, StructuredQuestion asked, JsonNode value) {
    List<JsonNode> values = new ArrayList<>();
    if (!asked.multiSelect()) {
      values.add(value);
    } else if (value.isArray()) {
      value.forEach(values::add);
    } else {
      throw wrong(question, asked.id(), "must be a list of texts");
    }
    List<String> selected = new ArrayList<>();
    String words = null;
    for (JsonNode one : values) {
      if (!one.isString()) {
        throw wrong(question, asked.id(), "must be a text");
      }
      String text = one.stringValue();
      if (asked.options().stream().map(Option::id).anyMatch(text::equals)) {
        selected.add(text);
      } else if (asked.closed() || words != null) {
        throw wrong(question, asked.id(), "must be one of the options");
      } else {
        words = text;
      }
    }
    return new Answer(asked.id(), List.copyOf(selected), words);
  }

  private static FrontEndRefused wrong(Gate gate, String member, String fault) {
    return FrontEndRefused.invalid("payload." + member + " of " + gate.id() + " " + fault + ".");
  }
}
