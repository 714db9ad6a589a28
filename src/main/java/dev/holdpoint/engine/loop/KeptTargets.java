package dev.holdpoint.engine.loop;

import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.ApprovalState;
import dev.holdpoint.core.run.Call;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.Step;
import dev.holdpoint.core.world.KeptTarget;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.commit.Consequence;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Puts away what a target had in it when its approval was raised, as soon as the call has its
 * result or will have none.
 */
public final class KeptTargets implements Consequence {
  @Override
  public void follow(Change change, @Nullable Run before, Run after, List<Step> steps) {
    if (before == null) {
      return;
    }
    for (Approval approval : before.approvals()) {
      if (approval.world() != null
          && mayRun(before, approval.id())
          && !mayRun(after, approval.id())) {
        KeptTarget kept = change.kept(KeptTarget.KIND, approval.key());
        if (kept != null) {
          change.discard(KeptTarget.KIND, kept);
        }
      }
    }
  }

  /** Whether the call of the approval may still be carried out, now or after a yes. */
  private static boolean mayRun(Run run, String approvalId) {
    Approval approval = run.approval(approvalId).orElse(null);
    return approval != null
        && !run.status().isSettled()
        && run.calls().stream()
            .anyMatch(
                call ->
                    call.call().id().equals(approval.callId())
                        && call.progress() != Call.Progress.DONE)
        && switch (approval.state()) {
          case ApprovalState.Pending _, ApprovalState.Allowed _, ApprovalState.Expired _ -> true;
          case ApprovalState.Denied _, ApprovalState.Withdrawn _ -> false;
        };
  }
}
