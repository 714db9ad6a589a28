package dev.holdpoint.agent.loop;

import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.Step;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.engine.journal.Trails;
import dev.holdpoint.engine.port.store.Queries;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What was said in a session before a run. */
final class History {
  /** How far back a model is shown; older runs are left to memory. */
  private static final int RUNS = 20;

  private History() {}

  static List<Step> before(Queries queries, Run run) {
    List<List<Step>> newestFirst = new ArrayList<>();
    long below = run.wasDeferred() ? Long.MAX_VALUE : run.key();
    Run earlier = queries.lastStartedRun(run.head().sessionKey(), below);
    while (earlier != null && newestFirst.size() < RUNS) {
      if (earlier.key() != run.key()) {
        newestFirst.add(answered(earlier, Trails.transcript(queries, earlier)));
      }
      earlier = queries.lastStartedRun(earlier.head().sessionKey(), earlier.key());
    }
    return newestFirst.reversed().stream().flatMap(List::stream).toList();
  }

  /**
   * Providers refuse a conversation in which a call has no result, and one in which two calls have
   * the same id: a run that ended before its calls did says so, and its ids carry its name.
   */
  private static List<Step> answered(Run run, List<Step> steps) {
    List<Step> whole = new ArrayList<>();
    Set<String> open = new LinkedHashSet<>();
    for (Step step : steps) {
      switch (step) {
        case Step.Input input -> whole.add(input);
        case Step.Turn(String text, List<ToolCall> calls) -> {
          close(run, open, whole);
          calls.forEach(call -> open.add(call.id()));
          whole.add(
              new Step.Turn(
                  text,
                  calls.stream()
                      .map(call -> new ToolCall(id(run, call.id()), call.tool(), call.input()))
                      .toList()));
        }
        case Step.Result(String callId, Json content) -> {
          open.remove(callId);
          whole.add(new Step.Result(id(run, callId), content));
        }
      }
    }
    close(run, open, whole);
    return whole;
  }

  private static void close(Run run, Set<String> open, List<Step> whole) {
    Json ended = GateResults.error("The run was " + run.status().wire() + " before this was done.");
    open.forEach(callId -> whole.add(new Step.Result(id(run, callId), ended)));
    open.clear();
  }

  private static String id(Run run, String callId) {
    return run.id() + "." + callId;
  }
}
