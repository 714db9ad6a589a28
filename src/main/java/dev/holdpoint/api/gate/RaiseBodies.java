package dev.holdpoint.api.gate;

import dev.holdpoint.api.gate.ApprovalBodies.ApprovalRequestView;
import dev.holdpoint.api.gate.ApprovalBodies.RequestRisk;
import dev.holdpoint.api.gate.LateBodies.LateAnswerRule;
import dev.holdpoint.api.gate.WorldBodies.PreconditionRequest;
import dev.holdpoint.api.json.Copies;
import dev.holdpoint.api.json.Limits;
import dev.holdpoint.api.permit.PermitBodies.PermitWish;
import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.JsonLength;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.MustBeObject;
import dev.holdpoint.api.rule.Range;
import dev.holdpoint.api.rule.RefusedAs;
import dev.holdpoint.api.rule.Required;
import dev.holdpoint.api.rule.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Bodies of requests from outside for an approval. */
public interface RaiseBodies {
  @About("An external agent requests an approval.")
  record RaiseApprovalRequest(
      @Required @Length(min = 1, max = Limits.NAME) String toolName,
      @Required @MustBeObject @JsonLength(max = Limits.TOOL_INPUT) JsonNode input,
      @Required @Length(min = 1, max = Limits.REASON) String reason,
      @Range(min = 1, max = Limits.DURATION_MS)
          @About("How long it is pending; without this and expires_at_ms it never expires.")
          @Nullable Long expiresAfterMs,
      @Range(min = 1, max = Limits.TIME_MS) @About("The deadline, instead of a duration.")
          @Nullable Long expiresAtMs,
      @Length(min = 1, max = Limits.IDEMPOTENCY_KEY) @About("The same key returns the same gate.")
          @Nullable String requestKey,
      @Length(min = 1, max = Limits.IDEMPOTENCY_KEY) @RefusedAs("invalid_idempotency_key")
          @Nullable String idempotencyKey,
      @About(AskerWords.ON_EXPIRY) @Nullable ApprovalExpiry onExpiry,
      @About(AskerWords.RISK) @Nullable RequestRisk risk,
      @Size(max = Limits.EDITABLE) @Length(max = Limits.ID) @About(AskerWords.EDITABLE)
          @Nullable List<String> editable,
      @Length(min = 1, max = Limits.ID) @About(AskerWords.REVISES) @Nullable String revises,
      @Length(min = 1, max = Limits.REASON) @About(AskerWords.REPLY) @Nullable String reply,
      @About(AskerWords.LATE_ANSWERS) @Nullable LateAnswerRule lateAnswers,
      @About(AskerWords.PERMIT) @Nullable PermitWish permit,
      @Size(max = Limits.PRECONDITIONS) @About(AskerWords.PRECONDITIONS)
          @Nullable List<PreconditionRequest> preconditions,
      @Length(min = 1, max = 100) @About(AskerWords.TITLE) @Nullable String title) {
    public RaiseApprovalRequest {
      editable = Copies.orNull(editable);
      preconditions = Copies.orNull(preconditions);
    }

    /** Of an asker that says nothing of its own request. */
    public RaiseApprovalRequest(
        String toolName,
        JsonNode input,
        String reason,
        @Nullable Long expiresAfterMs,
        @Nullable Long expiresAtMs,
        @Nullable String requestKey,
        @Nullable String idempotencyKey) {
      this(
          toolName,
          input,
          reason,
          expiresAfterMs,
          expiresAtMs,
          requestKey,
          idempotencyKey,
          null,
          null,
          null,
          null,
          null,
          null,
          null,
          null,
          null);
    }
  }

  @About("What the deadline of an approval does.")
  enum ApprovalExpiry {
    FAIL,
    DENY,
    CANCEL
  }

  @About("The new gate, and the run that waits for it.")
  record RaisedApproval(
      String runId,
      ApprovalRequestView request,
      @About("The page on which people decide.") String link) {}
}
