package dev.holdpoint.http.agui;

import dev.holdpoint.core.run.Step;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * In which turn a call was made, for a reader that reads a transcript once, from its beginning. A
 * model may give the same id in every turn; then it is that of the last one. What has its result is
 * forgotten with the next turn.
 */
final class CallTurns {
  private final Map<String, Integer> turns = new HashMap<>();
  private final Set<String> done = new HashSet<>();

  /**
   * @param at the place of the step in the transcript
   */
  void pass(Step step, int at) {
    switch (step) {
      case Step.Input _ -> {}
      case Step.Result result -> done.add(result.callId());
      case Step.Turn turn -> {
        turns.keySet().removeAll(done);
        done.clear();
        turn.calls().forEach(call -> turns.put(call.id(), at));
      }
    }
  }

  int of(String call) {
    return turns.getOrDefault(call, 0);
  }
}
