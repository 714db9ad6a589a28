package dev.holdpoint.http.claude;

import dev.holdpoint.core.approval.Approval;
import dev.holdpoint.core.json.Json;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.question.Question;
import dev.holdpoint.core.question.StructuredQuestion;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.engine.Advance;
import dev.holdpoint.engine.OutsideGates;
import dev.holdpoint.engine.RuledCall;
import dev.holdpoint.engine.asking.ClaudeQuestions;
import dev.holdpoint.engine.asking.Decision;
import dev.holdpoint.engine.asking.Decisions;
import dev.holdpoint.engine.json.Digests;
import dev.holdpoint.engine.json.JsonTree;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A tool that Claude Code wants to use, as a gate: its two asking tools are questions, every other
 * is an approval.
 *
 * @param questions empty for an approval
 */
public record ClaudePrompt(ToolCall call, List<StructuredQuestion> questions) {
  /** A run of a client has one call; what the client calls it is in its key. */
  private static final String CALL = "call_1";

  /**
   * @param input the tool's, an object
   * @throws dev.holdpoint.core.problem.Refused when what it asks cannot be put to anybody
   */
  public static ClaudePrompt of(String tool, JsonNode input) {
    ToolCall call = new ToolCall(CALL, tool, JsonTree.write(input));
    if (!ClaudeQuestions.asks(tool)) {
      return new ClaudePrompt(call, List.of());
    }
    try {
      return new ClaudePrompt(call, ClaudeQuestions.read(tool, input, ""));
    } catch (ClaudeQuestions.NotUnderstood e) {
      throw Problem.INVALID_REQUEST
          .because("What " + tool + " asks cannot be shown to anybody: " + e.getMessage() + ".")
          .asException();
    }
  }

  /** What people see of it in lists. */
  public String text() {
    return questions.isEmpty() ? reason() : questions.getFirst().question();
  }

  private String reason() {
    String said = JsonTree.of(call.input()).path("description").asString("");
    return "Claude Code wants to use " + call.tool() + (said.isBlank() ? "." : ": " + said.strip());
  }

  public OutsideGates.Gate gate(Advance.Deadline deadline) {
    return questions.isEmpty()
        ? new OutsideGates.Gate(
            call,
            new Advance.ApprovalDraft(
                call.id(),
                reason(),
                deadline,
                Digests.of(call.tool(), call.input()),
                RuledCall.of(call).patternKeys(),
                null),
            null)
        : new OutsideGates.Gate(
            call, null, new Advance.QuestionDraft(call.id(), questions, deadline));
  }

  /** What is to be told, as the run that holds the gate stands. */
  public Verdict verdict(Run run) {
    Decision decision = decision(run);
    return switch (decision) {
      case null -> new Verdict.Open();
      case Decision.Allowed allowed -> allowed(allowed);
      case Decision.Answered answered ->
          ClaudeQuestions.refusal(call.tool(), answered.answers())
              .<Verdict>map(Verdict.Deny::new)
              .orElseGet(
                  () ->
                      new Verdict.Allow(
                          ClaudeQuestions.answered(
                              JsonTree.of(call.input()), questions, answered.answers())));
      case Decision.Denied denied -> new Verdict.Deny(denied.reason());
      case Decision.Declined declined -> new Verdict.Deny(declined.reason());
      case Decision.Cancelled cancelled -> new Verdict.Deny(cancelled.reason());
    };
  }

  private Verdict allowed(Decision.Allowed allowed) {
    Json updated = allowed.updatedInput();
    return new Verdict.Allow(JsonTree.of(updated == null ? call.input() : updated));
  }

  /** Null while it is pending. */
  private static @Nullable Decision decision(Run run) {
    if (!run.approvals().isEmpty()) {
      Approval approval = run.approvals().getFirst();
      return approval.isPending() ? null : Decisions.of(approval);
    }
    Question question = run.questions().getFirst();
    return question.isPending() ? null : Decisions.of(question);
  }
}
