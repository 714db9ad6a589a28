package dev.holdpoint.engine.gate;

import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.RequestTerms;
import dev.holdpoint.core.policy.NamedPolicy;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refusal;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.engine.json.JsonChanges;
import dev.holdpoint.engine.json.JsonTree;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonPointer;

/** Whether a person changes only what may be changed. */
public final class EditCheck {
  private EditCheck() {}

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
