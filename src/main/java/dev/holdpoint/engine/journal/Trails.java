package dev.holdpoint.engine.journal;

import dev.holdpoint.core.event.JournalRow;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.Step;
import dev.holdpoint.core.run.Trail;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.engine.port.store.Queries;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** Follows runs through the journal. */
public final class Trails {
  private static final int RUNS_AT_ONCE = 100;

  private Trails() {}

  /** The keys of the run's journal rows beyond {@code cursor}, oldest first. */
  public static List<Long> after(Queries queries, Run run, long cursor) {
    List<Long> rows = new ArrayList<>();
    Trail trail = run.trail();
    while (true) {
      for (long row : trail.rows().reversed()) {
        if (row <= cursor) {
          Collections.reverse(rows);
          return rows;
        }
        rows.add(row);
      }
      List<JournalRow> holder =
          trail.earlier() == 0 ? List.of() : queries.journalRows(List.of(trail.earlier()));
      if (holder.isEmpty() || holder.getFirst().run() == null) {
        Collections.reverse(rows);
        return rows;
      }
      trail = holder.getFirst().run().trail();
    }
  }

  /** The same for all runs of a session. */
  public static List<Long> ofSession(Queries queries, long sessionKey, long cursor) {
    List<Long> rows = new ArrayList<>();
    Queries.RunCursor from = null;
    while (true) {
      Queries.RunPage page =
          queries.runPage(new Queries.RunFilter(sessionKey, null, false, from, RUNS_AT_ONCE));
      for (Run run : page.runs()) {
        rows.addAll(after(queries, run, cursor));
      }
      if (!page.more()) {
        Session session = queries.session(sessionKey);
        if (session != null && session.ended() != null && session.ended().row() > cursor) {
          rows.add(session.ended().row());
        }
        Collections.sort(rows);
        return rows;
      }
      from = new Queries.RunCursor(true, page.runs().getLast().key());
    }
  }

  /** Everything that happened to the run, oldest first. */
  public static List<JournalRow> history(Queries queries, Run run) {
    return queries.journalRows(after(queries, run, 0));
  }

  /** What the run's model has seen and said, oldest first. */
  public static List<Step> transcript(Queries queries, Run run) {
    return transcripts(queries, List.of(run)).getFirst();
  }

  /** The same for several runs with one question. */
  static List<List<Step>> transcripts(Queries queries, List<Run> runs) {
    List<List<Long>> trails = runs.stream().map(run -> after(queries, run, 0)).toList();
    Map<Long, List<Step>> steps = queries.steps(trails.stream().flatMap(List::stream).toList());
    return trails.stream()
        .map(
            trail ->
                trail.stream().flatMap(row -> steps.getOrDefault(row, List.of()).stream()).toList())
        .toList();
  }
}
