package dev.holdpoint.engine.gate;

import dev.holdpoint.core.gate.Answer;
import dev.holdpoint.core.gate.Question;
import dev.holdpoint.core.gate.StructuredQuestion;
import dev.holdpoint.core.gate.UncertainEffect;
import dev.holdpoint.core.problem.Refusal.Fault;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.port.JsonSchemas;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Answers as a filled-in form: one object with a member for each question, in the types that the
 * form's schema gives them. An answer that says nothing is left out.
 */
public final class AnswerForms {
  private static final String ANSWERS = "/resolution/answers";
  private static final int TEXT = 100_000;

  /** Longer than any date, address or URL that is meant. */
  private static final int FORMATTED = 2_048;

  private final JsonSchemas schemas;

  AnswerForms(JsonSchemas schemas) {
    this.schemas = schemas;
  }

  /** The form that answers make which were found to fit it. */
  public static Json content(
      @Nullable Json form, List<StructuredQuestion> questions, List<Answer> answers) {
    JsonNode properties = form == null ? JsonTree.object() : JsonTree.of(form).path("properties");
    ObjectNode content = JsonTree.object();
    for (StructuredQuestion question : questions) {
      JsonNode property = properties.path(question.id());
      for (Answer answer : answers) {
        if (answer.questionId().equals(question.id()) && !answer.isEmpty() && property.isObject()) {
          JsonNode value = value(property, answer);
          if (value != null) {
            content.set(question.id(), value);
          }
        }
      }
    }
    return JsonTree.write(content);
  }

  /**
   * What is wrong with the answers, with pointers into a resolution.
   *
   * @param whole whether these are all answers, so that one which is wanted and not there is missed
   */
  List<Fault> faults(Question question, List<Answer> answers, boolean whole) {
    if (question.effect() != null && !UncertainEffect.isSaid(answers)) {
      return List.of(
          new Fault(
              ANSWERS, "must select one of happened, not_happened, unknown; words are a note"));
    }
    if (question.form() == null) {
      return List.of();
    }
    ObjectNode form = (ObjectNode) JsonTree.of(question.form());
    List<Fault> faults = new ArrayList<>();
    List<Answer> readable = new ArrayList<>();
    for (int i = 0; i < answers.size(); i++) {
      Answer answer = answers.get(i);
      JsonNode property = form.path("properties").path(answer.questionId());
      String wrong = answer.isEmpty() || !property.isObject() ? null : wrong(property, answer);
      if (wrong == null) {
        readable.add(answer);
      } else {
        faults.add(new Fault(place(answers, answer.questionId(), ""), wrong));
      }
    }
    // What could not be read is not missing: it has been told.
    if (!whole || !faults.isEmpty()) {
      form.remove("required");
    }
    Json content = content(question.form(), question.questions(), readable);
    for (Fault fault : schemas.faults(JsonTree.write(form), content)) {
      String[] path = fault.pointer().split("/", 3);
      String name = path.length < 2 ? "" : path[1].replace("~1", "/").replace("~0", "~");
      String rest = path.length < 3 ? "" : "/" + path[2];
      faults.add(new Fault(place(answers, name, rest), fault.message()));
    }
    return faults;
  }

  private static String place(List<Answer> answers, String questionId, String rest) {
    for (int i = 0; i < answers.size(); i++) {
      Answer answer = answers.get(i);
      if (answer.questionId().equals(questionId)) {
        return ANSWERS
            + "/"
            + i
            + (answer.hasWords() ? "/freeform_answer" : "/selected_option_ids" + rest);
      }
    }
    return ANSWERS;
  }

  private static @Nullable String wrong(JsonNode property, Answer answer) {
    int longest = property.has("format") ? FORMATTED : TEXT;
    if (answer.freeformAnswer() != null && answer.freeformAnswer().length() > longest) {
      return "must not be longer than " + longest + " characters";
    }
    if (value(property, answer) != null) {
      return null;
    }
    return switch (type(property)) {
      case "number" -> "must be a number";
      case "integer" -> "must be a whole number";
      case "boolean" -> "must be true or false";
      default -> "must be one of the options";
    };
  }

  /** The answer in the property's type; null when it cannot be one. */
  private static @Nullable JsonNode value(JsonNode property, Answer answer) {
    if (type(property).equals("array")) {
      ArrayNode values = JsonTree.array();
      answer.selectedOptionIds().forEach(values::add);
      return answer.hasWords() ? null : values;
    }
    String text =
        answer.selectedOptionIds().isEmpty()
            ? answer.freeformAnswer()
            : answer.selectedOptionIds().getFirst();
    return text == null ? null : value(type(property), text);
  }

  private static @Nullable JsonNode value(String type, String text) {
    ArrayNode one = JsonTree.array();
    switch (type) {
      case "number" -> {
        BigDecimal number = number(text);
        if (number != null) {
          one.add(number);
        }
      }
      case "integer" -> {
        BigDecimal number = number(text);
        if (number != null && isWhole(number)) {
          one.add(number.longValueExact());
        }
      }
      case "boolean" -> {
        if (text.strip().equals("true") || text.strip().equals("false")) {
          one.add(text.strip().equals("true"));
        }
      }
      default -> one.add(text);
    }
    return one.isEmpty() ? null : one.get(0);
  }

  /** One of usual size: an exponent of a billion would be written out by whoever compares it. */
  private static @Nullable BigDecimal number(String text) {
    if (text.length() > 100) {
      return null;
    }
    try {
      BigDecimal number = new BigDecimal(text.strip());
      return Math.abs((long) number.scale()) > 400 ? null : number;
    } catch (NumberFormatException e) {
      return null;
    }
  }

  private static boolean isWhole(BigDecimal number) {
    BigDecimal whole = number.stripTrailingZeros();
    return whole.scale() <= 0 && whole.abs().compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) <= 0;
  }

  private static String type(JsonNode property) {
    return property.path("type").asString("string");
  }
}
