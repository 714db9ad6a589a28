package dev.holdpoint.api.problem;

import dev.holdpoint.api.json.Copies;
import dev.holdpoint.api.json.Fault;
import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import dev.holdpoint.api.rule.Words;
import dev.holdpoint.api.status.AppliedEnding;
import dev.holdpoint.api.status.GateOutcome;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What a refused request gets. */
public interface ProblemBodies {
  @About("The reason for a refusal, and what to do about it.")
  record ProblemBody(
      String type,
      String title,
      int status,
      String detail,
      @OmitIfUnset @Nullable String instance,
      String code,
      String domain,
      String requestId,
      @OmitIfUnset @Nullable List<Fault> errors,
      @OmitIfUnset @Nullable Settlement resolution,
      @About("The existing resource that causes the conflict.") @OmitIfUnset
          @Nullable String conflictingResourceId,
      @About("Why the permit is void.")
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
      @About("When the permit was redeemed.") @OmitIfUnset @Nullable Long redeemedAtMs,
      @About("Who redeemed the permit.") @OmitIfUnset @Nullable String redeemedBy,
      @About("The approval that took the place of this one.") @OmitIfUnset
          @Nullable String successorId,
      @About("The request as it is now, if the decision was for something else.") @OmitIfUnset
          @Nullable JsonNode current) {
    public ProblemBody {
      current = Copies.orNull(current);
      errors = Copies.orNull(errors);
    }
  }

  @About("The earlier decision: who, when and what.")
  record Settlement(
      String by,
      long atMs,
      @Words({
            "allow",
            "deny",
            "request_changes",
            "respond",
            "ask_back",
            "answered",
            "declined",
            "cancelled",
            "expired",
            "withdrawn"
          })
          String behavior,
      @About("How it ended, in the word that all surfaces share; unset while it is held.")
          @OmitIfUnset
          @Nullable GateOutcome outcome,
      @About("What the deadline did, if it ended by its deadline.") @OmitIfUnset
          @Nullable AppliedEnding applied,
      @About("The revision that took its place.") @OmitIfUnset @Nullable String successorId,
      @About("Whether what was sent too late is kept with the request.")
          @Words({"kept", "not_kept"})
          @OmitIfUnset
          @Nullable String lateAnswer,
      @About("If it is held: when it takes effect.") @OmitIfUnset @Nullable Long untilMs) {}

  @About("The reason for a refusal, in the format of the ambient surface.")
  record PlainProblem(
      @About("Always false.") boolean ok,
      @About("What is wrong and what to do about it.") String error,
      String code,
      @About("True if the prompt no longer exists: the card can be removed.") @OmitIfUnset
          @Nullable Boolean stale,
      String requestId,
      @OmitIfUnset @Nullable List<Fault> errors,
      @About("If it was settled before: how it ended.") @OmitIfUnset @Nullable GateOutcome outcome,
      @About("If it was settled before: who or what ended it.") @OmitIfUnset @Nullable String by,
      @About("If it was settled before: when, in seconds.") @OmitIfUnset @Nullable BigDecimal at,
      @About("If it was settled before: whether the answer is kept with the request.")
          @Words({"kept", "not_kept"})
          @OmitIfUnset
          @Nullable String lateAnswer,
      @About("The request as it is now, if the decision was for something else.") @OmitIfUnset
          @Nullable JsonNode current) {
    public PlainProblem {
      current = Copies.orNull(current);
      errors = Copies.orNull(errors);
    }
  }
}
