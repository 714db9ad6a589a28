package dev.holdpoint.api.ambient;

import dev.holdpoint.api.event.StreamFrame;
import dev.holdpoint.api.gate.ApprovalBodies.ApprovalBehavior;
import dev.holdpoint.api.gate.QuestionBodies.StructuredQuestion;
import dev.holdpoint.api.gate.RenderingBodies.RenderedRequest;
import dev.holdpoint.api.gate.SignatureBodies.ApprovalSignature;
import dev.holdpoint.api.json.Copies;
import dev.holdpoint.api.json.Limits;
import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.JsonLength;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.Matches;
import dev.holdpoint.api.rule.OmitIfUnset;
import dev.holdpoint.api.rule.Range;
import dev.holdpoint.api.rule.RefusedAs;
import dev.holdpoint.api.rule.Required;
import dev.holdpoint.api.rule.Tolerant;
import dev.holdpoint.api.rule.Words;
import dev.holdpoint.api.run.RunBodies.AttachmentRef;
import dev.holdpoint.api.run.RunBodies.OutputPart;
import dev.holdpoint.api.status.GateOutcome;
import dev.holdpoint.api.status.RunStatus;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Bodies of the ambient surface. */
public interface AmbientBodies {
  @About("The session's oldest pending approval, and the number of pending ones.")
  record PendingApprovals(@Nullable PendingApproval pending, int pendingCount) {}

  @About("A call that waits for a decision.")
  record PendingApproval(
      String approvalId,
      @About("The shell command, or the tool's name and its input as compact JSON.") String command,
      String description,
      @About("The pattern that session and always store.") @Nullable String patternKey,
      @About("Other patterns that can be stored instead, the narrowest first.")
          List<String> patternKeys,
      String sessionId,
      String runId,
      @About("Unix time in seconds.") BigDecimal createdAt,
      @About("Unix time in seconds; omitted when there is no deadline.") @OmitIfUnset
          @Nullable BigDecimal expiresAt,
      @About("True if a decision requires a signature.") @OmitIfUnset
          @Nullable Boolean signatureRequired,
      @About("How many more approvals are required, if more than one.") @OmitIfUnset
          @Nullable Integer approvalsMissing,
      @About(
              "True if only a person may allow it: rules, grants and bulk decisions do "
                  + "not apply.")
          @OmitIfUnset
          @Nullable Boolean personOnly,
      @About("deny if the agent suggests to deny it.") @OmitIfUnset
          @Nullable ApprovalBehavior defaultBehavior,
      @About("Who must agree and what comes next, if one click of anyone is not enough.")
          @OmitIfUnset
          @Nullable String waitsFor,
      String toolName,
      JsonNode input,
      @About("Which wording of the call this is, from 1.") int revision,
      @About("Lowercase hex SHA-256 of the RFC 8785 form of {tool_name, input}.") String digest,
      @About("passkey: a yes takes a passkey; a no does not.") @OmitIfUnset @Words("passkey")
          @Nullable String stepUp) {
    public PendingApproval {
      patternKeys = Copies.of(patternKeys);
    }
  }

  @About("A decision on an approval.")
  @Tolerant(exceptSlips = true)
  record RespondApprovalRequest(
      @Required @Length(min = 1, max = Limits.SESSION_ID) String sessionId,
      @Required PromptChoice choice,
      @Length(min = 1, max = Limits.ID)
          @About(
              "Send it. Without it, the pending approval must have been sent to this "
                  + "caller at least a second ago.")
          @Nullable String approvalId,
      @Length(min = 1, max = Limits.TOOL_INPUT)
          @About("One of its pattern_keys, for session and always; the first when unset.")
          @Nullable String patternKey,
      @Range(min = 1, max = Limits.TIME_MS)
          @About("When the rule of session or always expires, in milliseconds.")
          @Nullable Long expiresAtMs,
      @Range(min = 1, max = Limits.RULE_USES)
          @About("Maximum number of calls that the rule of session or always allows.")
          @Nullable Integer maxUses,
      @About("The signature of an approver, if the tenant requires it; needs approval_id.")
          @Nullable ApprovalSignature signature,
      @Length(min = 1, max = Limits.REASON) @About("With deny: the reason for the agent.")
          @Nullable String reason,
      @Length(min = 1, max = Limits.ID)
          @About("Refuses the decision if the approval has another digest now.")
          @Nullable String expectedDigest,
      @Range(min = 1, max = Integer.MAX_VALUE)
          @About("Refuses the decision if the approval has another revision now.")
          @Nullable Integer expectedRevision,
      @Nullable RenderedRequest rendered) {}

  @About("The result of a decision.")
  record ApprovalResponse(
      boolean ok,
      PromptChoice choice,
      @About("True if it was already decided, or nothing was pending: the card can be removed.")
          @OmitIfUnset
          @Nullable Boolean staleCleared,
      @About("True if the agent is on another node, which continues the run.") @OmitIfUnset
          @Nullable Boolean relayed,
      @About("The permission rule that session or always has stored.") @OmitIfUnset
          @Nullable String ruleId,
      @About("With stale_cleared: how it ended before.") @OmitIfUnset @Nullable GateOutcome outcome,
      @About("With stale_cleared: who or what ended it.") @OmitIfUnset @Nullable String by,
      @About("With stale_cleared: when, in seconds.") @OmitIfUnset @Nullable BigDecimal at,
      @About("With stale_cleared: the revision that took its place.") @OmitIfUnset
          @Nullable String successorId,
      @About("With stale_cleared: whether the decision is kept with the request.")
          @Words({"kept", "not_kept"})
          @OmitIfUnset
          @Nullable String lateAnswer) {}

