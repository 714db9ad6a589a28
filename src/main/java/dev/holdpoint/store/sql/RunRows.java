package dev.holdpoint.store.sql;

import dev.holdpoint.core.run.Run;
import dev.holdpoint.engine.port.failure.LeaseLost;
import dev.holdpoint.engine.port.failure.StoreFailure;
import dev.holdpoint.engine.port.store.LiveRun;
import dev.holdpoint.engine.port.store.SessionLoad;
import dev.holdpoint.engine.port.store.Writes.Leases;
import dev.holdpoint.engine.port.store.Writes.RunRow;
import dev.holdpoint.store.doc.Documents;
import dev.holdpoint.store.doc.Shorthand;
import dev.holdpoint.store.sql.Statements.Bind;
import dev.holdpoint.store.sql.Statements.Row;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

final class RunRows {
  /** What {@link #RUN} is made of: the run, and what it has been from its first moment on. */
  static final String COLUMNS =
      "SELECT runs.doc, key, session_key, status, run_heads.doc"
          + " FROM runs LEFT JOIN run_heads ON run_key = key ";

  static final Row<Run> RUN =
      row -> {
        Run run = Documents.run(row.getString(1), row.getString(5));
        long key = row.getLong(2);
        Columns.check("runs", key, "key", key == run.key());
        Columns.check("runs", key, "session_key", row.getLong(3) == run.head().sessionKey());
        Columns.check("runs", key, "status", row.getInt(4) == Codes.ofState(run));
        return run;
      };

  private static final String AWAKE =
      "SELECT key, status, holds_slot, pending_approvals, pending_questions, session_key"
          + " FROM runs WHERE status < 4 AND status > 0 AND ";

  private final Statements sql;
  private @Nullable Long headsAfter;

  RunRows(Statements sql) {
    this.sql = sql;
  }

  @Nullable Run byKey(long key) {
    return sql.first(COLUMNS + "WHERE key = ?", Bind.number(key), RUN);
  }

  List<Run> byKeys(Collection<Long> keys) {
    return sql.readable(
            COLUMNS + "WHERE key " + sql.dialect().amongKeys(),
            row -> sql.dialect().bindKeys(row, 1, keys),
            RUN)
        .rows();
  }

  SessionLoad load(long sessionKey) {
    List<LiveRun> awake =
        sql.list(AWAKE + "session_key = ? ORDER BY key", Bind.number(sessionKey), RunRows::liveRun);
    long queued =
        sql.number(
            "SELECT count(*) FROM runs WHERE session_key = ? AND status < 4 AND status = 0",
            Bind.number(sessionKey));
    return new SessionLoad(awake, (int) queued);
  }

  Map<Long, SessionLoad> loads(Collection<Long> sessionKeys) {
    Map<Long, List<LiveRun>> awake = new HashMap<>();
    Map<Long, Integer> queued = new HashMap<>();
    String among = sql.dialect().amongKeys();
    // Two questions in one, as the writer waits for the answers: key 0 counts those in the queue.
    sql.list(
        """
        %ssession_key %s
        UNION ALL
        SELECT 0, 0, 0, 0, count(*), session_key FROM runs WHERE status < 4 AND status = 0
          AND session_key %s GROUP BY session_key
        ORDER BY key"""
            .formatted(AWAKE, among, among),
        row -> {
          sql.dialect().bindKeys(row, 1, sessionKeys);
          sql.dialect().bindKeys(row, 2, sessionKeys);
        },
        row ->
            row.getLong(1) == 0
                ? queued.put(row.getLong(6), row.getInt(5))
                : awake.computeIfAbsent(row.getLong(6), _ -> new ArrayList<>()).add(liveRun(row)));
    Map<Long, SessionLoad> loads = new HashMap<>();
    for (long key : sessionKeys) {
      loads.put(
          key, new SessionLoad(awake.getOrDefault(key, List.of()), queued.getOrDefault(key, 0)));
    }
    return loads;
  }

  private static LiveRun liveRun(ResultSet row) throws SQLException {
    return new LiveRun(
        row.getLong(1),
        Codes.runStatus(row.getInt(2)),
        row.getInt(3) == 1,
        row.getInt(4),
        row.getInt(5));
  }

  List<Long> queued(long sessionKey, long aboveKey, int limit) {
    return sql.list(
        """
        SELECT key FROM runs
        WHERE session_key = ? AND key > ? AND status < 4 AND status = 0 ORDER BY key LIMIT ?""",
        row -> {
          row.setLong(1, sessionKey);
          row.setLong(2, aboveKey);
          row.setInt(3, limit);
        },
        row -> row.getLong(1));
  }

