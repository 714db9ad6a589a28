package dev.holdpoint.api.event;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonTypeName;
import dev.holdpoint.api.gate.ApprovalBodies.ApprovalRequestView;
import dev.holdpoint.api.gate.HeldBodies.HeldView;
import dev.holdpoint.api.gate.QuestionBodies.UserQuestionRequestView;
import dev.holdpoint.api.gate.StandingBodies.StandingView;
import dev.holdpoint.api.gate.TriageBodies.GateChangeWord;
import dev.holdpoint.api.gate.TriageBodies.GateKindWord;
import dev.holdpoint.api.gate.TriageBodies.GateTriage;
import dev.holdpoint.api.gate.WorldBodies.WorldChangeView;
import dev.holdpoint.api.json.Copies;
import dev.holdpoint.api.permission.PermissionBodies.AppliedRule;
import dev.holdpoint.api.permission.PermissionBodies.PermissionBehavior;
import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import dev.holdpoint.api.run.RunBodies.DaemonOutputRecord;
import dev.holdpoint.api.run.RunBodies.RunView;
import dev.holdpoint.api.status.EffectResolution;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What happened to a run. A resolution is kept exactly as it was sent. */
@About("An event of a run.")
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
public sealed interface RunEvent {

  @About("The run was accepted.")
  @JsonTypeName("accepted")
  record Accepted(RunView run) implements RunEvent {}

  @About("The run is queued behind another one.")
  @JsonTypeName("queued")
  record Queued(RunView run) implements RunEvent {}

  @About("The run started.")
  @JsonTypeName("started")
  record Started(RunView run) implements RunEvent {}

  @About("The run is waiting for approvals.")
  @JsonTypeName("waiting_for_approval")
  record WaitingForApproval(
      List<String> requestIds, List<ApprovalRequestView> requests, RunView run)
      implements RunEvent {
    public WaitingForApproval {
      requestIds = Copies.of(requestIds);
      requests = Copies.of(requests);
    }
  }

  @About("Approvals were decided.")
  @JsonTypeName("approval_resolved")
  record ApprovalResolved(@About("As they were sent.") List<JsonNode> resolutions, String by)
      implements RunEvent {
    public ApprovalResolved {
      resolutions = Copies.of(resolutions);
    }
  }

  @About("One of several required approvals was given; the others are still required.")
  @JsonTypeName("approval_endorsed")
  record ApprovalEndorsed(String requestId, String by, int approvalsRequired) implements RunEvent {}

  @About("What an allowed approval depended on had changed. Nothing ran; the successor asks again.")
  @JsonTypeName("approval_stale")
  record ApprovalStale(String approvalId, String successorId, List<WorldChangeView> changes)
      implements RunEvent {
    public ApprovalStale {
      changes = Copies.of(changes);
    }
  }

  @About("A permission rule allowed or denied a call.")
  @JsonTypeName("permission_rule_applied")
  record PermissionRuleApplied(
      AppliedRule rule,
      String toolCallId,
      String toolName,
      PermissionBehavior behavior,
      @OmitIfUnset @About("The request that was pending when the rule was added.")
          @Nullable String requestId)
      implements RunEvent {}

  @About(
      "The agent changed its mode by itself. A configured mode is set again before its next prompt.")
  @JsonTypeName("agent_mode_changed")
  record AgentModeChanged(
      @OmitIfUnset @About("Unset when the agent did not say which mode it was in.")
          @Nullable String from,
      String to)
      implements RunEvent {}

  @About("A call was started and left no result: a question asks whether it happened.")
  @JsonTypeName("effect_uncertain")
  record EffectUncertain(String toolCallId, String questionId) implements RunEvent {}

  @About("A person said what became of a call that left no result.")
  @JsonTypeName("effect_settled")
  record EffectSettled(String toolCallId, EffectResolution resolved, String by)
      implements RunEvent {}

  @About("The run is waiting for an answer.")
  @JsonTypeName("waiting_for_user_question")
  record WaitingForUserQuestion(
      List<String> requestIds, List<UserQuestionRequestView> requests, RunView run)
      implements RunEvent {
    public WaitingForUserQuestion {
      requestIds = Copies.of(requestIds);
      requests = Copies.of(requests);
    }
  }

  @About("A question was answered or declined.")
  @JsonTypeName("user_question_resolved")
  record UserQuestionResolved(@About("As it was sent.") JsonNode resolution, String by)
      implements RunEvent {}

  @About("A question from a child session was answered or declined.")
  @JsonTypeName("parent_clarification_resolved")
  record ParentClarificationResolved(
      String requesterAgentId,
      String requesterSessionId,
      String requestId,
      boolean declined,
      @About("As it was delivered to the child.") JsonNode resolution,
      @About("Who answered; unset in older events.") @OmitIfUnset @Nullable String by)
      implements RunEvent {}

  @About(
      "Something happened to an approval or a question that did not settle it. Agents do not see "
          + "it.")
  @JsonTypeName("gate_updated")
  record GateUpdated(
      GateKindWord kind,
      String requestId,
      GateChangeWord change,
      @OmitIfUnset @Nullable String by,
      @About("What the policy made of the votes after it, where it changed that.") @OmitIfUnset
          @Nullable StandingView standing,
      @OmitIfUnset @Nullable GateTriage triage,
      @About("With held: the decision that is about to take effect.") @OmitIfUnset
          @Nullable HeldView held,
      @About("With undone by the daemon: the problem because of which it took no effect.")
          @OmitIfUnset
          @Nullable String code)
      implements RunEvent {}

  @About("The run produced an output.")
  @JsonTypeName("output")
  record Output(DaemonOutputRecord output, RunView run) implements RunEvent {}

  @About("The run completed.")
  @JsonTypeName("completed")
  record Completed(RunView run) implements RunEvent {}

  @About("The run failed.")
  @JsonTypeName("failed")
  record Failed(String error, RunView run) implements RunEvent {}

  @About("The run was interrupted.")
  @JsonTypeName("interrupted")
  record Interrupted(RunView run) implements RunEvent {}

  @About("The run was cancelled.")
  @JsonTypeName("cancelled")
  record Cancelled(RunView run) implements RunEvent {}
}
