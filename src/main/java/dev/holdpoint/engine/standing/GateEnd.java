package dev.holdpoint.engine.standing;

import dev.holdpoint.core.gate.GateKind;
import dev.holdpoint.core.gate.GateProgress;
import dev.holdpoint.core.gate.RequestTerms;
import dev.holdpoint.core.policy.GatePolicy;
import dev.holdpoint.core.policy.StageTimes;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.permission.GatePolicies;
import dev.holdpoint.engine.policy.PolicyBook;
import org.jspecify.annotations.Nullable;

/**
 * When a gate ends that is raised now.
 *
 * @param progress null where the deadline is the asker's own, or there is none
 */
public record GateEnd(@Nullable Long expiresAtMs, @Nullable GateProgress progress) {
  /**
   * What is raised.
   *
   * @param endMs the asker's own deadline
   * @param latest whether a policy may set an earlier one
   */
  public record Raised(GateKind kind, String callId, @Nullable Long endMs, boolean latest) {}

  /** The asker's own deadline, else the one of the policy that holds, else the tenant's. */
  public static GateEnd of(Change change, Run run, Raised raised, RequestTerms terms) {
    Long own = raised.endMs();
    if (own != null && !raised.latest()) {
      return new GateEnd(own, null);
    }
    PolicyBook book = PolicyBook.in(change);
    ToolCall call =
        book.isEmpty() || raised.kind() == GateKind.QUESTION ? null : run.call(raised.callId());
    GatePolicy policy = GatePolicies.of(book, run, raised.kind(), call, terms);
    Long set = StageTimes.deadline(policy, 1, change.nowMs());
    if (own != null && (set == null || own < set)) {
      return new GateEnd(own, null);
    }
    return new GateEnd(set, set == null ? null : GateProgress.first(change.nowMs()));
  }
}
