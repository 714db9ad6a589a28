package dev.holdpoint.api.event;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonTypeName;
import dev.holdpoint.api.event.EventBodies.RunEventEntry;
import dev.holdpoint.api.gate.ApprovalBodies.ApprovalRequestView;
import dev.holdpoint.api.gate.HeldBodies.HeldView;
import dev.holdpoint.api.gate.QuestionBodies.UserQuestionRequestView;
import dev.holdpoint.api.gate.StandingBodies.StandingView;
import dev.holdpoint.api.gate.TriageBodies.GateChangeWord;
import dev.holdpoint.api.gate.TriageBodies.GateKindWord;
import dev.holdpoint.api.gate.TriageBodies.GateTriage;
import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import dev.holdpoint.api.run.RunBodies.DaemonOutputRecord;
import dev.holdpoint.api.run.RunBodies.RunView;
import dev.holdpoint.api.status.AppliedEnding;
import dev.holdpoint.api.status.GateOutcome;
import dev.holdpoint.api.status.GateStatus;
import dev.holdpoint.api.status.SessionStatus;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The data of one frame of an event stream; its {@code type} is the frame's event name. */
@About("The data of one frame of an event stream; its type is the frame's event name.")
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
public sealed interface StreamFrame {

  @About("A run changed.")
  @JsonTypeName("run_updated")
  record RunUpdated(RunView run) implements StreamFrame {}

  @About("An event of a run.")
  @JsonTypeName("run_event")
  record RunHappened(RunEventEntry entry) implements StreamFrame {}

  @About("An output of a run.")
  @JsonTypeName("output")
  record Output(DaemonOutputRecord output) implements StreamFrame {}

  @About("A session changed.")
  @JsonTypeName("session_state_changed")
  record SessionStateChanged(
      String sessionId, SessionStatus status, int pendingApprovals, int pendingQuestions)
      implements StreamFrame {}

  @About("A call waits for a person's approval.")
  @JsonTypeName("approval_requested")
  record ApprovalRequested(
      ApprovalRequestView approval, String runId, String sessionId, String agentId)
      implements StreamFrame {}

  @About("An approval is no longer pending.")
  @JsonTypeName("approval_resolved")
  record ApprovalResolved(
      String approvalId,
      String runId,
      String sessionId,
      GateStatus status,
      @OmitIfUnset @Nullable GateOutcome outcome,
      @About("What the deadline did, if it ended by its deadline.") @OmitIfUnset
          @Nullable AppliedEnding applied,
      @OmitIfUnset @Nullable String by,
      @About("As it was sent; unset when nobody decided.") @OmitIfUnset
          @Nullable JsonNode resolution)
      implements StreamFrame {}

  @About("A question waits for a person's answer.")
  @JsonTypeName("question_requested")
  record QuestionRequested(
      UserQuestionRequestView question, String runId, String sessionId, String agentId)
      implements StreamFrame {}

  @About("A question is no longer pending.")
  @JsonTypeName("question_resolved")
  record QuestionResolved(
      String questionId,
      String runId,
      String sessionId,
      GateStatus status,
      @OmitIfUnset @Nullable GateOutcome outcome,
      @About("What the deadline did, if it ended by its deadline.") @OmitIfUnset
          @Nullable AppliedEnding applied,
      @OmitIfUnset @Nullable String by,
      @About("As it was sent; unset when nobody answered.") @OmitIfUnset
          @Nullable JsonNode resolution)
      implements StreamFrame {}

  @About(
      "Something happened to an approval or a question that did not settle it. Agents do not get "
          + "it.")
  @JsonTypeName("gate_updated")
  record GateUpdated(
      GateKindWord kind,
      String requestId,
      String runId,
      String sessionId,
      GateChangeWord change,
      @OmitIfUnset @Nullable String by,
      long atMs,
      @About("What the policy made of the votes after it, where it changed that.") @OmitIfUnset
          @Nullable StandingView standing,
      @OmitIfUnset @Nullable GateTriage triage,
      @About("With held: the decision that is about to take effect.") @OmitIfUnset
          @Nullable HeldView held,
      @About("With undone by the daemon: the problem because of which it took no effect.")
          @OmitIfUnset
          @Nullable String code)
      implements StreamFrame {}

  @About("New text of the model. Never replayed.")
  @JsonTypeName("text_delta")
  record TextDelta(String runId, String text) implements StreamFrame {}

  @About("Nothing happened; the stream is alive.")
  @JsonTypeName("heartbeat")
  record Heartbeat() implements StreamFrame {}

  @About("Events were skipped, and how many.")
  @JsonTypeName("stream_gap")
  record StreamGap(
      long skipped,
      Reason reason,
      Scope scope,
      boolean skippedIsEstimate,
      @OmitIfUnset @Nullable String resumeAfterId)
      implements StreamFrame {}

  @About("Why events were skipped.")
  enum Reason {
    REPLAY_WINDOW,
    RESTART_EPOCH,
    LIVE_LAG
  }

  @About("The stream that lost them.")
  enum Scope {
    GLOBAL,
    SESSION,
    RUN
  }
}
