package dev.holdpoint.agent.acp;

import dev.holdpoint.agent.peer.Ask;
import dev.holdpoint.core.json.Json;
import dev.holdpoint.core.question.Answer;
import dev.holdpoint.core.question.Option;
import dev.holdpoint.core.question.StructuredQuestion;
import dev.holdpoint.engine.AnswerForms;
import dev.holdpoint.engine.asking.Decision;
import dev.holdpoint.engine.json.JsonTree;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code elicitation/create}: a form, one question for each of its properties. */
final class Elicitations {
  /** The one question of a form that has no properties and only wants a yes. */
  static final String CONFIRM = "confirm";

  private static final List<Option> CONFIRMED = List.of(new Option("accept", "Accept", null, null));

  private Elicitations() {}

  static Ask.Inquiry read(Params request, String key) throws NotUnderstood {
    if (!request.text("mode", Params.ID).equals("form")) {
      throw request.wrong("mode", "must be form: this client shows no other");
    }
    String message = request.text("message", Params.LONG);
    FormSchema form = FormSchema.read(request.object("requestedSchema"));
    List<StructuredQuestion> questions = new ArrayList<>();
    for (FormSchema.Field field : form.fields()) {
      questions.add(question(field, questions.isEmpty() ? message : null));
    }
    if (questions.isEmpty()) {
      questions.add(
          new StructuredQuestion(CONFIRM, "Confirm", message, CONFIRMED, false, false, true));
    }
    ObjectNode input = JsonTree.object().put("message", message);
    input.set("requestedSchema", JsonTree.of(form.schema()));
    return new Ask.Inquiry(
        key,
        "question-" + key,
        Inquiries.TOOL,
        JsonTree.write(input),
        List.copyOf(questions),
        form.schema());
  }

  /**
   * @param message what all of the form is about, before its first question
   */
  private static StructuredQuestion question(FormSchema.Field field, @Nullable String message) {
    String own = field.description().isEmpty() ? field.title() : field.description();
    return new StructuredQuestion(
        field.name(),
        field.title(),
        message == null || message.equals(own) ? own : message + "\n" + own,
        field.options(),
        field.multiple(),
        !field.required(),
        !field.options().isEmpty());
  }

  static Json write(Ask.Inquiry asked, Decision decision) {
    ObjectNode result = JsonTree.object();
    switch (decision) {
      case Decision.Answered answered ->
          result
              .put("action", "accept")
              .set(
                  "content",
                  JsonTree.of(
                      AnswerForms.content(asked.form(), asked.questions(), answered.answers())));
      case Decision.Declined _ -> result.put("action", "decline");
      case Decision.Cancelled _, Decision.Allowed _, Decision.Denied _ ->
          result.put("action", "cancel");
    }
    return JsonTree.write(result);
  }

  static Decision parse(Ask.Inquiry asked, Params result) throws NotUnderstood {
    return switch (result.text("action", Params.ID)) {
      case "accept" -> accepted(asked, result);
      case "decline" -> new Decision.Declined("");
      case "cancel" -> new Decision.Cancelled("the client cancelled the question");
      default -> throw result.wrong("action", "must be accept, decline or cancel");
    };
  }

  private static Decision accepted(Ask.Inquiry asked, Params result) throws NotUnderstood {
    if (isConfirmation(asked)) {
      return new Decision.Answered(List.of(new Answer(CONFIRM, List.of("accept"), null)));
    }
    JsonNode properties = JsonTree.of(Objects.requireNonNull(asked.form())).path("properties");
    Params content =
        result.has("content")
            ? result.object("content")
            : new Params(JsonTree.object(), "content.");
    List<Answer> answers = new ArrayList<>();
    for (Map.Entry<String, JsonNode> member : content.node().properties()) {
      if (!properties.has(member.getKey())) {
        throw content.wrong(member.getKey(), "is no property of the form");
      }
    }
    for (StructuredQuestion question : asked.questions()) {
      if (content.has(question.id())) {
        String type = properties.path(question.id()).path("type").asString("");
        answers.add(answer(question, type, content));
      }
    }
    return new Decision.Answered(answers);
  }

  private static boolean isConfirmation(Ask.Inquiry asked) {
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
