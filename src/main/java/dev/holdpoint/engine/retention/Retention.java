package dev.holdpoint.engine.retention;

import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.commit.Commits;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.journal.Trails;
import dev.holdpoint.engine.port.RunFiles;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.port.store.Queries.JournalMark;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Forgets what has served its time: whole runs, or only what happened in them. A run that has not
 * ended is never touched, however old it is, nor one whose permit waits for its result.
 */
public final class Retention {
  private static final int AT_ONCE = 100;
  private static final long SHORTEST_MS = 250;
  private static final long LONGEST_MS = 3_600_000;

  private final Commits commits;
  private final Engine engine;
  private final RunFiles files;
  private final Policy policy;
  private final ToLongFunction<Queries> counted;

  public Retention(Commits commits, Engine engine, RunFiles files, Policy policy) {
    this(commits, engine, files, policy, _ -> Long.MAX_VALUE);
  }

  /**
   * @param counted the last row of the journal that may go: statistics are made from it, a moment
   *     after it is written
   */
  public Retention(
      Commits commits,
      Engine engine,
      RunFiles files,
      Policy policy,
      ToLongFunction<Queries> counted) {
    this.counted = counted;
    this.commits = commits;
    this.engine = engine;
    this.files = files;
    this.policy = policy;
  }

  /**
   * @param runsMs how long a run is kept after its end; null for ever
   * @param eventsMs how long what happened in it is kept after its end; null as long as the run
   */
  public record Policy(@Nullable Long runsMs, @Nullable Long eventsMs) {}

  /** How often to look: often enough for what is kept shortest. Empty when all is kept. */
  public OptionalLong everyMs() {
    return Stream.of(policy.runsMs, policy.eventsMs)
        .filter(Objects::nonNull)
        .mapToLong(ms -> Math.clamp(ms / 4, SHORTEST_MS, LONGEST_MS))
        .min();
  }

  /** Gives how many runs it has forgotten, in whole or in part. */
  public int sweep() {
    int swept = 0;
    if (policy.runsMs != null) {
      swept += sweepRuns(engine.nowMs() - policy.runsMs);
    }
    if (policy.eventsMs != null) {
      swept += sweepEvents(engine.nowMs() - policy.eventsMs);
    }
    return swept;
  }

  private int sweepRuns(long endedBefore) {
    int swept = 0;
    long above = 0;
    while (true) {
      long from = above;
      List<Run> runs =
          engine.read(
              queries -> queries.settledRuns(from, Ulid.key(Math.max(0, endedBefore), 0), AT_ONCE));
      // What a run has said may still be on its way: then the run is not over yet.
      Set<Long> sending =
          engine.read(
              queries -> queries.runsWithOpenDeliveries(runs.stream().map(Run::key).toList()));
      List<Run> old =
          runs.stream()
              .filter(run -> isEnded(run, endedBefore) && !sending.contains(run.key()))
              .filter(run -> !engine.read(queries -> GateRecords.isAwaited(queries, run)))
              .toList();
      if (!old.isEmpty()) {
        old.forEach(files::remove);
        swept +=
            commits.commit(
                change -> {
                  int removed = 0;
                  for (Run run : old) {
                    List<Long> trail = Trails.after(change.queries(), run, 0);
                    if (isCounted(change, trail)
                        && !GateRecords.isAwaited(change.queries(), run)
                        && GateRecords.discard(change, run, change::raiseEventsFloor)) {
                      change.remove(run, trail);
                      trail.forEach(change::raiseEventsFloor);
                      removed++;
                    }
                  }
                  return removed;
                });
      }
      if (runs.size() < AT_ONCE) {
        return swept;
      }
      above = runs.getLast().key();
    }
  }

  private boolean isCounted(Change change, List<Long> trail) {
    return trail.isEmpty() || trail.getLast() <= counted.applyAsLong(change.queries());
  }

  private static boolean isEnded(Run run, long before) {
    Long at = run.finishedAtMs();
    return at != null && at < before;
  }

  /** The journal is in order of time, and what was forgotten before is not in it any more. */
  private int sweepEvents(long endedBefore) {
    int swept = 0;
    long after = 0;
    while (true) {
      long from = after;
      List<JournalMark> marks = engine.read(queries -> queries.journalMarks(from, AT_ONCE));
      Set<Long> keys = new LinkedHashSet<>();
      marks.stream()
          .takeWhile(mark -> mark.atMs() < endedBefore)
          .forEach(mark -> keys.add(mark.runKey()));
      swept += forgetEvents(keys, endedBefore);
      if (marks.size() < AT_ONCE || marks.getLast().atMs() >= endedBefore) {
        return swept;
      }
      after = marks.getLast().lastId();
    }
  }

  private int forgetEvents(Set<Long> runKeys, long endedBefore) {
    boolean any =
        engine.read(queries -> queries.runs(runKeys)).stream()
            .anyMatch(run -> isEnded(run, endedBefore));
    return !any
        ? 0
        : commits.commit(
            change -> {
              int forgotten = 0;
              for (long key : runKeys) {
                Run run = change.run(key);
                if (run != null && isEnded(run, endedBefore)) {
                  List<Long> trail = Trails.after(change.queries(), run, 0);
                  if (isCounted(change, trail)
                      && !GateRecords.isAwaited(change.queries(), run)
                      && GateRecords.discard(change, run, change::raiseEventsFloor)) {
                    change.forgetEvents(run, trail);
                    trail.forEach(change::raiseEventsFloor);
                    forgotten++;
                  }
                }
              }
              return forgotten;
            });
  }
}
