package dev.holdpoint.agent.form;

import dev.holdpoint.core.gate.Option;
import dev.holdpoint.core.gate.StructuredQuestion;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.engine.asking.GateDecision;
import dev.holdpoint.engine.gate.AnswerForms;
import dev.holdpoint.engine.json.JsonTree;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * A form that somebody is to fill in, one question for each of its properties.
 *
 * @param input what people see of it as a whole
 */
public record FormQuestions(Json input, Json schema, List<StructuredQuestion> questions) {
  /** The one question of a form that has no properties and only wants a yes. */
  public static final String CONFIRM = "confirm";

  private static final List<Option> CONFIRMED = List.of(new Option("accept", "Accept", null, null));

  /** Reads {@code message} and {@code requestedSchema}. */
  public static FormQuestions read(Params request) throws NotUnderstood {
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
    return new FormQuestions(JsonTree.write(input), form.schema(), List.copyOf(questions));
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

  /** What came of it, in the words that both protocols share. */
  public static Json result(
      @Nullable Json schema, List<StructuredQuestion> questions, GateDecision decision) {
    ObjectNode result = JsonTree.object();
    switch (decision) {
      case GateDecision.Answered answered ->
          result
              .put("action", "accept")
              .set(
                  "content",
                  JsonTree.of(AnswerForms.content(schema, questions, answered.answers())));
      case GateDecision.Declined _ -> result.put("action", "decline");
      case GateDecision.Cancelled _, GateDecision.Allowed _, GateDecision.Denied _ ->
          result.put("action", "cancel");
    }
    return JsonTree.write(result);
  }
}
