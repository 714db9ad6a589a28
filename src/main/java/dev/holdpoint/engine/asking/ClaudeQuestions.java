package dev.holdpoint.engine.asking;

import dev.holdpoint.core.gate.Answer;
import dev.holdpoint.core.gate.Option;
import dev.holdpoint.core.gate.StructuredQuestion;
import dev.holdpoint.engine.json.JsonTree;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The two tools by which Claude Code asks people: what they ask, and what an answer says. */
public final class ClaudeQuestions {
  public static final String ASK = "AskUserQuestion";
  public static final String PLAN = "ExitPlanMode";
  public static final String APPROVE = "approve";
  public static final String REJECT = "reject";

  private static final int MAX_QUESTIONS = 20;
  private static final int MAX_OPTIONS = 50;
  private static final int SHORT = 1_000;
  private static final int LONG = 20_000;
  private static final int PLAN_LONG = 200_000;

  private ClaudeQuestions() {}

  public static boolean asks(String tool) {
    return tool.equals(ASK) || tool.equals(PLAN);
  }

  /**
   * @param plan what the plan is when the input does not say it
   */
  public static List<StructuredQuestion> read(String tool, JsonNode input, String plan)
      throws NotUnderstood {
    return tool.equals(PLAN)
        ? List.of(approval(input.path("plan").asString(plan)))
        : questions(input);
  }

  // Words of one's own are taken: they say what is to be changed, and so are a no.
  private static StructuredQuestion approval(String plan) throws NotUnderstood {
    return new StructuredQuestion(
        "plan",
        "Plan",
        plan.isBlank()
            ? "Leave plan mode and begin? The agent did not describe its plan."
            : "Carry out this plan?\n\n" + within(PLAN_LONG, plan),
        List.of(
            new Option(APPROVE, "Approve", "Leave plan mode and carry it out.", null),
            new Option(REJECT, "Reject", "Stay in plan mode.", null)),
        false);
  }

  private static List<StructuredQuestion> questions(JsonNode input) throws NotUnderstood {
    JsonNode items = input.path("questions");
    if (!items.isArray() || items.isEmpty() || items.size() > MAX_QUESTIONS) {
      throw new NotUnderstood("`questions` must be a list of 1 to " + MAX_QUESTIONS);
    }
    List<StructuredQuestion> questions = new ArrayList<>();
    Set<String> texts = new HashSet<>();
    for (JsonNode item : items) {
      String text = item.path("question").asString("");
      // Answers are told by the questions' own words.
      if (!texts.add(text)) {
        throw new NotUnderstood(
            "`questions[%d].question` occurs twice; rephrase it".formatted(questions.size()));
      }
      if (text.isBlank()) {
        throw new NotUnderstood("`questions[%d].question` is empty".formatted(questions.size()));
      }
      questions.add(
          new StructuredQuestion(
              "q" + (questions.size() + 1),
              within(SHORT, item.path("header").asString("")),
              within(LONG, text),
              options(item.path("options")),
              item.path("multiSelect").asBoolean(false)));
    }
    return List.copyOf(questions);
  }

  private static List<Option> options(JsonNode items) throws NotUnderstood {
    Map<String, Option> options = new LinkedHashMap<>();
    for (JsonNode item : items) {
      String label = item.path("label").asString("");
      if (label.isBlank() || label.length() > SHORT) {
        throw new NotUnderstood(
            "an option has no label, or a label of more than " + SHORT + " characters");
      }
      String description = item.path("description").asString("");
      options.putIfAbsent(
          label,
          new Option(label, label, description.isBlank() ? null : within(LONG, description), null));
    }
    if (options.size() > MAX_OPTIONS) {
      throw new NotUnderstood("a question has more than " + MAX_OPTIONS + " options");
    }
    return List.copyOf(options.values());
  }

  /**
   * Why an answer is no yes; empty when it is one. Whoever approves a plan and says something
   * besides means a condition, and the agent hears none with a yes: it is told to change the plan.
   */
  public static Optional<String> refusal(String tool, List<Answer> answers) {
    if (!tool.equals(PLAN)) {
      return Optional.empty();
    }
    Answer answer = answers.isEmpty() ? new Answer("plan", List.of(), null) : answers.getFirst();
    if (answer.hasWords()) {
      return Optional.of("Change the plan first: " + answer.freeformAnswer());
    }
    return answer.selectedOptionIds().equals(List.of(APPROVE))
        ? Optional.empty()
        : Optional.of("The plan was rejected.");
  }

  /** The input as it was asked, and the answers by the questions' own words. */
  public static ObjectNode answered(
      JsonNode input, List<StructuredQuestion> questions, List<Answer> answers) {
    ObjectNode updated = input.isObject() ? ((ObjectNode) input).deepCopy() : JsonTree.object();
    ObjectNode said = updated.putObject("answers");
    for (StructuredQuestion question : questions) {
      said(question, answers).ifPresent(words -> said.put(question.question(), words));
    }
    return updated;
  }

  /** The answers for who reads nothing but a text. */
  public static String told(List<StructuredQuestion> questions, List<Answer> answers) {
    List<String> lines = new ArrayList<>();
    for (StructuredQuestion question : questions) {
      said(question, answers)
          .ifPresent(
              words ->
                  lines.add(questions.size() == 1 ? words : question.question() + " " + words));
    }
    return String.join("\n", lines);
  }

  private static Optional<String> said(StructuredQuestion question, List<Answer> answers) {
    return answers.stream()
        .filter(answer -> answer.questionId().equals(question.id()) && !answer.isEmpty())
        .findFirst()
        .map(ClaudeQuestions::words);
  }

  private static String words(Answer answer) {
    List<String> words = new ArrayList<>(answer.selectedOptionIds());
    String own = answer.freeformAnswer();
    if (own != null && answer.hasWords()) {
      words.add(own);
    }
    return String.join(", ", words);
  }

  /** Nobody is asked to agree to half a sentence, so nothing is cut. */
  private static String within(int limit, String text) throws NotUnderstood {
    if (text.length() > limit) {
      throw new NotUnderstood("a text is longer than " + limit + " characters");
    }
    return text;
  }

  /** A question that cannot be put to anybody. */
  public static final class NotUnderstood extends Exception {
    private static final long serialVersionUID = 1L;

    NotUnderstood(String message) {
      super(message);
    }
  }
}
