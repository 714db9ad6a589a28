package dev.holdpoint.engine.journal;

import dev.holdpoint.core.event.JournalRow;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.Step;
import dev.holdpoint.core.run.Trail;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.core.triage.Triage;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.port.store.RecordWalk;
import dev.holdpoint.engine.port.store.TermHits;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Follows runs through the journal. */
public final class Trails {
  private static final int RUNS_AT_ONCE = 100;
  private static final int GATES = 2_000;

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

  /** The same with what people did about its gates, which the run itself knows nothing of. */
  public static List<Long> told(Queries queries, Run run, long cursor) {
    List<Long> touched =
        queries
            .withTerms(Triage.KIND, List.of(run.head().sessionId()), List.of(run.id()), GATES)
            .stream()
            .map(TermHits::key)
            .toList();
    List<Long> rows = after(queries, run, cursor);
    return touched.isEmpty()
        ? rows
        : merged(rows, queries.keptAmong(Triage.KIND, touched).stream(), cursor);
  }

  private static List<Long> merged(List<Long> rows, Stream<Triage> gates, long cursor) {
    return Stream.concat(
            rows.stream(), gates.flatMap(gate -> gate.rows().stream()).filter(row -> row > cursor))
        .sorted()
        .toList();
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
        return session == null
            ? rows.stream().sorted().toList()
            : merged(rows, RecordWalk.of(queries, Triage.KIND, session.id()), cursor);
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
