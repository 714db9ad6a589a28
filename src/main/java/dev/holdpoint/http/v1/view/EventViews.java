package dev.holdpoint.http.v1.view;

import dev.holdpoint.api.event.EventBodies.RunEventEntry;
import dev.holdpoint.api.event.RunEvent;
import dev.holdpoint.api.event.StreamFrame;
import dev.holdpoint.api.gate.TriageBodies.GateChangeWord;
import dev.holdpoint.api.gate.TriageBodies.GateKindWord;
import dev.holdpoint.api.permission.PermissionBodies.PermissionBehavior;
import dev.holdpoint.api.status.EffectResolution;
import dev.holdpoint.api.status.GateStatus;
import dev.holdpoint.api.status.SessionStatus;
import dev.holdpoint.core.event.JournalRow;
import dev.holdpoint.core.event.LedgerEvent;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.ApprovalState;
import dev.holdpoint.core.gate.Question;
import dev.holdpoint.core.gate.QuestionState;
import dev.holdpoint.core.run.Requester;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunStatus;
import dev.holdpoint.http.v1.call.JsonNodes;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Journal rows as a client sees them: entries of a history, frames of a stream. */
public final class EventViews {
  private final GateViews gates;
  private final RunViews runs;

  EventViews(GateViews gates, RunViews runs) {
    this.gates = gates;
    this.runs = runs;
  }

  /**
   * The row's part of its run's history.
   *
   * @param triage whether the reader may know what people do about gates; agents may not
   */
  public List<RunEventEntry> entries(JournalRow row, boolean triage) {
    List<RunEventEntry> entries = new ArrayList<>();
    for (int i = 0; i < row.events().size(); i++) {
      switch (row.events().get(i)) {
        case LedgerEvent.OfRun event -> entries.add(entry(row, i, event));
        case LedgerEvent.GateUpdated updated when triage -> entries.add(entry(row, i, updated));
        case LedgerEvent _ -> {}
      }
    }
    return entries;
  }

  private static RunEventEntry entry(JournalRow row, int index, LedgerEvent.GateUpdated updated) {
    return new RunEventEntry(
        Long.toString(row.idOf(index)),
        row.atMs(),
        updated.runId(),
        row.sessionId(),
        updated.agentId(),
        new RunEvent.GateUpdated(
            GateKindWord.valueOf(updated.kind().name()),
            updated.gateId(),
            GateChangeWord.valueOf(updated.change().name()),
            updated.by(),
            StandingViews.of(updated.standing()),
            updated.triage() == null ? null : TriageViews.of(updated.triage()),
            HeldViews.of(row, updated),
            updated.code()));
  }

  private RunEventEntry entry(JournalRow row, int index, LedgerEvent.OfRun event) {
    Run run = run(row);
    return new RunEventEntry(
        Long.toString(row.idOf(index)),
        row.atMs(),
        run.id(),
        row.sessionId(),
        run.head().agentId(),
        happened(row, run, event));
  }

  private RunEvent happened(JournalRow row, Run run, LedgerEvent.OfRun event) {
    var view = runs.then(run, event.status(), position(event), row.atMs());
    return switch (event) {
      case LedgerEvent.Accepted _ -> new RunEvent.Accepted(view);
      case LedgerEvent.Queued _ -> new RunEvent.Queued(view);
      case LedgerEvent.Started _ -> new RunEvent.Started(view);
      case LedgerEvent.WaitingForApproval waiting ->
          new RunEvent.WaitingForApproval(
              waiting.requestIds(),
              waiting.requestIds().stream()
                  .flatMap(id -> run.approval(id).stream())
                  .map(a -> gates.request(run, a, row.atMs()))
                  .toList(),
              view);
      case LedgerEvent.ApprovalResolved resolved ->
          new RunEvent.ApprovalResolved(
              resolved.resolutions().stream().map(JsonNodes::of).toList(), resolved.by());
      case LedgerEvent.ApprovalEndorsed endorsed ->
          new RunEvent.ApprovalEndorsed(endorsed.approvalId(), endorsed.by(), endorsed.required());
      case LedgerEvent.ApprovalStale stale ->
          new RunEvent.ApprovalStale(
              stale.approvalId(), stale.successorId(), WorldViews.changes(stale.changes()));
      case LedgerEvent.RuleApplied applied ->
          new RunEvent.PermissionRuleApplied(
              RuleViews.applied(applied.rule()),
              applied.callId(),
              applied.tool(),
              PermissionBehavior.valueOf(applied.rule().behavior().name()),
              applied.approvalId());
      case LedgerEvent.AgentModeChanged changed ->
          new RunEvent.AgentModeChanged(changed.from(), changed.to());
      case LedgerEvent.EffectUncertain(String callId, String questionId) ->
          new RunEvent.EffectUncertain(callId, questionId);
      case LedgerEvent.EffectSettled settled ->
          new RunEvent.EffectSettled(
              settled.callId(), EffectResolution.valueOf(settled.resolved().name()), settled.by());
      case LedgerEvent.WaitingForUserQuestion waiting ->
          new RunEvent.WaitingForUserQuestion(
              waiting.requestIds(),
              waiting.requestIds().stream()
                  .flatMap(id -> run.question(id).or(() -> run.clarification(id)).stream())
                  .map(q -> gates.request(run, q, row.atMs()))
                  .toList(),
              view);
      case LedgerEvent.UserQuestionResolved resolved ->
          new RunEvent.UserQuestionResolved(JsonNodes.of(resolved.resolution()), resolved.by());
      case LedgerEvent.ParentClarificationResolved resolved -> clarified(run, resolved);
      case LedgerEvent.OutputAppended output ->
          new RunEvent.Output(runs.output(run, run.outputs().get(output.index())), view);
      case LedgerEvent.Completed _ -> new RunEvent.Completed(view);
      case LedgerEvent.Failed failed -> new RunEvent.Failed(failed.error(), view);
      case LedgerEvent.Interrupted _ -> new RunEvent.Interrupted(view);
      case LedgerEvent.Cancelled _ -> new RunEvent.Cancelled(view);
    };
  }

