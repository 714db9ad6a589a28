package dev.holdpoint.store.doc;

import static dev.holdpoint.store.Samples.INPUT;
import static dev.holdpoint.store.Samples.NOW;

import dev.holdpoint.core.access.Role;
import dev.holdpoint.core.audit.Checkpoint;
import dev.holdpoint.core.delivery.DeliveryFault;
import dev.holdpoint.core.delivery.DeliveryState;
import dev.holdpoint.core.event.LedgerEvent;
import dev.holdpoint.core.event.ToldStanding;
import dev.holdpoint.core.gate.Answer;
import dev.holdpoint.core.gate.Applied;
import dev.holdpoint.core.gate.ApprovalState;
import dev.holdpoint.core.gate.Denial;
import dev.holdpoint.core.gate.Endorsement;
import dev.holdpoint.core.gate.GateKind;
import dev.holdpoint.core.gate.HeldDecision;
import dev.holdpoint.core.gate.QuestionState;
import dev.holdpoint.core.gate.UncertainEffect;
import dev.holdpoint.core.gate.Withdrawal;
import dev.holdpoint.core.permission.Behavior;
import dev.holdpoint.core.permission.PermissionRule;
import dev.holdpoint.core.permit.PermitState;
import dev.holdpoint.core.permit.Redemption;
import dev.holdpoint.core.permit.VoidReason;
import dev.holdpoint.core.policy.OnExpiry;
import dev.holdpoint.core.policy.Standing;
import dev.holdpoint.core.policy.Vote;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Item;
import dev.holdpoint.core.run.RunState;
import dev.holdpoint.core.run.RunStatus;
import dev.holdpoint.core.run.Step;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.core.schedule.Trigger;
import dev.holdpoint.core.session.SessionStatus;
import dev.holdpoint.core.triage.GateChange;
import dev.holdpoint.core.triage.Triage;
import dev.holdpoint.core.triage.TriageState;
import dev.holdpoint.core.world.Precondition;
import dev.holdpoint.core.world.WorldChange;
import java.util.List;
import java.util.stream.Stream;

/** At least one of every kind of state, event and step. */
final class EveryKind {
  static final List<RunState> RUN_STATES =
      List.of(
          new RunState.Queued(),
          new RunState.Deferred(NOW),
          new RunState.Running(),
          new RunState.WaitingForApproval(),
          new RunState.WaitingForUserQuestion(),
          new RunState.Completed(NOW),
          new RunState.Failed(NOW, "the model gave up:\n\"no\" \u0000"),
          new RunState.Interrupted(NOW, ""),
          new RunState.Cancelled(NOW));

  static final List<ApprovalState> APPROVAL_STATES =
      List.of(
          ApprovalState.Pending.until(null),
          ApprovalState.Pending.until(NOW),
          new ApprovalState.Allowed("ada", NOW, null, null),
          new ApprovalState.Allowed("ada", NOW, INPUT, "rul_1"),
          new ApprovalState.Allowed("ada", NOW, Json.NULL, null),
          new ApprovalState.Pending(
              NOW, List.of(new Endorsement("approver_key:a", "ada", NOW, INPUT, null))),
          new ApprovalState.Pending(
              NOW,
              List.of(),
              List.of(),
              new HeldDecision("ada", "tok_1", Role.OPERATOR, "allow", NOW, NOW + 5, 1, INPUT)),
          new ApprovalState.Allowed(
              "b",
              NOW,
              null,
              null,
              List.of(new Endorsement("approver_key:a", "ada", NOW, INPUT, null))),
          new ApprovalState.Denied("bob", NOW, "no", null),
          new ApprovalState.Denied("bob", NOW, "use staging", Denial.CHANGES_REQUESTED),
          new ApprovalState.Expired(NOW, null),
          new ApprovalState.Expired(NOW, Applied.FAIL),
          new ApprovalState.Withdrawn("daemon", NOW, null),
          new ApprovalState.Withdrawn("daemon", NOW, Withdrawal.GONE));

