package dev.holdpoint.engine.gate;

import dev.holdpoint.core.access.Voter;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.Offer;
import dev.holdpoint.core.policy.NamedPolicy;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refusal;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.engine.permission.MatchableCall;
import dev.holdpoint.engine.permission.PermissionRules;
import dev.holdpoint.engine.standing.EditPlaces;
import dev.holdpoint.engine.standing.Judgement;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What more than a plain yes or no an approval takes, and whether a person keeps to it. */
public final class EditCheck {
  private EditCheck() {}

  /** Why nothing else can run in the place of what was asked, or null. */
  public static @Nullable String againstEditing(
      EditPlaces places, Run run, Approval approval, Judgement judged, @Nullable Voter voter) {
    Offer offer = approval.offer();
    if (!judged.isDecidedBy(voter)) {
      return "Can't be edited";
    }
    String fixed = places.against(run, approval, judged.named());
    if (fixed != null) {
      return fixed;
    }
    return offer == null || offer.editable()
        ? null
        : "This agent does not accept changed input. Deny the request and say what "
            + "you want instead.";
  }

  /** Why similar calls cannot be allowed from now on along with it, or null. */
  public static @Nullable String againstGranting(Run run, Approval approval, Judgement judged) {
    if (judged.policy().isGuarded() || judged.stepUp()) {
      return "Can't be remembered. Each request needs its own approval.";
    }
    MatchableCall call = MatchableCall.of(run, run.call(approval.callId()));
    return PermissionRules.isGrantable(approval, call)
        ? null
        : "Such a call can only be allowed once, each time.";
  }

  /** What the approver puts in the place of what was asked has to be something the tool takes. */
  static void checkInput(
      EditPlaces places,
      Run run,
      Approval approval,
      @Nullable NamedPolicy policy,
      SentDecision resolution,
      int index) {
    if (resolution.updatedInput() == null || !approval.isPending()) {
      return;
    }
    // An agent's call may have the name of a tool here, and takes something else.
    String tool = MatchableCall.of(run, run.call(approval.callId())).name();
    Json updated = resolution.updatedInput();
    refuse(
        places.inputs().faults(tool, updated),
        index,
        "updated_input does not match the input schema of " + tool);
    List<String> editable = places.of(run, approval, policy);
    refuse(
        places.faults(run, approval, policy, updated),
        index,
        "Only %s of this request can be changed"
            .formatted(
                editable == null || editable.isEmpty() ? "nothing" : String.join(", ", editable)));
  }

  private static void refuse(List<Refusal.Fault> faults, int index, String what) {
    if (!faults.isEmpty()) {
      String at = "/resolutions/" + index + "/updated_input";
      throw new Refusal(
              Problem.APPROVAL_INVALID_RESOLUTION,
              what + ". Nothing was resolved.",
              faults.stream()
                  .map(fault -> new Refusal.Fault(at + fault.pointer(), fault.message()))
                  .toList(),
              null)
          .asException();
    }
  }
}
