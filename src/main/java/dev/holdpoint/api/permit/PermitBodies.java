package dev.holdpoint.api.permit;

import dev.holdpoint.api.json.Copies;
import dev.holdpoint.api.json.Limits;
import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.JsonLength;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.Matches;
import dev.holdpoint.api.rule.MustBeObject;
import dev.holdpoint.api.rule.OmitIfUnset;
import dev.holdpoint.api.rule.Range;
import dev.holdpoint.api.rule.Required;
import dev.holdpoint.api.rule.Size;
import dev.holdpoint.api.rule.Words;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Bodies of requests and responses about permits. */
public interface PermitBodies {
  @About("What the asker wants of the permit that an approval gives.")
  record PermitWish(
      @About("Who can redeem it: a token id, or a word that the runner sends; the asker if unset.")
          @OmitIfUnset
          @Length(min = 1, max = Limits.ID)
          @Matches(value = Limits.PLAIN_PATTERN, message = Limits.PLAIN_RULE)
          @Nullable String audience,
      @About("How long after the decision it can be redeemed.")
          @OmitIfUnset
          @Range(min = Limits.PERMIT_MS, max = Limits.PERMIT_TTL_MS)
          @Nullable Long ttlMs,
      @About("How long after the redemption a result is expected.")
          @OmitIfUnset
          @Range(min = Limits.PERMIT_MS, max = Limits.PERMIT_RESULT_MS)
          @Nullable Long resultWithinMs) {}

  @About("The right to carry out one allowed call once, and what became of it.")
  record PermitView(
      String permitId,
      String approvalId,
      String runId,
      String sessionId,
      String tenantId,
      String toolName,
      @About("Of what was allowed: of the changed input if the reviewer changed it.") String digest,
      int revision,
      @About("From 1; more if a person said that the attempt before did not happen.") int attempt,
      @About("Who can redeem it.") String audience,
      @About("Who carries the call out.") PermitRunner runner,
      PermitStatus state,
      @About("Who or what allowed the call.") String by,
      long issuedAtMs,
      @About("When it can no longer be redeemed.") @OmitIfUnset @Nullable Long notAfterMs,
      @OmitIfUnset @Nullable Long redeemedAtMs,
      @OmitIfUnset @Nullable String redeemedBy,
      @About("When it is uncertain without a result.") @OmitIfUnset @Nullable Long resultDueAtMs,
      @OmitIfUnset @Nullable Long settledAtMs,
      @OmitIfUnset @Nullable String error,
      @About("Why it is void.")
          @Words({
            "revoked",
            "withdrawn",
            "session_ended",
            "expired",
            "stale_world",
            "late_result",
            "superseded"
          })
          @OmitIfUnset
          @Nullable String voidReason,
      @About("Why it was taken back, in the words of the request that did so.") @OmitIfUnset
          @Nullable String revokeReason,
      @About("The approval that took the place of this one.") @OmitIfUnset
          @Nullable String successorId,
      @About("The question what became of it.") @OmitIfUnset @Nullable String questionId,
      @About("Results of earlier attempts that came after a person had settled them.") @OmitIfUnset
          @Nullable List<LatePermitResult> lateResults,
      @About("The permit itself, a compact JWS; only while it is ready, for those who may have it.")
          @OmitIfUnset
          @Nullable String permit) {
    public PermitView {
      lateResults = Copies.orNull(lateResults);
    }
  }

  @About("A result that came too late.")
  record LatePermitResult(int attempt, PermitOutcome outcome, long atMs, String by) {}

  @About("Who carries a call out: a program outside, or the daemon itself.")
  enum PermitRunner {
    OUTSIDE,
    HOLDPOINT
  }

  @About(
      "ready can be redeemed; started was redeemed and has no result yet; succeeded and failed are "
          + "results; uncertain means that it is not known whether it ran; void will not run.")
  enum PermitStatus {
    READY,
    STARTED,
    SUCCEEDED,
    FAILED,
    UNCERTAIN,
    VOID
  }

  @About("Redeems a permit right before the call is carried out.")
  record RedeemPermitRequest(
      @About("The permit, a compact JWS.") @Required @Length(min = 1, max = Limits.TOKEN)
          String permit,
      @About("The digest of the call that is about to run; or send tool_name and input.")
          @OmitIfUnset
          @Length(min = Limits.DIGEST, max = Limits.DIGEST)
          @Matches(value = Limits.SHA256_PATTERN, message = Limits.SHA256_RULE)
          @Nullable String inputDigest,
      @OmitIfUnset @Length(min = 1, max = Limits.NAME) @Nullable String toolName,
      @OmitIfUnset @MustBeObject @JsonLength(max = Limits.TOOL_INPUT) @Nullable JsonNode input,
      @About("Chosen by the runner and kept with the job: the same key gets the same answer again.")
          @Required
          @Length(min = Limits.REDEEMER_KEY_LEAST, max = Limits.IDEMPOTENCY_KEY)
          @Matches(value = Limits.REDEEMER_KEY_PATTERN, message = Limits.REDEEMER_KEY_RULE)
          String redeemerKey,
      @About("What the runner is called, if the permit is for a word and not for a token.")
          @OmitIfUnset
          @Length(min = 1, max = Limits.ID)
          @Nullable String audience,
      @About("The value of each precondition now, in the order of the request.")
          @OmitIfUnset
          @Size(max = Limits.PRECONDITIONS)
          @Length(min = 1, max = Limits.ID)
          @Nullable List<String> observed,
      @About("How long the result may take, instead of what the request says.")
          @OmitIfUnset
          @Range(min = Limits.PERMIT_MS, max = Limits.PERMIT_RESULT_MS)
          @Nullable Long resultWithinMs) {
    public RedeemPermitRequest {
      input = Copies.orNull(input);
      observed = Copies.orNull(observed);
    }
  }

  @About("What became of a call that was begun with a permit.")
  record PermitResultRequest(
      @Required
          @Length(min = Limits.REDEEMER_KEY_LEAST, max = Limits.IDEMPOTENCY_KEY)
          @Matches(value = Limits.REDEEMER_KEY_PATTERN, message = Limits.REDEEMER_KEY_RULE)
          String redeemerKey,
      @About("started only says that it is still running.") @Required PermitOutcome outcome,
      @About("SHA-256 of what came of it.")
          @OmitIfUnset
          @Length(min = Limits.DIGEST, max = Limits.DIGEST)
          @Matches(value = Limits.SHA256_PATTERN, message = Limits.SHA256_RULE)
          @Nullable String outputDigest,
      @OmitIfUnset @Length(max = Limits.PERMIT_ERROR) @Nullable String error) {}

  @About("What a runner reports.")
  enum PermitOutcome {
    STARTED,
    SUCCEEDED,
    FAILED,
    UNCERTAIN
  }

  @About("Takes a permit back that nobody has redeemed.")
  record RevokePermitRequest(@OmitIfUnset @Length(max = Limits.NOTE) @Nullable String reason) {}
}
