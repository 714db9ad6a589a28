package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

@About("A run as it is now.")
public record RunView(
    String runId,
    String sessionId,
    String agentId,
    RunKind kind,
    @About("What the run was submitted as; a resume does not change it.") RunKind originKind,
    RunStatus status,
    long submittedAtMs,
    long updatedAtMs,
    @Nullable Long startedAtMs,
    @Nullable Long finishedAtMs,
    @About("Counts from 1; null when the run is not queued.") @Nullable Integer queuedPosition,
    RunRequestSummary request,
    List<AttachmentView> inputAttachments,
    @Nullable JsonNode inputMetadata,
    List<String> pendingApprovalIds,
    List<ApprovalRequestView> pendingApprovals,
    List<String> pendingQuestionIds,
    List<UserQuestionRequestView> pendingQuestions,
    List<DaemonOutputRecord> outputs,
    List<DeliveryView> deliveries,
    @Nullable String error,
    @OmitIfUnset
        @About(
            "What the model has used so far; unset where nothing was told, as by agents outside.")
        @Nullable UsageView usage,
    @About(
            "The trace that the run's spans are in, 32 hex digits: the one that traceparent named when the run was"
                + " submitted, which children of a run inherit, or else one of its own.")
        String traceId) {
  public RunView {
    inputMetadata = Copies.orNull(inputMetadata);
    inputAttachments = Copies.of(inputAttachments);
    pendingApprovalIds = Copies.of(pendingApprovalIds);
    pendingApprovals = Copies.of(pendingApprovals);
    pendingQuestionIds = Copies.of(pendingQuestionIds);
    pendingQuestions = Copies.of(pendingQuestions);
    outputs = Copies.of(outputs);
    deliveries = Copies.of(deliveries);
  }
}
