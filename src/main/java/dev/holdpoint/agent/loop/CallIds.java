package dev.holdpoint.agent.loop;

import dev.holdpoint.core.run.Step;
import dev.holdpoint.core.run.ToolCall;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * No two calls of a run have the same id, whatever the provider calls them: the leave that one was
 * given must not be found for the other.
 */
final class CallIds {
  private CallIds() {}

  static List<ToolCall> distinct(List<Step> earlier, List<ToolCall> calls) {
    Set<String> taken = new HashSet<>(List.of(""));
    for (Step step : earlier) {
      if (step instanceof Step.Turn turn) {
        turn.calls().forEach(call -> taken.add(call.id()));
      }
    }
    List<ToolCall> named = new ArrayList<>(calls.size());
    for (ToolCall call : calls) {
      String id = call.id();
      for (int n = named.size() + 1; !taken.add(id); n++) {
        id = "call_" + (earlier.size() + 1) + "_" + n;
      }
      named.add(new ToolCall(id, call.tool(), call.input()));
    }
    return named;
  }
}
