package dev.holdpoint.api.gate;

import dev.holdpoint.api.gate.ApprovalBodies.ApprovalResolution;
import dev.holdpoint.api.gate.StandingBodies.StandingView;
import dev.holdpoint.api.json.Copies;
import dev.holdpoint.api.json.Limits;
import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.OmitIfUnset;
import dev.holdpoint.api.rule.RefusedAs;
import dev.holdpoint.api.rule.Size;
import dev.holdpoint.api.status.GateOutcome;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Bodies of requests and responses about approvals of several runs. */
public interface ManyBodies {
  @About("Decisions on approvals of any runs.")
  record ManyResolutionsRequest(
      @Size(max = Limits.RESOLUTIONS_EACH) @RefusedAs("approval_invalid_resolution")
          List<ApprovalResolution> resolutions,
      @About(
              "each decides every approval by itself and reports on each; all decides all of them "
                  + "or none, and takes at most 100. Without it, each.")
          @Nullable ManyMode mode,
      @Length(min = 1, max = Limits.IDEMPOTENCY_KEY) @RefusedAs("invalid_idempotency_key")
          @Nullable String idempotencyKey) {
    public ManyResolutionsRequest {
      resolutions = Copies.of(resolutions);
    }
  }

  @About("Whether one refusal keeps the others back.")
  enum ManyMode {
    EACH,
    ALL
  }

  @About("What became of the decisions, in the order in which they were sent.")
  record ManyResolved(int resolved, int waiting, int refused, List<OneResult> results) {
    public ManyResolved {
      results = Copies.of(results);
    }
  }

  @About("What became of one decision.")
  record OneResult(
      String requestId,
      @OmitIfUnset @Nullable String runId,
      OneResult.Result result,
      @OmitIfUnset @Nullable GateOutcome outcome,
      @About("Of one that is waiting: whom it still waits for, as its request shows it.")
          @OmitIfUnset
          @Nullable StandingView standing,
      @About("The whole problem, if it was refused.") @OmitIfUnset @Nullable JsonNode problem) {

    @About("resolved, waiting (more people have to agree), or refused.")
    public enum Result {
      RESOLVED,
      WAITING,
      REFUSED
    }
  }
}