  List<Long> deferred(long sessionKey) {
    return sql.list(
        "SELECT key FROM runs WHERE session_key = ? AND status < 4 AND status = -1 ORDER BY key",
        Bind.number(sessionKey),
        row -> row.getLong(1));
  }

  int queuedPosition(long sessionKey, long key) {
    Long queued =
        sql.first(
            "SELECT key FROM runs WHERE key = ? AND status = 0",
            Bind.number(key),
            row -> row.getLong(1));
    return queued == null
        ? 0
        : (int)
            sql.number(
                """
                SELECT count(*) FROM runs
                WHERE session_key = ? AND key <= ? AND status < 4 AND status = 0""",
                Bind.numbers(sessionKey, key));
  }

  /**
   * A run that was cancelled in the queue has left it without being started, and a clarification is
   * no part of the conversation: look inside.
   */
  @Nullable Run lastStarted(long sessionKey, long belowKey) {
    long below = belowKey;
    while (true) {
      Run run =
          sql.first(
              COLUMNS
                  + """
              WHERE session_key = ? AND key < ? AND status > 0 ORDER BY key DESC LIMIT 1""",
              Bind.numbers(sessionKey, below),
              RUN);
      if (run == null || run.isOfConversation()) {
        return run;
      }
      below = run.key();
    }
  }

  /** From the index alone: whoever has the run in hand does not read it again. */
  long lastStartedKey(long sessionKey, long belowKey) {
    Long key =
        sql.first(
            """
            SELECT key FROM runs
            WHERE session_key = ? AND key < ? AND status > 0 ORDER BY key DESC LIMIT 1""",
            Bind.numbers(sessionKey, belowKey),
            row -> row.getLong(1));
    return key == null ? 0 : key;
  }

  /** One step into the index for each session, however many runs it has. */
  List<Run> newestStarted(Collection<Long> sessionKeys) {
    return oneEach(sessionKeys, "AND r.status > 0 ORDER BY r.key DESC");
  }

  List<Run> first(Collection<Long> sessionKeys) {
    return oneEach(sessionKeys, "ORDER BY r.key");
  }

  /** Of each of these sessions the first run in that order. */
  private List<Run> oneEach(Collection<Long> sessionKeys, String order) {
    return sql.list(
        COLUMNS
            + """
            WHERE key IN (
              SELECT (SELECT r.key FROM runs r WHERE r.session_key = wanted.key %s LIMIT 1)
              FROM %s)"""
                .formatted(order, sql.dialect().wantedKeys()),
        row -> sql.dialect().bindKeys(row, 1, sessionKeys),
        RUN);
  }

  List<Long> runnable(int limit) {
    return sql.list(
        "SELECT key FROM runs WHERE runnable = 1 ORDER BY owner, key LIMIT ?",
        Bind.number(limit),
        row -> row.getLong(1));
  }

  List<Long> queuedAmong(Collection<Long> keys) {
    return sql.list(
        "SELECT key FROM runs WHERE status = 0 AND key " + sql.dialect().amongKeys(),
        row -> sql.dialect().bindKeys(row, 1, keys),
        row -> row.getLong(1));
  }

  List<Long> ownedBy(long owner, long aboveKey, int limit) {
    return sql.list(
        "SELECT key FROM runs WHERE runnable = 1 AND owner = ? AND key > ? ORDER BY key LIMIT ?",
        row -> {
          row.setLong(1, owner);
          row.setLong(2, aboveKey);
          row.setInt(3, limit);
        },
        row -> row.getLong(1));
  }

  /** The inner query stays within the index, so that a hundred thousand parked runs are quick. */
  List<Long> sessionsWithSeveralWaiting() {
    return sql.list(
        """
        SELECT session_key FROM runs
        WHERE status < 4 AND status IN (2, 3) AND holds_slot = 1 AND session_key IN (
          SELECT session_key FROM runs WHERE status < 4
          GROUP BY session_key HAVING count(*) > 1)
        GROUP BY session_key HAVING count(*) > 1 ORDER BY session_key""",
        Bind.NOTHING,
        row -> row.getLong(1));
  }

