package dev.holdpoint.store.sql;

import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunStatus;
import dev.holdpoint.engine.port.store.Queries.RunCursor;
import dev.holdpoint.engine.port.store.Queries.RunFilter;
import dev.holdpoint.engine.port.store.Queries.RunPage;
import dev.holdpoint.store.sql.Statements.Bind;
import dev.holdpoint.store.sql.Statements.Legible;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Lists and counts of runs. A run is live (its status is below 4), completed (4), or ended in some
 * other way (above 4). The live and the otherwise ended have an index each; completed is what
 * remains, and is counted as such.
 */
final class RunPages {
  private static final String LIVE = "status < 4";
  private static final String ENDED_OTHERWISE = "status > 4";
  private final Statements sql;

  RunPages(Statements sql) {
    this.sql = sql;
  }

  RunPage page(RunFilter filter) {
    // One more than asked for tells whether there is another page.
    int want = filter.limit() + 1;
    RunCursor after = filter.after();
    RunStatus status = filter.status();
    List<Run> runs = new ArrayList<>();
    int read = 0;
    if (!filter.activeFirst()) {
      read = add(runs, part(filter, condition(status), after, want));
    } else {
      if ((after == null || !after.settled()) && (status == null || !status.isSettled())) {
        read = add(runs, part(filter, status == null ? LIVE : condition(status), after, want));
      }
      if (read < want && (status == null || status.isSettled())) {
        RunCursor from = after != null && after.settled() ? after : null;
        String settled = status == null ? "status >= 4" : condition(status);
        read += add(runs, part(filter, settled, from, want - read));
      }
    }
    boolean more = read == want && runs.size() > 1;
    return new RunPage(more ? runs.subList(0, runs.size() - 1) : runs, more);
  }

  private static int add(List<Run> runs, Legible<Run> part) {
    runs.addAll(part.rows());
    return part.read();
  }

  private Legible<Run> part(
      RunFilter filter, String condition, @Nullable RunCursor after, int limit) {
    long below = after == null ? Long.MAX_VALUE : after.key();
    Long sessionKey = filter.sessionKey();
    if (sessionKey != null) {
      return sql.readable(
          RunRows.COLUMNS
              + "WHERE session_key = ? AND key < ? AND "
              + condition
              + " ORDER BY key DESC LIMIT ?",
          row -> {
            row.setLong(1, sessionKey);
            row.setLong(2, below);
            row.setInt(3, limit);
          },
          RunRows.RUN);
    }
    // The index of live runs is in order of session. It is sorted for the page all the same: going
    // through all runs from the newest on may pass a million that have ended. The plus signs keep
    // the database from doing that.
    String key = condition.startsWith(LIVE) ? "+key" : "key";
    return sql.readable(
        RunRows.COLUMNS
            + "WHERE key IN (SELECT key FROM runs WHERE %s AND %s < ? ORDER BY %s DESC LIMIT ?) ORDER BY key DESC"
                .formatted(condition, key, key),
        Bind.numbers(below, limit),
        RunRows.RUN);
  }

  /** Repeats the condition of the partial index that holds the status. */
  private static String condition(@Nullable RunStatus status) {
    if (status == null) {
      return "status >= -1";
    }
    // What is deferred is shown as queued.
    String exact = "status " + (status == RunStatus.QUEUED ? "<= " : "= ") + Codes.of(status);
    if (!status.isSettled()) {
      return LIVE + " AND " + exact;
    }
    return status == RunStatus.COMPLETED ? exact : ENDED_OTHERWISE + " AND " + exact;
  }

  long total(RunFilter filter) {
    Long sessionKey = filter.sessionKey();
    RunStatus status = filter.status();
    if (status == null) {
      return count(sessionKey, "");
    }
    return status == RunStatus.COMPLETED
        ? count(sessionKey, "") - count(sessionKey, LIVE) - count(sessionKey, ENDED_OTHERWISE)
        : count(sessionKey, condition(status));
  }

  private long count(@Nullable Long sessionKey, String condition) {
    StringBuilder query = new StringBuilder("SELECT count(*) FROM runs");
    if (!condition.isEmpty()) {
      query.append(" WHERE ").append(condition);
    }
    if (sessionKey == null) {
      return sql.number(query.toString(), Bind.NOTHING);
    }
    query.append(condition.isEmpty() ? " WHERE " : " AND ").append("session_key = ?");
    return sql.number(query.toString(), Bind.number(sessionKey));
  }

  Map<RunStatus, Long> countByStatus() {
    Map<RunStatus, Long> counts = new EnumMap<>(RunStatus.class);
    long others = 0;
    for (String condition : List.of(LIVE, ENDED_OTHERWISE)) {
      for (long[] group :
          sql.list(
              "SELECT status, count(*) FROM runs WHERE " + condition + " GROUP BY status",
              Bind.NOTHING,
              row -> new long[] {row.getLong(1), row.getLong(2)})) {
        counts.merge(Codes.runStatus((int) group[0]), group[1], Long::sum);
        others += group[1];
      }
    }
    long completed = count(null, "") - others;
    if (completed > 0) {
      counts.put(RunStatus.COMPLETED, completed);
    }
    return counts;
  }
}
