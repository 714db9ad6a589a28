package dev.holdpoint.agent.acp;

import dev.holdpoint.agent.form.NotUnderstood;
import dev.holdpoint.agent.form.Params;
import dev.holdpoint.agent.peer.AgentRequest;
import dev.holdpoint.core.gate.Answer;
import dev.holdpoint.core.gate.Option;
import dev.holdpoint.core.gate.StructuredQuestion;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.engine.asking.GateDecision;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.prompt.SaidAnswer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The extension's two shapes: one question with a prompt, and several questions. */
final class Inquiries {
  /** What such a call is shown as; our own tool for the same has this name too. */
  static final String TOOL = "ask_user_question";

  static final int QUESTIONS = 50;
  static final int OPTIONS = 100;

  private Inquiries() {}

  /**
   * Free words are an answer too, and so are several options, unless the agent says otherwise: its
   * answers are lists, and it has set no limit.
   */
  static AgentRequest.Inquiry prompt(Params request, String key) throws NotUnderstood {
    String questionId = request.text("questionId", Params.ID);
    List<Option> options = new ArrayList<>();
    for (JsonNode entry : request.list("options", OPTIONS)) {
      options.add(pair(entry, request.where() + "options[" + options.size() + "]"));
    }
    checkIds(options, request);
    StructuredQuestion question =
        new StructuredQuestion(
            questionId,
            "Question",
            request.text("prompt", Params.LONG),
            options,
            !options.isEmpty() && request.flag("multiple", true),
            false,
            !options.isEmpty() && !request.flag("custom", true));
    return new AgentRequest.Inquiry(key, questionId, TOOL, input(request), List.of(question), null);
  }

  /** An id and a label, or one text that is both. */
  private static Option pair(JsonNode entry, String place) throws NotUnderstood {
    if (entry.isString()) {
      return option(entry.stringValue(), entry.stringValue(), place);
    }
    if (entry.isArray()
        && entry.size() == 2
        && entry.get(0).isString()
        && entry.get(1).isString()) {
      return option(entry.get(0).stringValue(), entry.get(1).stringValue(), place);
    }
    throw new NotUnderstood("`" + place + "` must be a pair of texts, [id, label], or one text.");
  }

  private static Option option(String id, String label, String place) throws NotUnderstood {
    if (id.isBlank() || id.length() > Params.ID || label.length() > Params.SHORT) {
      throw new NotUnderstood(
          "`%s` must have an id of 1 to %d characters and a label of at most %d."
              .formatted(place, Params.ID, Params.SHORT));
    }
    return new Option(id, label.isBlank() ? id : label, null, null);
  }

  static AgentRequest.Inquiry questions(Params request, String key) throws NotUnderstood {
    List<Params> entries = request.objects("questions", QUESTIONS);
    if (entries.isEmpty()) {
      throw request.wrong("questions", "must have at least one question");
    }
    List<StructuredQuestion> questions = new ArrayList<>();
    Set<String> ids = new HashSet<>();
    for (Params entry : entries) {
      String id = entry.has("id") ? entry.text("id", Params.ID) : "q" + (questions.size() + 1);
      if (!ids.add(id)) {
        throw entry.wrong("id", "occurs twice in the questions");
      }
      questions.add(question(entry, id));
    }
    return new AgentRequest.Inquiry(
        key, "question-" + key, TOOL, input(request), List.copyOf(questions), null);
  }

  private static StructuredQuestion question(Params entry, String id) throws NotUnderstood {
    List<Option> options = new ArrayList<>();
    for (JsonNode offered : entry.list("options", OPTIONS)) {
      String place = entry.where() + "options[" + options.size() + "]";
      if (offered.isString()) {
        options.add(option(offered.stringValue(), offered.stringValue(), place));
      } else if (offered.isObject()) {
        Params option = new Params(offered, place + ".");
        String label = option.text("label", Params.ID);
        options.add(
            new Option(label, label, option.optionalText("description", Params.LONG), null));
      } else {
        throw new NotUnderstood("`" + place + "` must be an object with a `label`.");
      }
    }
    checkIds(options, entry);
    String header = entry.optionalText("header", Params.SHORT);
    return new StructuredQuestion(
        id,
        header == null ? "" : header,
        entry.text("question", Params.LONG),
        options,
        entry.flag("multiple", false),
        false,
        !options.isEmpty() && !entry.flag("custom", true));
  }

