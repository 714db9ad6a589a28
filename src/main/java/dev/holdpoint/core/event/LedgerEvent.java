package dev.holdpoint.core.event;

import dev.holdpoint.core.gate.GateKind;
import dev.holdpoint.core.gate.UncertainEffect;
import dev.holdpoint.core.permission.PermissionRule;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.RunStatus;
import dev.holdpoint.core.session.SessionStatus;
import dev.holdpoint.core.stats.StageCause;
import dev.holdpoint.core.triage.GateChange;
import dev.holdpoint.core.triage.TriageState;
import dev.holdpoint.core.world.WorldChange;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Something that happened and has an id in the ledger. An event names what changed; the run as it
 * was after the commit lies beside it in the same journal row, so nothing is stored twice.
 */
public sealed interface LedgerEvent {

  /** An entry of the run's own history. {@code status} is the run's at that very point. */
  sealed interface OfRun extends LedgerEvent {
    RunStatus status();
  }

  record Accepted() implements OfRun {
    @Override
    public RunStatus status() {
      return RunStatus.QUEUED;
    }
  }

  /** {@code position} in the session's queue, counted from 1. */
  record Queued(int position) implements OfRun {
    @Override
    public RunStatus status() {
      return RunStatus.QUEUED;
    }
  }

  record Started() implements OfRun {
    @Override
    public RunStatus status() {
      return RunStatus.RUNNING;
    }
  }

  record WaitingForApproval(List<String> requestIds) implements OfRun {
    @Override
    public RunStatus status() {
      return RunStatus.WAITING_FOR_APPROVAL;
    }
  }

  record ApprovalResolved(List<Json> resolutions, String by, RunStatus status) implements OfRun {}

  /** One of the several yeses that the approval takes was said. */
  record ApprovalEndorsed(String approvalId, String by, int required, RunStatus status)
      implements OfRun {}

  /**
   * What an allowed approval depended on has moved: nothing ran, and its successor asks anew.
   *
   * @param changes without what files have in them
   */
  record ApprovalStale(
      String approvalId, String successorId, List<WorldChange> changes, RunStatus status)
      implements OfRun {}

  /**
   * A permission rule answered in a person's place.
   *
   * @param rule as it was then: it may be revoked, and this tells of it all the same
   */
  record RuleApplied(
      PermissionRule rule,
      String callId,
      String tool,
      @Nullable String approvalId,
      RunStatus status)
      implements OfRun {}

  /**
   * An agent outside works in another mode, which it has chosen itself.
   *
   * @param from null when the agent did not say in which it was
   */
  record AgentModeChanged(@Nullable String from, String to, RunStatus status) implements OfRun {}

  /** A call was started and has no result: a person is asked whether it happened. */
  record EffectUncertain(String callId, String questionId) implements OfRun {
    @Override
    public RunStatus status() {
      return RunStatus.WAITING_FOR_USER_QUESTION;
    }
  }

  /** A person has said what became of a call that had no result. */
  record EffectSettled(
      String callId, UncertainEffect.Resolved resolved, String by, RunStatus status)
      implements OfRun {}

  record WaitingForUserQuestion(List<String> requestIds) implements OfRun {
    @Override
    public RunStatus status() {
      return RunStatus.WAITING_FOR_USER_QUESTION;
    }
  }

  record UserQuestionResolved(Json resolution, String by, RunStatus status) implements OfRun {}

  /**
   * {@code resolution} is what was delivered to the child; the run's head tells to whom.
   *
   * @param by null in rows that versions before kept without it
   */
  record ParentClarificationResolved(
      String requestId, boolean declined, Json resolution, @Nullable String by) implements OfRun {
    @Override
    public RunStatus status() {
      return RunStatus.WAITING_FOR_USER_QUESTION;
    }
  }

  /** {@code index} points into the run's outputs. */
  record OutputAppended(int index, RunStatus status) implements OfRun {}

  record Completed() implements OfRun {
    @Override
    public RunStatus status() {
      return RunStatus.COMPLETED;
    }
  }

  record Failed(String error) implements OfRun {
    @Override
    public RunStatus status() {
      return RunStatus.FAILED;
    }
  }

  record Interrupted() implements OfRun {
    @Override
    public RunStatus status() {
      return RunStatus.INTERRUPTED;
    }
  }

  record Cancelled() implements OfRun {
    @Override
    public RunStatus status() {
      return RunStatus.CANCELLED;
    }
  }

  /**
   * Something happened to a gate that did not settle it. What changes the run is told in the run's
   * own journal row; all else has a row of its own, which holds no run, so it says whose it is.
   *
   * @param by null where nobody did it
   * @param triage what people had done about the gate by then
   * @param because why a stage opened; null with every other change
   * @param code the problem for which the daemon took a held decision back; null with all else
   * @param standing what the policies made of the votes after it; null where that did not change
   */
  record GateUpdated(
      GateKind kind,
      String gateId,
      long runKey,
      String runId,
      String agentId,
      GateChange change,
      @Nullable String by,
      @Nullable TriageState triage,
      @Nullable StageCause because,
      @Nullable String code,
      @Nullable ToldStanding standing)
      implements LedgerEvent {
    public GateUpdated(
        GateKind kind,
        String gateId,
        long runKey,
        String runId,
        String agentId,
        GateChange change,
        @Nullable String by,
        @Nullable TriageState triage) {
      this(kind, gateId, runKey, runId, agentId, change, by, triage, null, null, null);
    }

    /** The same with why the stage opened. */
    public GateUpdated because(StageCause cause) {
      return new GateUpdated(
          kind, gateId, runKey, runId, agentId, change, by, triage, cause, code, standing);
    }

    /** The same with the problem for which it was taken back. */
    public GateUpdated takenBackFor(@Nullable String problem) {
      return new GateUpdated(
          kind, gateId, runKey, runId, agentId, change, by, triage, because, problem, standing);
    }

    /** The same with what the policies made of the votes; null where they have no word in it. */
    public GateUpdated standing(@Nullable ToldStanding after) {
      return new GateUpdated(
          kind, gateId, runKey, runId, agentId, change, by, triage, because, code, after);
    }
  }

  /** The run's projection changed; for those who watch runs rather than histories. */
  record RunUpdated() implements LedgerEvent {}

  record OutputMade(int index) implements LedgerEvent {}

  record ApprovalRaised(String approvalId) implements LedgerEvent {}

  record ApprovalSettled(String approvalId) implements LedgerEvent {}

  record QuestionRaised(String questionId) implements LedgerEvent {}

  record QuestionSettled(String questionId) implements LedgerEvent {}

  record SessionChanged(SessionStatus status, int pendingApprovals, int pendingQuestions)
      implements LedgerEvent {}
}