  static final List<QuestionState> QUESTION_STATES =
      List.of(
          QuestionState.Pending.until(null),
          QuestionState.Pending.until(NOW),
          new QuestionState.Pending(null, List.of(new Answer("q1", List.of("red"), null))),
          new QuestionState.Answered(
              "ada",
              NOW,
              List.of(
                  new Answer("q1", List.of("red", "blue"), null), new Answer("q2", List.of(), ""))),
          new QuestionState.Declined("bob", NOW, null),
          new QuestionState.Cancelled("bob", NOW, "not now"),
          new QuestionState.Expired(NOW, null, List.of()),
          new QuestionState.Expired(
              NOW, Applied.DEFAULT, List.of(new Answer("q1", List.of("red"), null))),
          new QuestionState.Withdrawn("daemon", NOW, Withdrawal.GONE));

  static final List<LedgerEvent> EVENTS =
      List.of(
          new LedgerEvent.Accepted(),
          new LedgerEvent.Queued(1),
          new LedgerEvent.Started(),
          new LedgerEvent.WaitingForApproval(List.of("apr_1", "apr_2")),
          new LedgerEvent.ApprovalResolved(
              List.of(INPUT, Json.NULL, new Json("\"a \\\" b\""), new Json("-0.0e1")),
              "ada",
              RunStatus.RUNNING),
          new LedgerEvent.ApprovalEndorsed("apr_1", "ada", 2, RunStatus.WAITING_FOR_APPROVAL),
          new LedgerEvent.ApprovalStale(
              "apr_1",
              "apr_2",
              List.of(
                  new WorldChange(
                      Precondition.Type.GIT_HEAD, "repo", "5f70", "6a81", null, null, null)),
              RunStatus.RUNNING),
          new LedgerEvent.RuleApplied(
              new PermissionRule(
                  7,
                  "rul_1",
                  Behavior.ALLOW,
                  "bash",
                  "git push *",
                  new PermissionRule.Scope(PermissionRule.ScopeKind.SESSION, "s"),
                  "tnt_root",
                  NOW,
                  3,
                  1,
                  "ada",
                  NOW,
                  "apr_1",
                  0L),
              "c1",
              "bash",
              "apr_1",
              RunStatus.RUNNING),
          new LedgerEvent.EffectUncertain("c1", "qst_1"),
          new LedgerEvent.EffectSettled(
              "c1", UncertainEffect.Resolved.NOT_HAPPENED, "ada", RunStatus.RUNNING),
          new LedgerEvent.WaitingForUserQuestion(List.of()),
          new LedgerEvent.UserQuestionResolved(
              new Json("true"), "ada", RunStatus.WAITING_FOR_USER_QUESTION),
          new LedgerEvent.ParentClarificationResolved("qst_1", true, INPUT, "ada"),
          new LedgerEvent.OutputAppended(3, RunStatus.COMPLETED),
          new LedgerEvent.Completed(),
          new LedgerEvent.Failed("no"),
          new LedgerEvent.Interrupted(),
          new LedgerEvent.Cancelled(),
          new LedgerEvent.GateUpdated(
              GateKind.QUESTION,
              "qst_1",
              1,
              "run_1",
              "a",
              GateChange.CLAIMED,
              "ada",
              new TriageState(
                  List.of(new Triage.Look("ada", 1, 2)),
                  new Triage.Claim("ada", 3, 4, null),
                  List.of(),
                  List.of("bob"),
                  0,
                  1)),
          new LedgerEvent.GateUpdated(
              GateKind.APPROVAL, "apr_1", 1, "run_1", "a", GateChange.VOTED, null, null),
          new LedgerEvent.GateUpdated(
                  GateKind.APPROVAL, "apr_1", 1, "run_1", "a", GateChange.VOTED, "ada", null)
              .standing(
                  new ToldStanding(
                      Standing.State.UNDECIDED,
                      new ToldStanding.Mark("pol_1", "p", 2, "high", null),
                      1,
                      2,
                      List.of(new Vote("ada", 5, true, null, Role.OPERATOR, null)),
                      List.of(List.of(new Standing.Missing(1, "finance", List.of("bob"), 0))),
                      new Standing.Next(Standing.What.STAGE, 6, "oncall", true),
                      OnExpiry.DENY,
                      "waits for 1 more of finance")),
          new LedgerEvent.RunUpdated(),
          new LedgerEvent.OutputMade(0),
          new LedgerEvent.AgentModeChanged("ask", "free", RunStatus.RUNNING),
          new LedgerEvent.ApprovalRaised("apr_1"),
          new LedgerEvent.ApprovalSettled("apr_1"),
          new LedgerEvent.QuestionRaised("qst_1"),
          new LedgerEvent.QuestionSettled("qst_1"),
          new LedgerEvent.SessionChanged(SessionStatus.WAITING_FOR_APPROVAL, 2, 1));

