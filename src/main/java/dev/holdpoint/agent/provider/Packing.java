package dev.holdpoint.agent.provider;

import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Step;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.engine.json.JsonTree;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.StringNode;

/**
 * Chooses what of a transcript a model is shown: the newest steps that there is room for, in their
 * order. The newest input is always there, and so is the newest turn with its results, each cut if
 * need be: without them a model would not know what it is asked, or do again what it has just done.
 * Every call stands right before its results, as providers demand; one whose result is missing says
 * so, and a result whose call is missing is left out.
 */
final class Packing {
  private static final Json NO_RESULT =
      new Json("{\"error\":\"Nothing is known of what came of this.\"}");

  private Packing() {}

  /**
   * @param leftOut how many inputs and turns are not there
   */
  record Packed(List<Step> steps, int leftOut) {}

  /** An input, or a turn with the results of its calls. */
  private record Unit(Step head, List<Step.Result> results) {
    long cost() {
      return TokenEstimate.of(head) + results.stream().mapToLong(TokenEstimate::of).sum();
    }

    boolean isInput() {
      return head instanceof Step.Input;
    }
  }

  static Packed of(List<Step> steps, long budget) {
    List<Unit> units = units(steps);
    int newest = units.size() - 1;
    int input = newest;
    while (input >= 0 && !units.get(input).isInput()) {
      input--;
    }
    long left = budget;
    if (input >= 0) {
      long rest = input == newest ? 0 : Math.min(units.get(newest).cost(), budget / 2);
      units.set(input, cut(units.get(input), budget - rest));
      left -= units.get(input).cost();
    }
    if (newest > input) {
      units.set(newest, cut(units.get(newest), left));
      left -= units.get(newest).cost();
    }
    int from = newest;
    while (from > 0 && (from - 1 == input || units.get(from - 1).cost() <= left)) {
      from--;
      left -= from == input ? 0 : units.get(from).cost();
    }
    // A conversation begins with somebody who asks.
    while (from < input && !units.get(from).isInput()) {
      from++;
    }
    List<Step> kept = new ArrayList<>();
    int leftOut = Math.max(from, 0);
    if (input >= 0 && input < from) {
      add(kept, units.get(input));
      leftOut--;
    }
    units.subList(Math.max(from, 0), units.size()).forEach(unit -> add(kept, unit));
    return new Packed(kept, leftOut);
  }

  private static void add(List<Step> steps, Unit unit) {
    steps.add(unit.head);
    steps.addAll(unit.results);
  }

  private static List<Unit> units(List<Step> steps) {
    Map<String, Step.Result> results = new HashMap<>();
    for (Step step : steps) {
      if (step instanceof Step.Result result) {
        results.putIfAbsent(result.callId(), result);
      }
    }
    List<Unit> units = new ArrayList<>();
    for (Step step : steps) {
      switch (step) {
        case Step.Input input -> units.add(new Unit(input, List.of()));
        case Step.Turn turn -> {
          // A turn without a word or a call is nothing that could be sent.
          if (!turn.text().isBlank() || !turn.calls().isEmpty()) {
            units.add(new Unit(turn, turn.calls().stream().map(c -> result(c, results)).toList()));
          }
        }
        case Step.Result _ -> {}
      }
    }
    return units;
  }

  private static Step.Result result(ToolCall call, Map<String, Step.Result> results) {
    return results.getOrDefault(call.id(), new Step.Result(call.id(), NO_RESULT));
  }

  private static Unit cut(Unit unit, long budget) {
    if (unit.cost() <= budget) {
      return unit;
    }
    return switch (unit.head) {
      case Step.Input input -> new Unit(new Step.Input(Cut.to(input.words(), budget)), List.of());
      case Step.Turn turn -> {
        Step.Turn head = TokenEstimate.of(turn) <= budget / 2 ? turn : brief(turn, budget / 2);
        long share = (budget - TokenEstimate.of(head)) / Math.max(1, unit.results.size());
        yield new Unit(head, unit.results.stream().map(result -> cut(result, share)).toList());
      }
      case Step.Result _ -> unit;
    };
  }

  /** A call's input is JSON and cannot be cut; that it was there is all that remains. */
  private static Step.Turn brief(Step.Turn turn, long budget) {
    long share = budget / (turn.calls().size() + 1);
    return new Step.Turn(
        Cut.to(turn.text(), share),
        turn.calls().stream()
            .map(
                call ->
                    TokenEstimate.of(call.input().text()) <= share
                        ? call
                        : new ToolCall(call.id(), call.tool(), leftOut(call.input())))
            .toList());
  }

  private static Json leftOut(Json input) {
    return JsonTree.write(
        JsonTree.object()
            .put("left_out", "an input of %d characters".formatted(input.text().length())));
  }

  /** As a text, which takes more room with what it needs to be JSON. */
  private static Step.Result cut(Step.Result result, long budget) {
    Step.Result shorter = result;
    for (long room = budget; TokenEstimate.of(shorter) > budget && room > 0; room = room * 3 / 4) {
      String text = Cut.to(result.content().text(), room);
      shorter = new Step.Result(result.callId(), JsonTree.write(StringNode.valueOf(text)));
    }
    return shorter;
  }
}
