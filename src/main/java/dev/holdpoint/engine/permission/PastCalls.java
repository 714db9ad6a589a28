package dev.holdpoint.engine.permission;

import dev.holdpoint.core.event.JournalRow;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.ApprovalState;
import dev.holdpoint.core.permission.PermissionRule;
import dev.holdpoint.core.permission.RuleDecision;
import dev.holdpoint.core.run.Call;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunHead;
import dev.holdpoint.core.run.Step;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.engine.permission.RulePreview.Decision;
import dev.holdpoint.engine.permission.RulePreview.Outcome;
import dev.holdpoint.engine.permission.RulePreview.PastCall;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The calls of one run and what became of them. It is told the run's journal rows from the newest
 * back to the oldest: what was decided about a call lies in the rows after the one that made it.
 */
final class PastCalls {
  private static final Fate NONE =
      new Fate(new Outcome(Decision.NOT_ASKED, null, null, null), null);

  private final Map<String, Fate> fates = new HashMap<>();
  private final Map<String, String> places = new HashMap<>();

  /** Nothing of what was asked or sent: many runs are walked through at once. */
  private record Fate(Outcome outcome, @Nullable String approvalId) {}

  /** What the model called for in this row, the last call first. */
  List<PastCall> madeIn(JournalRow row, Run run) {
    note(run);
    List<PastCall> made = new ArrayList<>();
    for (Step step : row.steps().reversed()) {
      if (step instanceof Step.Turn(String _, List<ToolCall> calls)) {
        calls.reversed().forEach(call -> made.add(past(run, call, row.atMs())));
      }
    }
    return made;
  }

  /** The newest version is the one that is met first. */
  private void note(Run run) {
    for (Approval approval : run.approvals()) {
      fates.computeIfAbsent(approval.callId(), _ -> new Fate(outcome(approval), approval.id()));
    }
    for (Call call : run.calls()) {
      if (call.place() != null) {
        places.putIfAbsent(call.call().id(), call.place());
      }
      RuleDecision ruling = call.ruling();
      if (ruling != null) {
        fates.computeIfAbsent(
            call.call().id(), _ -> new Fate(byRule(ruling.denies(), ruling.ruleId(), null), null));
      }
    }
  }

  /** No row before this one knows of the call. */
  private PastCall past(Run run, ToolCall call, long atMs) {
    Fate known = fates.remove(call.id());
    Fate fate = known == null ? NONE : known;
    return new PastCall(
        run.head().sessionId(),
        run.id(),
        call,
        ruled(run, call),
        atMs,
        fate.outcome,
        fate.approvalId);
  }

  /**
   * A path of the loop whose links nobody has resolved is taken as it was written: nothing runs by
   * this. Of a call from elsewhere no rule will ever know where its path leads.
   */
  private MatchableCall ruled(Run run, ToolCall call) {
    MatchableCall ruled = MatchableCall.of(run, call);
    String place = places.remove(call.id());
    if (ruled.target() == null || run.head().driver() != RunHead.Driver.LOOP) {
      return ruled;
    }
    return ruled.goingTo(place == null ? CallTargets.asWritten(call) : CallTargets.of(call, place));
  }

  private static Outcome outcome(Approval approval) {
    if (approval.state() instanceof ApprovalState.Settled settled
        && settled.by().startsWith(PermissionRule.BY)) {
      boolean denied = settled instanceof ApprovalState.Denied;
      return byRule(
          denied,
          settled.by().substring(PermissionRule.BY.length()),
          settled instanceof ApprovalState.Denied(_, _, var reason, _) ? reason : null);
    }
    return switch (approval.state()) {
      case ApprovalState.Pending _ -> new Outcome(Decision.PENDING, null, null, null);
      case ApprovalState.Allowed allowed ->
          new Outcome(Decision.ALLOWED, allowed.by(), null, allowed.ruleId());
      case ApprovalState.Denied denied ->
          new Outcome(
              Decision.DENIED,
              denied.by(),
              denied.reason().isEmpty() ? null : denied.reason(),
              null);
      case ApprovalState.Expired expired -> new Outcome(Decision.EXPIRED, expired.by(), null, null);
      case ApprovalState.Withdrawn withdrawn ->
          new Outcome(Decision.WITHDRAWN, withdrawn.by(), null, null);
    };
  }

  private static Outcome byRule(boolean denied, String ruleId, @Nullable String reason) {
    return new Outcome(
        denied ? Decision.DENIED_BY_RULE : Decision.ALLOWED_BY_RULE,
        PermissionRule.BY + ruleId,
        reason,
        ruleId);
  }
}
