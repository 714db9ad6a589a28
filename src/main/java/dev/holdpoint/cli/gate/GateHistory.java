package dev.holdpoint.cli.gate;

import dev.holdpoint.api.gate.ApprovalBodies.ApprovalDecision;
import dev.holdpoint.api.gate.ApprovalBodies.ApprovalRow;
import dev.holdpoint.api.gate.StandingBodies.NextView;
import dev.holdpoint.api.gate.StandingBodies.PolicyMark;
import dev.holdpoint.api.gate.StandingBodies.StandingView;
import dev.holdpoint.api.json.Wire;
import dev.holdpoint.api.policy.PolicyBodies.PolicyNeedView;
import dev.holdpoint.api.policy.PolicyBodies.PolicyStageView;
import dev.holdpoint.cli.Facts;
import dev.holdpoint.cli.GateText;
import dev.holdpoint.cli.Times;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The stages of a gate's policy, what people did about the gate, and its revisions. A role that may
 * not read one of them sees the gate without it.
 */
final class GateHistory {
  private final HoldpointClient client;
  private final Facts facts;

  GateHistory(HoldpointClient client, Facts facts) {
    this.client = client;
    this.facts = facts;
  }

  void of(ApprovalRow row) {
    stages(row.request().standing());
    if (row.request().revision() > 1) {
      revisions(row.request().id());
    }
    log(row.request().id());
  }

  /** Each stage of the policy as it is now: the open ones, and how long each waits. */
  void stages(@Nullable StandingView standing) {
    PolicyMark policy = standing == null ? null : standing.policy();
    if (standing == null || policy == null) {
      return;
    }
    try {
      List<PolicyStageView> stages = client.policies().find(policy.policyId()).stages();
      for (int i = 0; i < stages.size(); i++) {
        facts.line(i == 0 ? "stages" : "", stage(i + 1, stages.get(i), standing));
      }
    } catch (CallFailed _) {
      // The summary says whom the request waits for all the same.
    }
  }

  private static String stage(int number, PolicyStageView stage, StandingView standing) {
    NextView next = standing.next();
    String time =
        stage.withinMs() == null
            ? ""
            : ", waits " + Times.span(Duration.ofMillis(stage.withinMs()));
    String unseen =
        stage.unseenMs() == null
            ? ""
            : ", or %s while nobody looks"
                .formatted(Times.span(Duration.ofMillis(stage.unseenMs())));
    String state =
        number > standing.stage()
            ? ""
            : number < standing.stage() || next == null
                ? ", open"
                : ", open, until " + Times.at(next.atMs());
    return "%d. %s%s%s%s".formatted(number, need(stage.need()), time, unseen, state);
  }

  private static String need(PolicyNeedView need) {
    if (need.all() != null) {
      return "all of (" + needs(need.all()) + ")";
    }
    return need.any() != null
        ? "any of (" + needs(need.any()) + ")"
        : need.count() + " of " + (need.of() == null ? "" : String.join(" | ", need.of()));
  }

  private static String needs(List<PolicyNeedView> needs) {
    return needs.stream().map(GateHistory::need).collect(Collectors.joining(", "));
  }

  private void revisions(String approvalId) {
    try {
      for (ApprovalRow one : client.approvals().revisions(approvalId)) {
        ApprovalDecision decision = one.resolution();
        facts.line(
            "revision",
            "%d, %s, %s"
                .formatted(
                    one.request().revision(),
                    one.request().id(),
                    decision == null ? Wire.name(one.status()) : GateText.decided(decision)));
      }
    } catch (CallFailed _) {
      // The request names the revision before it all the same.
    }
  }

  /** What people did about it, where the role may read that; agents may not. */
  void log(String requestId) {
    try {
      TriageText.print(client.triage().find(requestId), facts);
    } catch (CallFailed _) {
      // Shown without it.
    }
  }
}
