package dev.holdpoint.agent.acp;

import dev.holdpoint.agent.form.NotUnderstood;
import dev.holdpoint.agent.form.Params;
import dev.holdpoint.agent.peer.AgentRequest;
import dev.holdpoint.core.gate.Answer;
import dev.holdpoint.core.gate.Offer;
import dev.holdpoint.core.gate.Option;
import dev.holdpoint.core.gate.StructuredQuestion;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.engine.asking.GateDecision;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.prompt.SaidAnswer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Questions that come as a permission for the agent's own question tool, as Qwen Code asks them. A
 * yes without answers would be none, so people are asked what the agent asks. Whatever is not just
 * that stays a permission.
 */
final class PermissionQuestions {
  private static final int QUESTIONS = 20;
  private static final String SEVERAL = ", ";
  private static final String TITLE = "Ask user";
  private static final Set<String> TOOLS =
      Set.of("ask_user_question", "ask_user", "AskUserQuestion");
  private static final Set<String> MEMBERS = Set.of("questions", "metadata");

  /** A command or a change of mode is no question, whatever it is called. */
  private static final Set<String> NEVER = Set.of("execute", "switch_mode");

  private PermissionQuestions() {}

  /** Null when the permission is none for a question tool. */
  static AgentRequest.@Nullable Inquiry read(Params request, String key, Offer offer)
      throws NotUnderstood {
    Params call = request.object("toolCall");
    JsonNode raw = call.node().path("rawInput");
    if (!isTool(call.node())
        || !raw.isObject()
        || !MEMBERS.containsAll(raw.propertyNames())
        || offer.first(Offer.Kind.ALLOW_ONCE).isEmpty()) {
      return null;
    }
    List<StructuredQuestion> questions = questions(new Params(raw, "toolCall.rawInput."));
    return questions == null
        ? null
        : new AgentRequest.Inquiry(
            key,
            call.text("toolCallId", Params.ID),
            Inquiries.TOOL,
            JsonTree.write(raw),
            questions,
            null);
  }

  private static boolean isTool(JsonNode call) {
    JsonNode named = call.path("_meta").path("toolName");
    return !NEVER.contains(call.path("kind").asString(""))
        && (named.isString()
            ? TOOLS.contains(named.stringValue())
            : call.path("title").asString("").strip().startsWith(TITLE));
  }

  private static @Nullable List<StructuredQuestion> questions(Params raw) {
    try {
      List<StructuredQuestion> questions = new ArrayList<>();
      for (Params entry : raw.objects("questions", QUESTIONS)) {
        questions.add(question(entry, "q" + (questions.size() + 1)));
      }
      return questions.isEmpty() ? null : List.copyOf(questions);
    } catch (NotUnderstood _) {
      // People see it as it is, and may deny it.
      return null;
    }
  }

  private static StructuredQuestion question(Params entry, String id) throws NotUnderstood {
    if (!entry.has("options")) {
      throw entry.wrong("options", "must be a list");
    }
    List<Option> options = new ArrayList<>();
    for (Params option : entry.objects("options", Inquiries.OPTIONS)) {
      String label = option.text("label", Params.ID);
      options.add(new Option(label, label, option.optionalText("description", Params.LONG), null));
    }
    Inquiries.checkIds(options, entry);
    String header = entry.optionalText("header", Params.SHORT);
    return new StructuredQuestion(
        id,
        header == null ? "" : header,
        entry.text("question", Params.LONG),
        options,
        !options.isEmpty() && entry.flag("multiSelect", false));
  }

  /** Answers are keyed by the index of their question; several of one are one text. */
  static Json write(AgentRequest.Inquiry asked, Offer offer, GateDecision decision) {
    String choice =
        switch (decision) {
          case GateDecision.Answered _ ->
              offer.first(Offer.Kind.ALLOW_ONCE).map(Offer.Choice::id).orElse(null);
          case GateDecision.Declined _, GateDecision.Denied _ ->
              offer.pick(false).map(Offer.Choice::id).orElse(null);
          case GateDecision.Allowed _, GateDecision.Cancelled _ -> null;
        };
    ObjectNode result = AcpPermissions.outcome(choice);
    if (choice != null && decision instanceof GateDecision.Answered(List<Answer> given)) {
      ObjectNode answers = result.putObject("answers");
      ArrayNode said = Inquiries.said(asked, given, Option::label);
      for (int i = 0; i < said.size(); i++) {
        if (!said.path(i).isEmpty()) {
          answers.put(
              String.valueOf(i),
              said.path(i)
                  .valueStream()
                  .map(JsonNode::stringValue)
                  .collect(Collectors.joining(SEVERAL)));
        }
      }
    }
    return JsonTree.write(result);
  }

  static GateDecision parse(AgentRequest.Inquiry asked, Offer offer, Params result)
      throws NotUnderstood {
    Params outcome = result.object("outcome");
    return switch (outcome.text("outcome", Params.ID)) {
      case "cancelled" -> new GateDecision.Cancelled("the client cancelled the question");
      case "selected" ->
          AcpPermissions.choice(offer, outcome).kind().allows()
              ? answered(asked, result)
              : new GateDecision.Declined("");
      default -> throw outcome.wrong("outcome", "must be selected or cancelled");
    };
  }

  private static GateDecision answered(AgentRequest.Inquiry asked, Params result)
      throws NotUnderstood {
    Params answers = result.object("answers");
    List<Answer> given = new ArrayList<>();
    for (int i = 0; i < asked.questions().size(); i++) {
      String text = answers.optionalText(String.valueOf(i), Params.LONG);
      if (text != null) {
        given.add(answer(asked.questions().get(i), text));
      }
    }
    return new GateDecision.Answered(given);
  }

  /** A text is several answers where each part of it is one that was offered. */
  private static Answer answer(StructuredQuestion question, String text) {
    Answer whole = SaidAnswer.byLabel(question, List.of(text));
    if (!question.multiSelect() || !whole.hasWords()) {
      return whole;
    }
    Answer parts = SaidAnswer.byLabel(question, List.of(text.split(SEVERAL, -1)));
    return parts.hasWords() ? whole : parts;
  }
}
