package dev.holdpoint.engine.gate;

import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.RequestTerms;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refusal;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.engine.json.JsonChanges;
import dev.holdpoint.engine.json.JsonTree;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonPointer;

/** Whether a person changes only what may be changed. */
final class EditCheck {
  private EditCheck() {}

  /** Why nothing may be changed, or null. */
  static @Nullable String against(Approval approval) {
    RequestTerms terms = approval.terms();
    return terms != null && terms.editable() != null && terms.editable().pointers().isEmpty()
        ? "The asker lets nothing of this request be changed."
        : null;
  }

  /**
   * @param asked the input that was asked about
   * @throws dev.holdpoint.core.problem.Refused with the place of every change that may not be made
   */
  static void check(Approval approval, SentDecision resolution, Json asked, int index) {
    RequestTerms terms = approval.terms();
    RequestTerms.Places editable = terms == null ? null : terms.editable();
    Json updated = resolution.updatedInput();
    if (editable == null || updated == null || !approval.isPending()) {
      return;
    }
    String at = "/resolutions/" + index + "/updated_input";
    List<JsonPointer> open = editable.pointers().stream().map(JsonPointer::compile).toList();
    List<Refusal.Fault> faults =
        JsonChanges.between(JsonTree.of(asked), JsonTree.of(updated)).stream()
            .filter(place -> open.stream().noneMatch(one -> isWithin(place, one)))
            .map(place -> new Refusal.Fault(at + place, "must not be changed"))
            .toList();
    if (!faults.isEmpty()) {
      throw new Refusal(
              Problem.APPROVAL_INVALID_RESOLUTION,
              "Only %s of this request can be changed. Nothing was resolved."
                  .formatted(
                      editable.pointers().isEmpty()
                          ? "nothing"
                          : String.join(", ", editable.pointers())),
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
