package dev.holdpoint.http.agui;

import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.Step;
import dev.holdpoint.engine.heap.Heap;
import dev.holdpoint.engine.journal.Trails;
import dev.holdpoint.engine.port.store.Queries;
import java.util.List;
import java.util.Map;

/** Reads the transcript of a run a few journal rows at a time: a row may hold megabytes. */
final class StepWalk {
  /** Many may read at once. */
  static final int ROWS = Heap.ofThisProcess().rows(16);

  private StepWalk() {}

  /** What is told of each step. */
  @FunctionalInterface
  interface Reader {
    /**
     * @param at the place of the step in the transcript
     * @param turns of the steps before it
     */
    void step(Step step, int at, CallTurns turns);
  }

  /** Gives the turns of all calls, once the last step was read. */
  static CallTurns turns(Queries queries, Run run) {
    return each(queries, run, (_, _, _) -> {});
  }

  static CallTurns each(Queries queries, Run run, Reader reader) {
    CallTurns turns = new CallTurns();
    List<Long> rows = Trails.after(queries, run, 0);
    int at = 0;
    for (int from = 0; from < rows.size(); from += ROWS) {
      List<Long> some = rows.subList(from, Math.min(rows.size(), from + ROWS));
      Map<Long, List<Step>> steps = queries.steps(some);
      for (long row : some) {
        for (Step step : steps.getOrDefault(row, List.of())) {
          reader.step(step, at, turns);
          turns.pass(step, at);
          at++;
        }
      }
    }
    return turns;
  }
}
