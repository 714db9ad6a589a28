package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import java.util.List;
import org.jspecify.annotations.Nullable;

@About("Questions, the run that waits for them, and for a clarification the child that asked.")
public record PendingQuestionView(
    String sessionId,
    String agentId,
    String runId,
    RunKind runKind,
    @Nullable String requesterAgentId,
    @Nullable String requesterSessionId,
    @Nullable String requesterRunId,
    @Nullable String requesterToolCallId,
    List<String> requesterProjectIds,
    List<String> requesterChannelIds,
    List<String> parentProjectIds,
    List<String> parentChannelIds,
    UserQuestionRequestView request,
    @OmitIfUnset @Nullable GateStatus status,
    @OmitIfUnset @Nullable QuestionDecision resolution) {
  public PendingQuestionView {
    requesterProjectIds = Copies.of(requesterProjectIds);
    requesterChannelIds = Copies.of(requesterChannelIds);
    parentProjectIds = Copies.of(parentProjectIds);
    parentChannelIds = Copies.of(parentChannelIds);
  }
}
