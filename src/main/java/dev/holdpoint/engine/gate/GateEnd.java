package dev.holdpoint.engine.gate;

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
record GateEnd(@Nullable Long expiresAtMs, @Nullable GateProgress progress) {
  /** The asker's own deadline, else the one of the policy that holds, else the tenant's. */
  static GateEnd of(Change change, Run run, GateDraft draft, RequestTerms terms) {
    long nowMs = change.nowMs();
    Long own = draft.deadline().from(nowMs);
    if (own != null && !draft.deadline().latest()) {
      return new GateEnd(own, null);
    }
    PolicyBook book = PolicyBook.in(change);
    ToolCall call =
        book.isEmpty() || draft.kind() == GateKind.QUESTION ? null : run.call(draft.callId());
    GatePolicy policy = GatePolicies.of(book, run, draft.kind(), call, terms);
    Long set = StageTimes.deadline(policy, 1, nowMs);
    if (own != null && (set == null || own < set)) {
      return new GateEnd(own, null);
    }
    return new GateEnd(set, set == null ? null : GateProgress.first(nowMs));
  }
}
