package dev.holdpoint.agent.acp;

import dev.holdpoint.agent.form.FormQuestions;
import dev.holdpoint.agent.form.Links;
import dev.holdpoint.agent.form.NotUnderstood;
import dev.holdpoint.agent.form.Params;
import dev.holdpoint.agent.peer.AgentRequest;
import dev.holdpoint.core.gate.Answer;
import dev.holdpoint.core.gate.PageLink;
import dev.holdpoint.core.gate.StructuredQuestion;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.engine.asking.GateDecision;
import dev.holdpoint.engine.json.JsonTree;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import tools.jackson.databind.JsonNode;

/**
 * {@code elicitation/create}: a form, one question for each of its properties; or a page to open.
 */
final class AcpElicitations {
  private static final String ELICITATION_ID = "elicitationId";

  private AcpElicitations() {}

  static AgentRequest.Inquiry read(Params request, String key) throws NotUnderstood {
    return switch (request.text("mode", Params.ID)) {
      case "form" -> form(request, key);
      case "url" -> link(request, key);
      default -> throw request.wrong("mode", "must be form or url, which this client supports");
    };
  }

  private static AgentRequest.Inquiry link(Params request, String key) throws NotUnderstood {
    PageLink link = Links.read(request, "url");
    String message = request.text("message", Params.LONG);
    return new AgentRequest.Inquiry(
        key,
        "question-" + key,
        Inquiries.TOOL,
        JsonTree.write(
            JsonTree.object()
                .put("message", message)
                .put("url", link.url())
                .put(ELICITATION_ID, request.text(ELICITATION_ID, Params.ID))),
        List.of(Links.question(message, link)),
        null,
        link);
  }

  /** Whether the agent says by this id that nobody has to open the page any more. */
  static boolean isOver(AgentRequest asked, String elicitationId) {
    return asked instanceof AgentRequest.Inquiry inquiry
        && inquiry.link() != null
        && JsonTree.of(inquiry.input()).path(ELICITATION_ID).asString("").equals(elicitationId);
  }

  private static AgentRequest.Inquiry form(Params request, String key) throws NotUnderstood {
    FormQuestions form = FormQuestions.read(request);
    return new AgentRequest.Inquiry(
        key, "question-" + key, Inquiries.TOOL, form.input(), form.questions(), form.schema());
  }

  static Json write(AgentRequest.Inquiry asked, GateDecision decision) {
    if (asked.link() != null) {
      return Links.result(decision);
    }
    return FormQuestions.result(asked.form(), asked.questions(), decision);
  }

  static GateDecision parse(AgentRequest.Inquiry asked, Params result) throws NotUnderstood {
    return switch (result.text("action", Params.ID)) {
      case "accept" -> asked.link() == null ? accepted(asked, result) : Links.opened();
      case "decline" -> new GateDecision.Declined("");
      case "cancel" -> new GateDecision.Cancelled("the client cancelled the question");
      default -> throw result.wrong("action", "must be accept, decline or cancel");
    };
  }

  private static GateDecision accepted(AgentRequest.Inquiry asked, Params result)
      throws NotUnderstood {
    if (isConfirmation(asked)) {
      return new GateDecision.Answered(
          List.of(new Answer(FormQuestions.CONFIRM, List.of("accept"), null)));
    }
    JsonNode properties = JsonTree.of(Objects.requireNonNull(asked.form())).path("properties");
    Params content =
        result.has("content")
            ? result.object("content")
            : new Params(JsonTree.object(), "content.");
    List<Answer> answers = new ArrayList<>();
    for (Map.Entry<String, JsonNode> member : content.node().properties()) {
      if (!properties.has(member.getKey())) {
        throw content.wrong(member.getKey(), "is not a property of the form");
      }
    }
    for (StructuredQuestion question : asked.questions()) {
      if (content.has(question.id())) {
        String type = properties.path(question.id()).path("type").asString("");
        answers.add(answer(question, type, content));
      }
    }
    return new GateDecision.Answered(answers);
  }

  private static boolean isConfirmation(AgentRequest.Inquiry asked) {
    return asked.form() != null && JsonTree.of(asked.form()).path("properties").isEmpty();
  }

  private static Answer answer(StructuredQuestion question, String type, Params content)
      throws NotUnderstood {
    String name = question.id();
    JsonNode value = content.node().get(name);
    boolean fits =
        switch (type) {
          case "array" -> value.isArray();
          case "boolean" -> value.isBoolean();
          case "number" -> value.isNumber();
          case "integer" -> value.isNumber();
          default -> value.isString();
        };
    if (!fits) {
      throw content.wrong(name, "must be of type " + type);
    }
    if (!value.isArray()) {
      String text = value.asString("");
      return question.options().isEmpty()
          ? new Answer(name, List.of(), text)
          : new Answer(name, List.of(text), null);
    }
    List<String> selected = new ArrayList<>();
    for (JsonNode entry : value) {
      if (!entry.isString()) {
        throw content.wrong(name, "must be a list of texts");
      }
      selected.add(entry.stringValue());
    }
    return new Answer(name, selected, null);
  }
}
