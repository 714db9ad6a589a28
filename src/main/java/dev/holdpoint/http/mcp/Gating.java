package dev.holdpoint.http.mcp;

import dev.holdpoint.api.gate.QuestionBodies.Option;
import dev.holdpoint.api.gate.QuestionBodies.QuestionDraft;
import dev.holdpoint.api.mcp.McpBodies.McpApprovalArguments;
import dev.holdpoint.api.mcp.McpBodies.McpQuestionArguments;
import dev.holdpoint.core.gate.StructuredQuestion;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.engine.external.ExternalGates;
import dev.holdpoint.engine.gate.GateDraft;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.http.v1.gate.AskedQuestions;
import dev.holdpoint.http.v1.gate.AskedWorld;
import dev.holdpoint.http.v1.gate.AskerTerms;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What clients ask, as gates. */
final class Gating {
  private static final String CALL = "call_1";
  private static final String REQUEST = "request_approval";
  private static final String ASK = "ask_user_question";

  private Gating() {}

  static ExternalGates.Gate of(McpApprovalArguments asked, AskedWorld world) {
    String tool = asked.toolName() == null ? REQUEST : asked.toolName();
    // What is asked has to be told apart by the call alone, so one that says nothing has the
    // reason.
    Json input =
        asked.input() == null
            ? JsonTree.write(JsonTree.object().put("reason", asked.reason()))
            : JsonTree.write(asked.input());
    ToolCall call = new ToolCall(CALL, tool, input);
    return new ExternalGates.Gate(
        call,
        GateDraft.approval(call)
            .because(asked.reason())
            .until(deadline(asked.expiresAfterMs()))
            .on(
                AskerTerms.of(asked.onExpiry(), asked.risk(), asked.editable(), asked.lateAnswers())
                    .with(AskerTerms.permit(asked.permit())))
            .revising(AskerTerms.revision(asked.revises(), asked.reply()))
            .dependingOn(world.listed(asked.preconditions()), null));
  }

  static ExternalGates.Gate of(McpQuestionArguments asked) {
    List<QuestionDraft> drafts = drafts(asked);
    List<StructuredQuestion> questions = AskedQuestions.of(drafts);
    return new ExternalGates.Gate(
        new ToolCall(CALL, ASK, input(questions)),
        new GateDraft.OfQuestion(CALL, questions, deadline(asked.expiresAfterMs()))
            .on(AskerTerms.of(asked.onExpiry(), asked.risk(), asked.lateAnswers())));
  }

  static String text(McpApprovalArguments asked) {
    return asked.toolName() == null ? asked.reason() : asked.toolName() + ": " + asked.reason();
  }

  static String text(McpQuestionArguments asked) {
    return drafts(asked).getFirst().question();
  }

  private static List<QuestionDraft> drafts(McpQuestionArguments asked) {
    boolean several = !asked.questions().isEmpty();
    if (several == (asked.question() != null)) {
      throw Problem.INVALID_REQUEST
          .because("Send either question, or questions with at least one entry.")
          .asException();
    }
    if (several && (!asked.options().isEmpty() || asked.multiSelect() != null)) {
      throw Problem.INVALID_REQUEST
          .because(
              "options and multi_select belong to question; each entry of questions "
                  + "has its own.")
          .asException();
    }
    return several || asked.question() == null
        ? asked.questions()
        : List.of(
            new QuestionDraft(
                "question",
                null,
                asked.question(),
                asked.options().stream()
                    .map(label -> new Option(label, label, null, null))
                    .toList(),
                asked.multiSelect()));
  }

  /** What was asked, however it was put: by this it is known when it is asked again. */
  private static Json input(List<StructuredQuestion> questions) {
    ObjectNode input = JsonTree.object();
    ArrayNode all = input.putArray("questions");
    for (StructuredQuestion question : questions) {
      ObjectNode one = all.addObject().put("id", question.id());
      if (!question.header().isEmpty()) {
        one.put("header", question.header());
      }
      one.put("question", question.question());
      ArrayNode options = one.putArray("options");
      question
          .options()
          .forEach(
              option -> {
                ObjectNode made =
                    options.addObject().put("id", option.id()).put("label", option.label());
                put(made, "description", option.description());
                put(made, "preview", option.preview());
              });
      one.put("multi_select", question.multiSelect());
    }
    return JsonTree.write(input);
  }

  private static void put(ObjectNode to, String name, @Nullable String value) {
    if (value != null) {
      to.put(name, value);
    }
  }

  private static GateDraft.Deadline deadline(@Nullable Long afterMs) {
    return new GateDraft.Deadline(null, afterMs);
  }
}
