package dev.holdpoint.agent.loop;

import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.Step;
import dev.holdpoint.engine.Trails;
import dev.holdpoint.engine.port.Queries;
import java.util.ArrayList;
import java.util.List;

/** What was said in a session before a run. */
final class History {
  /** How far back a model is shown; older runs are left to memory. */
  private static final int RUNS = 20;

  private History() {}

  static List<Step> before(Queries queries, Run run) {
    List<List<Step>> newestFirst = new ArrayList<>();
    Run earlier = queries.lastStartedRun(run.head().sessionKey(), run.key());
    while (earlier != null && newestFirst.size() < RUNS) {
      newestFirst.add(Trails.transcript(queries, earlier));
      earlier = queries.lastStartedRun(earlier.head().sessionKey(), earlier.key());
    }
    return newestFirst.reversed().stream().flatMap(List::stream).toList();
  }
}
