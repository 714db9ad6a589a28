package dev.holdpoint.store.doc;

import dev.holdpoint.core.audit.Checkpoint;
import dev.holdpoint.core.delivery.DeliveryState;
import dev.holdpoint.core.event.LedgerEvent;
import dev.holdpoint.core.gate.ApprovalState;
import dev.holdpoint.core.gate.QuestionState;
import dev.holdpoint.core.permit.PermitState;
import dev.holdpoint.core.run.Item;
import dev.holdpoint.core.run.RunState;
import dev.holdpoint.core.run.Step;
import dev.holdpoint.core.schedule.Trigger;
import java.util.List;
import tools.jackson.databind.jsontype.NamedType;

/**
 * What each kind of state, event and step is called in a document. A class may be renamed; its name
 * here may not, because documents written years ago carry it.
 */
final class TypeNames {
  static final List<Class<?>> ROOTS =
      List.of(
          RunState.class,
          ApprovalState.class,
          QuestionState.class,
          LedgerEvent.class,
          Step.class,
          Trigger.class,
          Item.class,
          DeliveryState.class,
          Checkpoint.Subject.class,
          PermitState.class);

  private TypeNames() {}

  static NamedType[] all() {
    return new NamedType[] {
      of(RunState.Queued.class, "queued"),
      of(RunState.Deferred.class, "deferred"),
      of(RunState.Running.class, "running"),
      of(RunState.WaitingForApproval.class, "waiting_for_approval"),
      of(RunState.WaitingForUserQuestion.class, "waiting_for_user_question"),
      of(RunState.Completed.class, "completed"),
      of(RunState.Failed.class, "failed"),
      of(RunState.Interrupted.class, "interrupted"),
      of(RunState.Cancelled.class, "cancelled"),
      //
      of(ApprovalState.Pending.class, "pending"),
      of(ApprovalState.Allowed.class, "allowed"),
      of(ApprovalState.Denied.class, "denied"),
      of(ApprovalState.Expired.class, "expired"),
      of(ApprovalState.Withdrawn.class, "withdrawn"),
      //
      of(QuestionState.Pending.class, "pending"),
      of(QuestionState.Answered.class, "answered"),
      of(QuestionState.Declined.class, "declined"),
      of(QuestionState.Cancelled.class, "cancelled"),
      of(QuestionState.Expired.class, "expired"),
      of(QuestionState.Withdrawn.class, "withdrawn"),
      //
      of(PermitState.Ready.class, "ready"),
      of(PermitState.Started.class, "started"),
      of(PermitState.Succeeded.class, "succeeded"),
      of(PermitState.Failed.class, "failed"),
      of(PermitState.Uncertain.class, "uncertain"),
      of(PermitState.Voided.class, "void"),
      //
      of(LedgerEvent.Accepted.class, "accepted"),
      of(LedgerEvent.Queued.class, "queued"),
      of(LedgerEvent.Started.class, "started"),
      of(LedgerEvent.WaitingForApproval.class, "waiting_for_approval"),
      of(LedgerEvent.ApprovalResolved.class, "approval_resolved"),
      of(LedgerEvent.ApprovalEndorsed.class, "approval_endorsed"),
      of(LedgerEvent.ApprovalStale.class, "approval_stale"),
      of(LedgerEvent.RuleApplied.class, "rule_applied"),
      of(LedgerEvent.AgentModeChanged.class, "agent_mode_changed"),
      of(LedgerEvent.EffectUncertain.class, "effect_uncertain"),
      of(LedgerEvent.EffectSettled.class, "effect_settled"),
      of(LedgerEvent.WaitingForUserQuestion.class, "waiting_for_user_question"),
      of(LedgerEvent.UserQuestionResolved.class, "user_question_resolved"),
      of(LedgerEvent.ParentClarificationResolved.class, "parent_clarification_resolved"),
      of(LedgerEvent.OutputAppended.class, "output_appended"),
      of(LedgerEvent.Completed.class, "completed"),
      of(LedgerEvent.Failed.class, "failed"),
      of(LedgerEvent.Interrupted.class, "interrupted"),
      of(LedgerEvent.Cancelled.class, "cancelled"),
      of(LedgerEvent.GateUpdated.class, "gate_updated"),
      of(LedgerEvent.RunUpdated.class, "run_updated"),
      of(LedgerEvent.OutputMade.class, "output_made"),
      of(LedgerEvent.ApprovalRaised.class, "approval_raised"),
      of(LedgerEvent.ApprovalSettled.class, "approval_settled"),
      of(LedgerEvent.QuestionRaised.class, "question_raised"),
      of(LedgerEvent.QuestionSettled.class, "question_settled"),
      of(LedgerEvent.SessionChanged.class, "session_changed"),
      //
      of(Step.Input.class, "input"),
      of(Step.Turn.class, "turn"),
      of(Step.Result.class, "result"),
      //
      of(Trigger.Once.class, "once"),
      of(Trigger.Interval.class, "interval"),
      of(Trigger.Cron.class, "cron"),
      //
      of(Item.Text.class, "text"),
      of(Item.File.class, "file"),
      of(Item.Board.class, "board"),
      //
      of(DeliveryState.Queued.class, "queued"),
      of(DeliveryState.Waiting.class, "waiting"),
      of(DeliveryState.Sending.class, "sending"),
      of(DeliveryState.Delivered.class, "delivered"),
      of(DeliveryState.DeadLettered.class, "dead_lettered"),
      //
      of(Checkpoint.OfRun.class, "run"),
      of(Checkpoint.OfKey.class, "key"),
      of(Checkpoint.OfLoss.class, "loss"),
    };
  }

  private static NamedType of(Class<?> type, String name) {
    return new NamedType(type, name);
  }
}