  @About(
      "once allows this call; session and always also store a permission rule for its pattern_key;"
          + " deny refuses it.")
  enum PromptChoice {
    ONCE,
    SESSION,
    ALWAYS,
    DENY
  }

  @About("The session's oldest pending question, and the number of pending requests.")
  record PendingClarifications(@Nullable PendingClarification pending, int pendingCount) {}

  @About("The session's oldest pending question.")
  record PendingClarificationOnly(@Nullable PendingClarification pending) {}

  @About("A question that waits for an answer.")
  record PendingClarification(
      @About("For one of several questions of a request, its id follows after a colon.")
          String clarifyId,
      String question,
      @About("The labels of the options; empty if any text is an answer.")
          List<String> choicesOffered,
      String sessionId,
      @About("Always clarify.") String kind,
      @About("Unix time in seconds.") BigDecimal requestedAt,
      @About("0 when there is no deadline.") BigDecimal timeoutSeconds,
      @About("Unix time in seconds, requested_at + timeout_seconds; 0 when there is no deadline.")
          BigDecimal expiresAt,
      String runId,
      @About("Always 1.") int revision,
      @About("Lowercase hex SHA-256 of the RFC 8785 form of {questions, form}.") String digest,
      @About("All questions of the request.") List<StructuredQuestion> questions,
      @About("The JSON Schema for the answers, if there is one.") @OmitIfUnset
          @Nullable JsonNode form,
      @About("Who may answer and what comes next, if not anyone who decides may.") @OmitIfUnset
          @Nullable String waitsFor) {
    public PendingClarification {
      questions = Copies.of(questions);
      form = Copies.orNull(form);
      choicesOffered = Copies.of(choicesOffered);
    }
  }

  @About("An answer to a question; response, answer and choice mean the same.")
  @Tolerant(exceptSlips = true)
  record RespondClarificationRequest(
      @Required @Length(min = 1, max = Limits.SESSION_ID) String sessionId,
      @Length(min = 1, max = 2 * Limits.ID + 1)
          @About(
              "Send it. Without it, the pending question must have been sent to this "
                  + "caller at least a second ago.")
          @Nullable String clarifyId,
      @JsonLength(max = Limits.CONTENT)
          @About(
              "A text, or a list of texts where several options may be selected. The "
                  + "label or the id of an option selects it; any other text is a free-text "
                  + "answer. An empty list leaves an optional question without an answer.")
          @Nullable JsonNode response,
      @JsonLength(max = Limits.CONTENT) @Nullable JsonNode answer,
      @JsonLength(max = Limits.CONTENT) @Nullable JsonNode choice,
      @Length(min = 1, max = Limits.ID)
          @About("Refuses the answer if the request has another digest.")
          @Nullable String expectedDigest,
      @Range(min = 1, max = Integer.MAX_VALUE)
          @About("Refuses the answer if the request has another revision.")
          @Nullable Integer expectedRevision) {
    public RespondClarificationRequest {
      response = Copies.orNull(response);
      answer = Copies.orNull(answer);
      choice = Copies.orNull(choice);
    }
  }

  @About("The accepted answer, as it was sent.")
  record ClarificationResponse(boolean ok, JsonNode response) {}

  @About("A message to a session.")
  @Tolerant(exceptSlips = true)
  record ChatRequest(
      @Required @Length(min = 1, max = Limits.SESSION_ID) String sessionId,
      @Required
          @Length(min = 1, max = Limits.CONTENT)
          @Matches(value = Limits.SAYS_SOMETHING, message = "must say something")
          String message,
      @Length(min = 1, max = Limits.IDEMPOTENCY_KEY) @RefusedAs("invalid_idempotency_key")
          @Nullable String idempotencyKey) {}

  @About("The run that answers.")
  record ChatAccepted(String runId) {}

  /** Made by the methods, one for each event. */
  @About("The data of one frame of a chat; its members depend on the event.")
  record ChatFrame(
      @About("With every event except gap.") @OmitIfUnset @Nullable String runId,
      @About("delta: new text of the model. Never replayed.") @OmitIfUnset @Nullable String text,
      @About("output: the output of the run.") @OmitIfUnset @Nullable String content,
      @About("output") @OmitIfUnset @Nullable List<OutputPart> parts,
      @About("output") @OmitIfUnset @Nullable List<AttachmentRef> artifacts,
      @About("done: completed or cancelled. error: failed or interrupted.") @OmitIfUnset
          @Nullable RunStatus status,
      @About("error: why.") @OmitIfUnset @Nullable String error,
      @About("gap: why output is missing.") @OmitIfUnset StreamFrame.@Nullable Reason reason) {
    public ChatFrame {
      parts = Copies.orNull(parts);
      artifacts = Copies.orNull(artifacts);
    }

    public static ChatFrame delta(String runId, String text) {
      return new ChatFrame(runId, text, null, null, null, null, null, null);
    }

    public static ChatFrame output(
        String runId, String content, List<OutputPart> parts, List<AttachmentRef> artifacts) {
      return new ChatFrame(runId, null, content, parts, artifacts, null, null, null);
    }

    public static ChatFrame done(String runId, RunStatus status) {
      return new ChatFrame(runId, null, null, null, null, status, null, null);
    }

    public static ChatFrame error(String runId, RunStatus status, String error) {
      return new ChatFrame(runId, null, null, null, null, status, error, null);
    }

    public static ChatFrame gap(StreamFrame.Reason reason) {
      return new ChatFrame(null, null, null, null, null, null, null, reason);
    }
  }
}
