package dev.holdpoint.engine.gate;

import dev.holdpoint.core.access.Voter;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.Offer;
import dev.holdpoint.core.gate.RequestTerms;
import dev.holdpoint.core.policy.NamedPolicy;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refusal;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.engine.json.JsonChanges;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.permission.MatchableCall;
import dev.holdpoint.engine.permission.PermissionRules;
import dev.holdpoint.engine.port.ToolInputs;
import dev.holdpoint.engine.standing.Judgement;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonPointer;

/** What more than a plain yes or no an approval takes, and whether a person keeps to it. */
public final class EditCheck {
  private EditCheck() {}

  /** Why nothing else can run in the place of what was asked, or null. */
  public static @Nullable String againstEditing(
      Approval approval, Judgement judged, @Nullable Voter voter) {
    Offer offer = approval.offer();
    if (!judged.isDecidedBy(voter)) {
      return "Can't be edited";
    }
    String fixed = against(approval, judged.named());
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
      ToolInputs inputs, Run run, Approval approval, SentDecision resolution, int index) {
    if (resolution.updatedInput() == null || !approval.isPending()) {
      return;
    }
    // An agent's call may have the name of a tool here, and takes something else.
    String tool = MatchableCall.of(run, run.call(approval.callId())).name();
    checkFixed(inputs.readOnly(tool), resolution, run.call(approval.callId()).input(), index);
    List<Refusal.Fault> faults = inputs.faults(tool, resolution.updatedInput());
    if (!faults.isEmpty()) {
      String at = "/resolutions/" + index + "/updated_input";
      throw new Refusal(
              Problem.APPROVAL_INVALID_RESOLUTION,
              "updated_input does not match the input schema of "
                  + tool
                  + ". Nothing was resolved.",
              faults.stream()
                  .map(fault -> new Refusal.Fault(at + fault.pointer(), fault.message()))
                  .toList(),
              null)
          .asException();
    }
  }

  /** Why nothing may be changed, or null. */
  static @Nullable String against(Approval approval, @Nullable NamedPolicy policy) {
    RequestTerms terms = approval.terms();
    if (terms != null && terms.editable() != null && terms.editable().pointers().isEmpty()) {
      return "The asker lets nothing of this request be changed.";
    }
    List<String> places = places(approval, policy);
    return places != null && places.isEmpty()
        ? "The policy lets nothing of this request be changed."
        : null;
  }

  /**
   * The places that both the asker and the policy let people change; null for everything.
   *
   * @param policy null where none holds
   */
  public static @Nullable List<String> places(Approval approval, @Nullable NamedPolicy policy) {
    RequestTerms terms = approval.terms();
    List<String> asker =
        terms == null || terms.editable() == null ? null : terms.editable().pointers();
    List<String> named = policy == null ? null : policy.rules().editable();
    if (asker == null || named == null) {
      return asker == null ? named : asker;
    }
    return Stream.concat(within(asker, named), within(named, asker)).distinct().toList();
  }

  /** Those of the first that lie at or below one of the second. */
  private static Stream<String> within(List<String> some, List<String> open) {
    return some.stream()
        .filter(
            place ->
                open.stream()
                    .anyMatch(
                        one -> isWithin(JsonPointer.compile(place), JsonPointer.compile(one))));
  }

  /**
   * @param asked the input that was asked about
   * @throws dev.holdpoint.core.problem.Refused with the place of every change that may not be made
   */
  static void check(
      Approval approval,
      @Nullable NamedPolicy policy,
      SentDecision resolution,
      Json asked,
      int index) {
    List<String> editable = places(approval, policy);
    Json updated = resolution.updatedInput();
    if (editable == null || updated == null || !approval.isPending()) {
      return;
    }
    String at = "/resolutions/" + index + "/updated_input";
    List<JsonPointer> open = editable.stream().map(JsonPointer::compile).toList();
    List<Refusal.Fault> faults =
        JsonChanges.between(JsonTree.of(asked), JsonTree.of(updated)).stream()
            .filter(place -> open.stream().noneMatch(one -> isWithin(place, one)))
            .map(place -> new Refusal.Fault(at + place, "must not be changed"))
            .toList();
    if (!faults.isEmpty()) {
      throw new Refusal(
              Problem.APPROVAL_INVALID_RESOLUTION,
              "Only %s of this request can be changed. Nothing was resolved."
                  .formatted(editable.isEmpty() ? "nothing" : String.join(", ", editable)),
              faults,
              null)
          .asException();
    }
  }

  /** What the tool's schema marks as read only is nobody's to change. */
  static void checkFixed(List<String> fixed, SentDecision resolution, Json asked, int index) {
    Json updated = resolution.updatedInput();
    if (fixed.isEmpty() || updated == null) {
      return;
    }
    String at = "/resolutions/" + index + "/updated_input";
    List<JsonPointer> closed = fixed.stream().map(JsonPointer::compile).toList();
    List<Refusal.Fault> faults =
        JsonChanges.between(JsonTree.of(asked), JsonTree.of(updated)).stream()
            .filter(
                place ->
                    closed.stream().anyMatch(one -> isWithin(place, one) || isWithin(one, place)))
            .map(place -> new Refusal.Fault(at + place, "is read only"))
            .toList();
    if (!faults.isEmpty()) {
      throw new Refusal(
              Problem.APPROVAL_INVALID_RESOLUTION,
              "The tool's schema marks this as read only. Nothing was resolved.",
              faults,
              null)
          .asException();
    }
  }

  private static boolean isWithin(JsonPointer place, JsonPointer open) {
    String inner = place.toString();
    String outer = open.toString();
    return inner.equals(outer) || inner.startsWith(outer + "/");
  }
}
