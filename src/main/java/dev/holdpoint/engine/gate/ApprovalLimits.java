package dev.holdpoint.engine.gate;

import dev.holdpoint.core.access.Voter;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.Offer;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.engine.permission.MatchableCall;
import dev.holdpoint.engine.permission.PermissionRules;
import dev.holdpoint.engine.standing.Judgement;
import org.jspecify.annotations.Nullable;

/** What more than a plain yes or no an approval takes, told before somebody tries. */
public final class ApprovalLimits {
  private ApprovalLimits() {}

  /** Why nothing else can run in the place of what was asked, or null. */
  public static @Nullable String againstEditing(
      Approval approval, Judgement judged, @Nullable Voter voter) {
    Offer offer = approval.offer();
    if (!judged.isDecidedBy(voter)) {
      return "Can't be edited";
    }
    String fixed = EditCheck.against(approval, judged.named());
    if (fixed != null) {
      return fixed;
    }
    return offer == null || offer.editable()
        ? null
        : "This agent does not accept changed input. Deny the request and say what "
            + "you want instead.";
  }

  /** Why the like cannot be allowed from now on along with it, or null. */
  public static @Nullable String againstGranting(Run run, Approval approval, Judgement judged) {
    if (judged.policy().isGuarded()) {
      return "Can't be remembered. Each request needs its own approval.";
    }
    MatchableCall call = MatchableCall.of(run, run.call(approval.callId()));
    return PermissionRules.isGrantable(approval, call)
        ? null
        : "Such a call can only be allowed once, each time.";
  }
}