  static final List<Step> STEPS =
      List.of(
          new Step.Input("hello 👋 \u2028 \u0007"),
          new Step.Input(
              "",
              List.of(
                  new Item.Text("look at \u0000"),
                  new Item.File("ast_1", "März.txt", "text/plain", 5, "2cf2"),
                  new Item.File("ast_2", "raw", null, Long.MAX_VALUE, "00"),
                  new Item.Board("brd_1", "rev_1", "Rules"))),
          new Step.Turn("", List.of(new ToolCall("c1", "bash", INPUT))),
          new Step.Turn("bye", List.of()),
          new Step.Result("c1", new Json("{\"exit_code\":0,\"big\":123456789012345678901234}")));

  static final List<Trigger> TRIGGERS =
      List.of(
          new Trigger.Once(NOW),
          new Trigger.Interval(5_000),
          new Trigger.Cron("0 9 * * mon-fri", "Europe/Berlin"));

  static final List<Item> ITEMS =
      List.of(
          new Item.Text(""), new Item.File("a", "b", null, 0, "c"), new Item.Board("a", "b", "c"));

  static final List<DeliveryState> DELIVERY_STATES =
      List.of(
          new DeliveryState.Queued(),
          new DeliveryState.Waiting(0, NOW, 0, null),
          new DeliveryState.Waiting(3, NOW, 9, DeliveryFault.CONNECT),
          new DeliveryState.Sending(1, NOW, 0, null, 7),
          new DeliveryState.Delivered(2, NOW),
          new DeliveryState.DeadLettered(8, NOW, 8, DeliveryFault.TIMEOUT, true));

  private static final Redemption REDEMPTION = new Redemption(1, NOW, "ci", "ab");

  static final List<PermitState> PERMIT_STATES =
      List.of(
          new PermitState.Ready(2, NOW, NOW),
          new PermitState.Started(REDEMPTION, 5L, NOW),
          new PermitState.Started(REDEMPTION, null, null),
          new PermitState.Succeeded(REDEMPTION, NOW, "ci", "cd"),
          new PermitState.Failed(REDEMPTION, NOW, "ci", null, "exit 1"),
          new PermitState.Uncertain(REDEMPTION, NOW, null, true),
          new PermitState.Voided(1, VoidReason.REVOKED, NOW, "ana"),
          new PermitState.Voided(1, VoidReason.REVOKED, NOW, "ana", "not now"));

  static final List<Checkpoint.Subject> CHECKPOINTS =
      List.of(
          new Checkpoint.OfRun(7, "run_7", "s", 4, "ab"),
          new Checkpoint.OfKey("0123", "abc_-"),
          new Checkpoint.OfLoss(3, 5, 7));

  static final List<Object> ALL =
      Stream.of(
              RUN_STATES,
              APPROVAL_STATES,
              QUESTION_STATES,
              EVENTS,
              STEPS,
              ITEMS,
              TRIGGERS,
              DELIVERY_STATES,
              PERMIT_STATES,
              CHECKPOINTS)
          .<Object>flatMap(List::stream)
          .toList();

  private EveryKind() {}
}