  static void checkIds(List<Option> options, Params owner) throws NotUnderstood {
    Set<String> ids = new HashSet<>();
    for (Option option : options) {
      if (!ids.add(option.id())) {
        throw owner.wrong("options", "has two options that cannot be distinguished in an answer");
      }
    }
  }

  /** What was asked, without what only the wire needs. */
  static Json input(Params request) {
    ObjectNode input = ((ObjectNode) request.node()).deepCopy();
    input.remove(List.of("sessionId", "_meta"));
    return JsonTree.write(input);
  }

  static Json writePrompt(AgentRequest.Inquiry asked, GateDecision decision) {
    ObjectNode result = JsonTree.object();
    if (decision instanceof GateDecision.Answered(List<Answer> answers)) {
      result.put("status", "answered");
      result.set("answers", said(asked, answers, Option::id));
    } else {
      result.put("status", "rejected");
    }
    return JsonTree.write(result);
  }

  static Json writeQuestions(AgentRequest.Inquiry asked, GateDecision decision) {
    ObjectNode result = JsonTree.object();
    if (decision instanceof GateDecision.Answered(List<Answer> answers)) {
      result.put("outcome", "selected");
      result
          .putObject("_meta")
          .putObject(AcpTranslation.VENDOR)
          .set("answers", said(asked, answers, Option::label));
    } else {
      result.put("outcome", "rejected");
    }
    return JsonTree.write(result);
  }

  /** A list for each question, in the order of the questions; an empty one where none was given. */
  static ArrayNode said(
      AgentRequest.Inquiry asked, List<Answer> answers, Function<Option, String> name) {
    ArrayNode all = JsonTree.array();
    for (StructuredQuestion question : asked.questions()) {
      ArrayNode texts = all.addArray();
      for (Answer answer : answers) {
        if (answer.questionId().equals(question.id())) {
          question.options().stream()
              .filter(option -> answer.selectedOptionIds().contains(option.id()))
              .map(name)
              .forEach(texts::add);
          if (answer.hasWords()) {
            texts.add(answer.freeformAnswer());
          }
        }
      }
    }
    return all;
  }

  static GateDecision parsePrompt(AgentRequest.Inquiry asked, Params result) throws NotUnderstood {
    return switch (result.text("status", Params.ID)) {
      case "answered" -> answered(asked, result);
      case "rejected" -> new GateDecision.Declined("");
      case "cancelled" -> new GateDecision.Cancelled("the client cancelled the question");
      default -> throw result.wrong("status", "must be answered or rejected");
    };
  }

  static GateDecision parseQuestions(AgentRequest.Inquiry asked, Params result)
      throws NotUnderstood {
    return switch (result.text("outcome", Params.ID)) {
      case "selected" -> answered(asked, result.object("_meta").object(AcpTranslation.VENDOR));
      case "rejected" -> new GateDecision.Declined("");
      case "cancelled" -> new GateDecision.Cancelled("the client cancelled the question");
      default -> throw result.wrong("outcome", "must be selected or rejected");
    };
  }

  private static GateDecision answered(AgentRequest.Inquiry asked, Params result)
      throws NotUnderstood {
    if (!result.has("answers")) {
      throw result.wrong("answers", "must have a list for each question");
    }
    List<Answer> answers = new ArrayList<>();
    for (JsonNode texts : result.list("answers", asked.questions().size())) {
      StructuredQuestion question = asked.questions().get(answers.size());
      String place = "answers[" + answers.size() + "]";
      if (!texts.isArray() || texts.size() > OPTIONS) {
        throw result.wrong(place, "must be a list of at most " + OPTIONS + " texts");
      }
      List<String> given = new ArrayList<>();
      for (JsonNode text : texts) {
        if (!text.isString()) {
          throw result.wrong(place, "must be a list of texts");
        }
        given.add(text.stringValue());
      }
      answers.add(SaidAnswer.byId(question, given));
    }
    return new GateDecision.Answered(answers);
  }
}
