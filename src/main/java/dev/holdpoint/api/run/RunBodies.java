package dev.holdpoint.api.run;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonTypeName;
import dev.holdpoint.api.delivery.DeliveryBodies.DeliveryView;
import dev.holdpoint.api.gate.ApprovalBodies.ApprovalRequestView;
import dev.holdpoint.api.gate.QuestionBodies.UserQuestionRequestView;
import dev.holdpoint.api.json.Copies;
import dev.holdpoint.api.json.Limits;
import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.OmitIfUnset;
import dev.holdpoint.api.rule.Range;
import dev.holdpoint.api.rule.RefusedAs;
import dev.holdpoint.api.rule.Required;
import dev.holdpoint.api.status.RunKind;
import dev.holdpoint.api.status.RunStatus;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Bodies of requests and responses about runs. */
public interface RunBodies {
  @About("The current state of a run.")
  record RunView(
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

  @About("A summary of the request, and the model that answered.")
  record RunRequestSummary(
      String sourcePlugin,
      String sourceKind,
      String actorId,
      String textPreview,
      @About("The route that was used.") @Nullable String provider,
      @About("The model that was used.") @Nullable String model,
      int approvalCount,
      int questionCount,
      @About("The first line of the input, at most 100 characters.") String title) {}

  @About("The usage of all turns of a run together.")
  record UsageView(
      @About("All input tokens, including cached ones.") long inputTokens,
      @About("All output tokens, including reasoning.") long outputTokens,
      @OmitIfUnset @About("The part of the input tokens that was cached.")
          @Nullable Long cachedInputTokens,
      @OmitIfUnset @About("The part of the output tokens that is reasoning.")
          @Nullable Long reasoningTokens,
      @About("Number of turns; failed attempts are not counted.") int modelCalls,
      @About("The model that answered last: the run's model, or its fallback.") String model,
      @OmitIfUnset
          @About(
              "The cost by the prices of the route, as an exact decimal; unset if the "
                  + "price of a turn is unknown.")
          @Nullable String costUsd) {}

  @About("A file that came with the input.")
  record AttachmentView(
      String id, String fileName, @Nullable String mediaType, long byteLength, String sha256) {}

  @About("An output of a run and its targets.")
  record DaemonOutputRecord(
      String sessionId,
      String runId,
      @Nullable String plugin,
      @Nullable String address,
      @About("Plain text, for readers that do not support parts.") String content,
      List<OutputPart> parts,
      List<AttachmentRef> artifacts,
      OutputSource sourceKind) {
    public DaemonOutputRecord {
      parts = Copies.of(parts);
      artifacts = Copies.of(artifacts);
    }
  }

  /** One piece of a structured output. */
  @About("One piece of a structured output.")
  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
  sealed interface OutputPart {

    @About("Plain text.")
    @JsonTypeName("text")
    record Text(String text) implements OutputPart {}

    @About("A stored file.")
    @JsonTypeName("attachment")
    record Attachment(AttachmentRef attachment) implements OutputPart {}
  }

  @About("The origin of an output.")
  enum OutputSource {
    ASSISTANT_TEXT,
    EMIT_OUTPUT,
    DAEMON_EMIT_OUTPUT
  }

  @About("A stored file in an output.")
  record AttachmentRef(String id, @Nullable String mediaType, @Nullable String fileName) {}

  /** Strict, so that a slip in {@code dry_run} throws nothing away. */
  @About("Which debug artifacts to delete.")
  record PruneRunsRequest(
      @About("Minimum time since the run ended.")
          @Required
          @Range(min = 1, max = Limits.TIME_MS)
          @RefusedAs("run_retention_invalid_request")
          @Nullable Long olderThanMs,
      @About("Only runs of this session.") @Length(min = 1, max = Limits.SESSION_ID)
          @Nullable String sessionId,
      @About("Maximum number of runs; those that ended first come first.")
          @Range(min = 1, max = Limits.PRUNED_RUNS)
          @RefusedAs("run_retention_invalid_request")
          @Nullable Long limit,
      @About("Report what would be deleted, and delete nothing.") @Nullable Boolean dryRun) {}

  @About("The debug artifacts that were deleted, or would be.")
  record PruneRunsResult(
      boolean dryRun,
      long nowMs,
      @About("Runs that ended then or earlier are old enough.") long cutoffMs,
      @Nullable Long limit,
      @About("Ended runs that are old enough and have artifacts, before the limit.")
          int matchedRunCount,
      @About("Those within the limit, the first to end first.") List<String> candidateRunIds,
      @About("On disk.") long candidateDebugBytes,
      @About("Those whose artifacts were deleted.") List<String> prunedDebugRunIds,
      @About("On disk.") long prunedDebugBytes) {
    public PruneRunsResult {
      candidateRunIds = Copies.of(candidateRunIds);
      prunedDebugRunIds = Copies.of(prunedDebugRunIds);
    }
  }

  @About("The recorded model requests of a run.")
  record RunDebugView(
      String runId,
      @About("The level at which it was recorded; off if there is nothing.") DebugLevel level,
      @About("In chronological order.") List<DebugArtifactView> artifacts) {
    public RunDebugView {
      artifacts = Copies.of(artifacts);
    }
  }

  @About("The metadata of a debug artifact.")
  record DebugArtifactView(
      String artifactId,
      DebugFormat format,
      long updatedAtMs,
      @About("On disk.") long bytes,
      @About("The size of the stored text, in UTF-8.") long plaintextBytes,
      @About(
              "The SHA-256 of these bytes; null if they are encrypted with a key that "
                  + "the daemon lacks.")
          @Nullable String sha256,
      boolean truncated,
      @About("The original size, if the text was cut.") @OmitIfUnset @Nullable Long originalBytes,
      @About("At rest.") boolean encrypted) {}

  @About("The format of a debug artifact.")
  enum DebugFormat {
    JSON,
    JSONL,
    TEXT
  }

  @About("How much is recorded of a run's model requests.")
  enum DebugLevel {
    OFF,
    REDACTED,
    FULL
  }
}
