package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

@About("The current state of a run.")
public record RunView(
    String runId,
    String sessionId,
    String agentId,
    RunKind kind,
    @About("The kind of the submitted run; a resume does not change it.") RunKind originKind,
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
        @About("Tokens that the model has used so far; unset if unknown, as for external agents.")
        @Nullable UsageView usage,
    @About(
            "The trace id of the run's spans, 32 hex digits: the one in traceparent "
                + "when the run was submitted, which child runs inherit, or else its own.")
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
