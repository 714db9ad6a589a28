package dev.holdpoint.engine.standing;

import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.RequestTerms;
import dev.holdpoint.core.policy.NamedPolicy;
import dev.holdpoint.core.problem.Refusal;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.engine.json.JsonChanges;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.permission.MatchableCall;
import dev.holdpoint.engine.port.ToolInputs;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonPointer;

/**
 * Which places of an input people may change: those that the tool's schema, the asker and the
 * policy all leave to them. Views and decisions ask the same.
 */
public record EditPlaces(ToolInputs inputs) {
  /** For a caller that does not know the tools. */
  public static final EditPlaces WITHOUT_TOOLS = new EditPlaces(ToolInputs.ANYTHING);

  /**
   * As JSON pointers; null for everything.
   *
   * @param policy null where none holds
   */
  public @Nullable List<String> of(Run run, Approval approval, @Nullable NamedPolicy policy) {
    return both(
        ofTool(run, approval),
        both(ofAsker(approval), policy == null ? null : policy.rules().editable()));
  }

  /** Why nothing may be changed, or null. */
  public @Nullable String against(Run run, Approval approval, @Nullable NamedPolicy policy) {
    if (isNone(ofAsker(approval))) {
      return "The asker lets nothing of this request be changed.";
    }
    if (isNone(ofTool(run, approval))) {
      return "By the tool's schema all of this input is read only.";
    }
    return isNone(of(run, approval, policy))
        ? "The policy lets nothing of this request be changed."
        : null;
  }

  /**
   * Every change that may not be made, by its place in the input.
   *
   * @param updated the input that is to run in the place of what was asked
   */
  public List<Refusal.Fault> faults(
      Run run, Approval approval, @Nullable NamedPolicy policy, Json updated) {
    List<String> editable = of(run, approval, policy);
    if (editable == null) {
      return List.of();
    }
    List<String> tool = ofTool(run, approval);
    Json asked = run.call(approval.callId()).input();
    return JsonChanges.between(JsonTree.of(asked), JsonTree.of(updated)).stream()
        .filter(place -> !isOpen(place, editable))
        .map(
            place ->
                new Refusal.Fault(
                    place.toString(),
                    tool == null || isOpen(place, tool) ? "must not be changed" : "is read only"))
        .toList();
  }

  /** An agent's call may have the name of a tool here, and takes something else. */
  private @Nullable List<String> ofTool(Run run, Approval approval) {
    MatchableCall call = MatchableCall.of(run, run.call(approval.callId()));
    return inputs.writable(call.name(), run.call(approval.callId()).input());
  }

  private static @Nullable List<String> ofAsker(Approval approval) {
    RequestTerms terms = approval.terms();
    return terms == null || terms.editable() == null ? null : terms.editable().pointers();
  }

  private static @Nullable List<String> both(
      @Nullable List<String> one, @Nullable List<String> other) {
    if (one == null || other == null) {
      return one == null ? other : one;
    }
    return Stream.concat(within(one, other), within(other, one)).distinct().toList();
  }

  /** Those of the first that lie at or below one of the second. */
  private static Stream<String> within(List<String> some, List<String> open) {
    return some.stream().filter(place -> isOpen(JsonPointer.compile(place), open));
  }

  private static boolean isOpen(JsonPointer place, List<String> open) {
    return open.stream()
        .map(one -> JsonPointer.compile(one).toString())
        .anyMatch(
            outer -> place.toString().equals(outer) || place.toString().startsWith(outer + "/"));
  }

  private static boolean isNone(@Nullable List<String> places) {
    return places != null && places.isEmpty();
  }
}
