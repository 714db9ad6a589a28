package dev.holdpoint.http.hooks;

import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.ApprovalState;
import dev.holdpoint.core.gate.Caution;
import dev.holdpoint.core.gate.Offer;
import dev.holdpoint.core.gate.Question;
import dev.holdpoint.core.gate.QuestionState;
import dev.holdpoint.core.gate.StructuredQuestion;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.engine.asking.Decisions;
import dev.holdpoint.engine.asking.GateDecision;
import dev.holdpoint.engine.external.ExternalGates;
import dev.holdpoint.engine.gate.GateDraft;
import dev.holdpoint.engine.json.JsonTree;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A tool that a program wants to use, as a gate: tools that ask its user something are questions,
 * every other is an approval.
 *
 * @param questions empty for an approval
 * @param caution how carefully it wants the request handled; null where it says nothing
 * @param offer what it can be told besides yes and no; null where everything can
 */
public record ToolPrompt(
    ToolCall call,
    List<StructuredQuestion> questions,
    Place place,
    @Nullable Caution caution,
    @Nullable Offer offer) {
  /** A run of a client has one call; what the client calls it is in its key. */
  private static final String CALL = "call_1";

  /** The whole input is shown beside it. */
  private static final int DESCRIPTION = 1_000;

  /**
   * Where the tool would be used, so that people can tell one process from another; each but the
   * program is null where it was not said.
   *
   * @param folder in which it works
   * @param mode of its permissions
   * @param agent which of its agents asks; null for the main one too
   */
  public record Place(
      Program program, @Nullable String folder, @Nullable String mode, @Nullable String agent) {
    private String who() {
      return said(agent) ? program.title() + "'s agent " + agent : program.title();
    }

    private String where() {
      return (said(folder) ? " in " + folder : "") + (said(mode) ? ", mode " + mode : "");
    }

    private static boolean said(@Nullable String text) {
      return text != null && !text.isBlank();
    }
  }

  /**
   * Of a program that does not say where it is.
   *
   * @param input the tool's, an object
   * @throws dev.holdpoint.core.problem.Refused when what it asks cannot be put to anybody
   */
  public static ToolPrompt of(
      Program program, String tool, JsonNode input, @Nullable Caution caution) {
    return of(tool, input, new Place(program, null, null, null), caution, null);
  }

  static ToolPrompt of(HookMoment event, HookUse use) {
    return of(
        use.tool(), use.input(), use.place(), use.caution(), use.place().program.offer(event));
  }

  private static ToolPrompt of(
      String tool, JsonNode input, Place place, @Nullable Caution caution, @Nullable Offer offer) {
    Program program = place.program;
    ToolCall call = program.call(CALL, tool, JsonTree.write(input));
    return program.isQuestion(tool)
        ? new ToolPrompt(call, program.questions(tool, input), place, null, null)
        : new ToolPrompt(call, List.of(), place, caution, offer);
  }

  /** What people see of it in lists. */
  public String text() {
    return questions.isEmpty() ? reason() : questions.getFirst().question();
  }

  private String reason() {
    String said = JsonTree.of(call.input()).path("description").asString("").strip();
    String what = place.who() + " wants to use " + tool() + place.where();
    if (said.isEmpty()) {
      return what + ".";
    }
    return what + ": " + (said.length() > DESCRIPTION ? cut(said) + "…" : said);
  }

  /** The program's own name for the tool. */
  private String tool() {
    return call.agent() == null ? call.tool() : call.agent().tool();
  }

  /** Half a character is none. */
  private static String cut(String said) {
    int end = Character.isHighSurrogate(said.charAt(DESCRIPTION - 1)) ? 1 : 0;
    return said.substring(0, DESCRIPTION - end);
  }

  public ExternalGates.Gate gate(GateDraft.Deadline deadline) {
    return questions.isEmpty()
        ? new ExternalGates.Gate(
            call,
            GateDraft.approval(call)
                .because(reason())
                .until(deadline)
                .handledWith(caution)
                .offering(offer))
        : new ExternalGates.Gate(call, new GateDraft.OfQuestion(call.id(), questions, deadline));
  }

  /** What is to be told, as the run that holds the gate stands. */
  public HookVerdict verdict(Run run) {
    GateDecision decision = decision(run);
    return switch (decision) {
      case null -> new HookVerdict.Open();
      case GateDecision.Allowed allowed -> allowed(allowed);
      case GateDecision.Answered answered ->
          Program.refusal(call.tool(), answered.answers())
              .<HookVerdict>map(HookVerdict.Deny::new)
              .orElseGet(
                  () ->
                      new HookVerdict.Allow(Program.answered(call, questions, answered.answers())));
      case GateDecision.Denied denied -> deny(denied.message(), "a person denied it");
      case GateDecision.Declined declined -> deny(declined.reason(), "the question was declined");
      case GateDecision.Cancelled cancelled ->
          deny(cancelled.reason(), "the request was withdrawn");
    };
  }

  /** Whoever is refused without a word is told at least that. */
  private static HookVerdict deny(String reason, String otherwise) {
    return new HookVerdict.Deny(reason.isBlank() ? otherwise : reason);
  }

  /**
   * The input that the program has to be told besides a yes: null where the tool may run with what
   * was sent. Tools that ask want to hear theirs even where nothing was changed, or they ask people
   * at the terminal once more.
   */
  public @Nullable JsonNode changed(HookVerdict.Allow allow) {
    return questions.isEmpty() && allow.input().equals(JsonTree.of(call.input()))
        ? null
        : allow.input();
  }

  private HookVerdict allowed(GateDecision.Allowed allowed) {
    Json updated = allowed.updatedInput();
    return new HookVerdict.Allow(JsonTree.of(updated == null ? call.input() : updated));
  }

  /** Who has decided it, or what did; nobody while it is pending. */
  public static Optional<String> decider(Run run) {
    if (!run.approvals().isEmpty()) {
      return run.approvals().getFirst().state() instanceof ApprovalState.Settled settled
          ? Optional.of(settled.by())
          : Optional.empty();
    }
    return run.questions().getFirst().state() instanceof QuestionState.Settled settled
        ? Optional.of(settled.by())
        : Optional.empty();
  }

  /** Null while it is pending. */
  private static @Nullable GateDecision decision(Run run) {
    if (!run.approvals().isEmpty()) {
      Approval approval = run.approvals().getFirst();
      return approval.isPending() ? null : Decisions.of(approval);
    }
    Question question = run.questions().getFirst();
    return question.isPending() ? null : Decisions.of(question);
  }
}