  private static RunEvent clarified(Run run, LedgerEvent.ParentClarificationResolved resolved) {
    Requester child = run.head().requester();
    return new RunEvent.ParentClarificationResolved(
        child == null ? "" : child.agentId(),
        child == null ? "" : child.sessionId(),
        resolved.requestId(),
        resolved.declined(),
        JsonNodes.of(resolved.resolution()),
        resolved.by());
  }

  private static @Nullable Integer position(LedgerEvent.OfRun event) {
    return event instanceof LedgerEvent.Queued queued ? queued.position() : null;
  }

  /** Its place in the queue when the row was written, if it stood there. */
  private static @Nullable Integer position(JournalRow row, Run run) {
    if (run.status() != RunStatus.QUEUED) {
      return null;
    }
    return row.events().stream()
        .flatMap(
            event ->
                event instanceof LedgerEvent.Queued queued ? Stream.of(queued) : Stream.empty())
        .map(LedgerEvent.Queued::position)
        .findFirst()
        .orElse(null);
  }

  /** The data of one frame. */
  public StreamFrame frame(JournalRow row, int index) {
    LedgerEvent event = row.events().get(index);
    return switch (event) {
      case LedgerEvent.OfRun ofRun -> new StreamFrame.RunHappened(entry(row, index, ofRun));
      case LedgerEvent.GateUpdated updated ->
          new StreamFrame.GateUpdated(
              GateKindWord.valueOf(updated.kind().name()),
              updated.gateId(),
              updated.runId(),
              row.sessionId(),
              GateChangeWord.valueOf(updated.change().name()),
              updated.by(),
              row.atMs(),
              StandingViews.of(updated.standing()),
              updated.triage() == null ? null : TriageViews.of(updated.triage()),
              HeldViews.of(row, updated),
              updated.code());
      case LedgerEvent.RunUpdated _ -> {
        Run run = run(row);
        yield new StreamFrame.RunUpdated(
            runs.then(run, run.status(), position(row, run), row.atMs()));
      }
      case LedgerEvent.OutputMade made ->
          new StreamFrame.Output(runs.output(run(row), run(row).outputs().get(made.index())));
      case LedgerEvent.ApprovalRaised raised ->
          new StreamFrame.ApprovalRequested(
              gates.request(run(row), approval(row, raised.approvalId()), row.atMs()),
              run(row).id(),
              row.sessionId(),
              run(row).head().agentId());
      case LedgerEvent.ApprovalSettled settled -> settled(row, approval(row, settled.approvalId()));
      case LedgerEvent.QuestionRaised raised ->
          new StreamFrame.QuestionRequested(
              gates.request(run(row), question(row, raised.questionId()), row.atMs()),
              run(row).id(),
              row.sessionId(),
              run(row).head().agentId());
      case LedgerEvent.QuestionSettled settled -> settled(row, question(row, settled.questionId()));
      case LedgerEvent.SessionChanged changed ->
          new StreamFrame.SessionStateChanged(
              row.sessionId(),
              SessionStatus.valueOf(changed.status().name()),
              changed.pendingApprovals(),
              changed.pendingQuestions());
    };
  }

  private static StreamFrame settled(JournalRow row, Approval approval) {
    GateStatus status = GateViews.status(approval);
    return new StreamFrame.ApprovalResolved(
        approval.id(),
        run(row).id(),
        row.sessionId(),
        status,
        approval.state() instanceof ApprovalState.Settled settled
            ? GateViews.outcome(settled)
            : null,
        approval.state() instanceof ApprovalState.Settled settled
            ? GateViews.applied(settled)
            : null,
        approval.state() instanceof ApprovalState.Settled settled ? settled.by() : null,
        JsonNodes.orNull(approval.sent()));
  }

  private static StreamFrame settled(JournalRow row, Question question) {
    GateStatus status = GateViews.status(question);
    return new StreamFrame.QuestionResolved(
        question.id(),
        run(row).id(),
        row.sessionId(),
        status,
        question.state() instanceof QuestionState.Settled settled
            ? GateViews.outcome(settled)
            : null,
        question.state() instanceof QuestionState.Settled settled
            ? GateViews.applied(settled)
            : null,
        question.state() instanceof QuestionState.Settled settled ? settled.by() : null,
        JsonNodes.orNull(question.sent()));
  }

  private static Run run(JournalRow row) {
    if (row.run() == null) {
      throw new IllegalStateException(
          "journal row " + row.lastId() + " is about a run but has none");
    }
    return row.run();
  }

  private static Approval approval(JournalRow row, String id) {
    return run(row).approval(id).orElseThrow();
  }

  private static Question question(JournalRow row, String id) {
    return run(row).question(id).orElseThrow();
  }
}
