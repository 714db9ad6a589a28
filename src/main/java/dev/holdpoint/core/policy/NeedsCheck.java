package dev.holdpoint.core.policy;

import dev.holdpoint.core.access.ApprovalPolicy;
import dev.holdpoint.core.gate.GateKind;
import dev.holdpoint.core.problem.Refusal.Fault;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Whether an expression fits the rest of its policy. */
final class NeedsCheck {
  private NeedsCheck() {}

  static List<Fault> faults(
      PolicyDraft draft,
      PolicyExpression needs,
      ExpressionReader places,
      @Nullable ApprovalPolicy floor) {
    List<Fault> faults = new ArrayList<>();
    if (draft.match().fits(GateKind.QUESTION)) {
      question(faults, places);
    }
    OnExpiry applies = needs.ending().applies();
    for (GateKind kind : GateKind.values()) {
      if (applies != null && draft.match().fits(kind) && !applies.fits(kind)) {
        faults.add(
            at(
                places.endingPlace(),
                kind == GateKind.APPROVAL
                    ? "\""
                        + applies.word()
                        + "\" is for questions, and this policy matches approvals"
                    : "\""
                        + applies.word()
                        + "\" is for approvals, and this policy matches questions"));
      }
    }
    if (applies == OnExpiry.ALLOW) {
      String fault =
          allowFault(needs, draft.match(), draft.risk(), draft.signatureRequired(), floor);
      if (fault != null) {
        faults.add(at(places.endingPlace(), fault));
      }
    }
    if (draft.distinct()) {
      named(faults, needs, places);
    }
    return faults;
  }

  /**
   * Why a deadline may not allow anything under such a policy; null when it may.
   *
   * @param floor null where the tenant is not known yet
   */
  static @Nullable String allowFault(
      PolicyExpression needs,
      PolicyMatch match,
      Risk risk,
      boolean signatureRequired,
      @Nullable ApprovalPolicy floor) {
    if (risk != Risk.LOW) {
      return "\"allow\" needs risk low";
    }
    if (signatureRequired || (floor != null && floor.signatureRequired())) {
      return "\"allow\" is not possible where a signature is required";
    }
    if (!needs.isOneYesEnough()) {
      return "\"allow\" needs one yes to be enough in every stage";
    }
    if (floor != null && floor.approvalsRequired() > 1) {
      return "\"allow\" is not possible where the tenant requires several approvals";
    }
    List<String> tools = Objects.requireNonNullElse(match.tools(), List.of());
    return tools.isEmpty() || tools.contains("*")
        ? "\"allow\" needs match.tools to name tools, without a bare *"
        : null;
  }

  private static void question(List<Fault> faults, ExpressionReader places) {
    if (places.allPlace() > 0) {
      faults.add(
          at(places.allPlace(), "\"all\" is for approvals, and this policy matches questions"));
    }
    if (places.severalPlace() > 0) {
      faults.add(
          at(
              places.severalPlace(),
              "one person answers a question, and this policy matches questions"));
    }
  }

  /** One person fills one place, so two places of the same single person are never both filled. */
  private static void named(List<Fault> faults, PolicyExpression needs, ExpressionReader places) {
    for (int i = 0; i < needs.stages().size(); i++) {
      for (List<Need.Of> leaves : needs.stages().get(i).need().alternatives()) {
        if (!Filling.canBeMetByNamed(leaves)) {
          faults.add(
              at(
                  places.stagePlace(i),
                  "more people are wanted than are named by \"person:\", and distinct lets each"
                      + " fill one place"));
          break;
        }
      }
    }
  }

  private static Fault at(int place, String what) {
    return new Fault("/needs", InvalidExpression.message(place, what));
  }
}