  void insert(List<RunRow> runs, Function<Run, String> text) {
    sql.insert(
        """
        INSERT INTO runs (status, runnable, holds_slot, pending_approvals, pending_questions,
          doc, key, session_key, owner)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)""",
        runs,
        (row, it) -> {
          bindChanging(row, it, text);
          row.setLong(7, it.run().key());
          row.setLong(8, it.run().head().sessionKey());
          row.setLong(9, it.runnable() ? it.heir() : 0);
        });
    sql.insert(
        "INSERT INTO run_heads (run_key, doc) VALUES (?, ?)",
        runs.stream().map(RunRow::run).filter(this::hasHeadApart).toList(),
        (row, run) -> {
          row.setLong(1, run.key());
          row.setString(2, Shorthand.of(Documents.text(run.head())));
        });
  }

  /** As it stands in its own row and in its rows of the journal. */
  String text(Run run) {
    return hasHeadApart(run) ? Documents.body(run) : Documents.text(run);
  }

  /** Those that were there before there were heads keep theirs inside. */
  private boolean hasHeadApart(Run run) {
    Long after = headsAfter;
    if (after == null) {
      after =
          sql.first(
              "SELECT CAST(value AS BIGINT) FROM meta WHERE name = 'heads_after'",
              Bind.NOTHING,
              row -> row.getLong(1));
      if (after == null) {
        throw new StoreFailure("the database lacks heads_after in meta: restore a backup");
      }
      headsAfter = after;
    }
    return run.key() > after;
  }

  /**
   * Who has a run keeps it while it goes on. The row of one that another node has by now is not
   * found by him who must have it.
   */
  void update(List<RunRow> runs, Function<Run, String> text) {
    int[] counts =
        sql.counted(
            """
            UPDATE runs SET status = ?, runnable = ?, holds_slot = ?, pending_approvals = ?,
              pending_questions = ?, doc = ?,
              owner = CASE WHEN ? = 0 THEN 0 WHEN owner <> 0 THEN owner ELSE ? END
            WHERE key = ? AND (? = 0 OR owner = ?)""",
            runs,
            (row, it) -> {
              bindChanging(row, it, text);
              row.setInt(7, it.runnable() ? 1 : 0);
              row.setLong(8, it.heir());
              row.setLong(9, it.run().key());
              row.setLong(10, it.holder());
              row.setLong(11, it.holder());
            });
    for (int i = 0; i < counts.length; i++) {
      if (counts[i] != 1) {
        Run run = runs.get(i).run();
        throw runs.get(i).holder() == 0
            ? new StoreFailure("there is no row to change for run " + run.id())
            : new LeaseLost("run " + run.id() + " now belongs to another node");
      }
    }
  }

  void change(Leases leases) {
    sql.insert(
        "UPDATE runs SET owner = 0 WHERE key = ? AND owner = ?",
        List.copyOf(leases.released().entrySet()),
        (row, one) -> {
          row.setLong(1, one.getKey());
          row.setLong(2, one.getValue());
        });
  }

  void check(Leases leases) {
    if (leases.held().isEmpty()) {
      return;
    }
    long held =
        sql.number(
            "SELECT count(*) FROM runs WHERE owner = ? AND key " + sql.dialect().amongKeys(),
            row -> {
              row.setLong(1, leases.holder());
              sql.dialect().bindKeys(row, 2, leases.held());
            });
    if (held != leases.held().size()) {
      throw new LeaseLost("a run now belongs to another node");
    }
  }

  private static void bindChanging(PreparedStatement row, RunRow it, Function<Run, String> text)
      throws SQLException {
    Run run = it.run();
    row.setInt(1, Codes.ofState(run));
    row.setInt(2, it.runnable() ? 1 : 0);
    row.setInt(3, run.holdsSlot() ? 1 : 0);
    row.setInt(4, run.pendingApprovals().size());
    row.setInt(5, run.pendingQuestions().size());
    row.setString(6, Shorthand.of(text.apply(run)));
  }

  void remove(List<Run> runs) {
    sql.insert("DELETE FROM runs WHERE key = ?", runs, (row, run) -> row.setLong(1, run.key()));
    sql.insert(
        "DELETE FROM run_heads WHERE run_key = ?", runs, (row, run) -> row.setLong(1, run.key()));
  }

  List<Run> settled(long aboveKey, long belowKey, int limit) {
    return sql.list(
        COLUMNS + "WHERE key > ? AND key < ? AND status >= 4 ORDER BY key LIMIT ?",
        row -> {
          row.setLong(1, aboveKey);
          row.setLong(2, belowKey);
          row.setInt(3, limit);
        },
        RUN);
  }
}
