package dev.holdpoint.engine.standing;

import dev.holdpoint.core.gate.GateKind;
import dev.holdpoint.core.policy.Deliberation;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refusal;

/** What a person hears whose word a gate does not wait for. */
public final class GateEligibility {
  private GateEligibility() {}

  public static Refusal refusal(Deliberation now, GateKind kind, long nowMs) {
    boolean approval = kind == GateKind.APPROVAL;
    String summary = now.standing().summary(nowMs);
    return (approval ? Problem.APPROVAL_NOT_ELIGIBLE : Problem.QUESTION_NOT_ELIGIBLE)
        .because(
            "This request "
                + summary
                + ". "
                + (approval ? "Your decision was not recorded." : "Your answer was not recorded."));
  }
}
