package dev.holdpoint.agent.tool.input;

import dev.holdpoint.core.gate.Answer;
import dev.holdpoint.core.gate.Answers;
import dev.holdpoint.core.gate.Applied;
import dev.holdpoint.core.gate.Option;
import dev.holdpoint.core.gate.RequestTerms;
import dev.holdpoint.core.gate.StructuredQuestion;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.engine.gate.GateDraft.Deadline;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The input of {@code ask_user_question}. Members it does not know are passed over, since a
 * question that reaches its person late costs more than a superfluous word.
 */
public record QuestionInput(
    List<StructuredQuestion> questions, Deadline deadline, RequestTerms terms) {
  static final int MAX_QUESTIONS = 20;
  static final int MAX_OPTIONS = 50;
  private static final int ID = 200;
  private static final int SHORT = 1_000;
  private static final int LONG = 20_000;

  /**
   * Reads the input, or says what is wrong with it.
   *
   * @param nowMs what an absolute expiry must lie beyond; a relative one counts from when it is
   *     asked
   */
  public static Parsed<QuestionInput> parse(Json input, long nowMs) {
    return InputFields.parse(
        input,
        fields ->
            new QuestionInput(
                questions(fields),
                Expiry.of(fields, nowMs),
                new RequestTerms(
                    Expiry.ending(fields, Applied.CANCEL, Applied.DECLINE, Applied.DEFAULT),
                    Expiry.risk(fields),
                    null,
                    Expiry.late(fields))));
  }

  private static List<StructuredQuestion> questions(InputFields input) throws CannotDo {
    List<InputFields> items = input.objects("questions", MAX_QUESTIONS);
    if (items.isEmpty()) {
      throw new CannotDo("`questions` must contain at least one question.");
    }
    Set<String> ids = givenIds(items);
    List<StructuredQuestion> questions = new ArrayList<>();
    for (InputFields item : items) {
      String given = item.optionalText("id", ID);
      String header = item.optionalText("header", SHORT);
      StructuredQuestion question =
          new StructuredQuestion(
              given == null ? freeId(ids, questions.size() + 1) : given,
              header == null ? "" : header,
              item.nonBlank("question", LONG),
              options(item),
              item.flag("multi_select"));
      questions.add(question.orElse(byDefault(item, question)));
    }
    return List.copyOf(questions);
  }

  /** Checked like an answer, when it is asked. */
  private static @Nullable Answer byDefault(InputFields item, StructuredQuestion question)
      throws CannotDo {
    if (!item.object().hasNonNull("default")) {
      return null;
    }
    InputFields fields = item.object("default");
    Answer answer =
        new Answer(
            question.id(),
            fields.texts("selected_option_ids", MAX_OPTIONS, ID),
            fields.optionalText("freeform_answer", LONG));
    Problem fault = Answers.fault(question, answer);
    if (fault != null) {
      throw new CannotDo(
          "`%sdefault` is not an answer that the question takes: %s."
              .formatted(item.where(), fault.title()));
    }
    return answer;
  }

  // All given ids are taken before any is made up, so that a made-up one never steals a later name.
  private static Set<String> givenIds(List<InputFields> items) throws CannotDo {
    Set<String> ids = new HashSet<>();
    for (InputFields item : items) {
      String id = item.optionalText("id", ID);
      if (id != null && (id.isBlank() || !ids.add(id))) {
        throw new CannotDo("`" + item.where() + "id` must be unique and not blank: " + id);
      }
    }
    return ids;
  }

  private static String freeId(Set<String> taken, int position) {
    int number = position;
    while (!taken.add("q" + number)) {
      number++;
    }
    return "q" + number;
  }

  private static List<Option> options(InputFields question) throws CannotDo {
    List<JsonNode> items = question.items("options", MAX_OPTIONS);
    List<Option> options = new ArrayList<>();
    Set<String> ids = new HashSet<>();
    for (JsonNode item : items) {
      Option option = option(item, question.where() + "options[" + options.size() + "]");
      if (!ids.add(option.id())) {
        throw new CannotDo(
            "`%soptions` has two options with the id `%s`; give each its own `id`."
                .formatted(question.where(), option.id()));
      }
      options.add(option);
    }
    return options;
  }

  private static Option option(JsonNode item, String path) throws CannotDo {
    if (item.isString() && !item.stringValue().isBlank() && item.stringValue().length() <= ID) {
      return new Option(item.stringValue(), item.stringValue(), null, null);
    }
    if (!item.isObject()) {
      throw new CannotDo("`" + path + "` must be an object with a `label`, or a short string.");
    }
    InputFields fields = new InputFields(item, path + ".");
    String label = fields.nonBlank("label", SHORT);
    String id = fields.optionalText("id", ID);
    if (id != null && id.isBlank()) {
      throw new CannotDo("`" + path + ".id` must not be blank.");
    }
    return new Option(
        id == null ? label : id,
        label,
        fields.optionalText("description", LONG),
        fields.optionalText("preview", LONG));
  }
}
