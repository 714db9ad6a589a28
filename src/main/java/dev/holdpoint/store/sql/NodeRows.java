package dev.holdpoint.store.sql;

import dev.holdpoint.core.cluster.Node;
import dev.holdpoint.engine.port.store.Cluster.Beat;
import dev.holdpoint.engine.port.store.Cluster.Nodes;
import dev.holdpoint.engine.port.store.LedgerHead;
import dev.holdpoint.engine.port.store.Writes.Marks;
import dev.holdpoint.store.doc.Documents;
import dev.holdpoint.store.sql.Statements.Bind;
import dev.holdpoint.store.sql.Statements.Row;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The nodes, and how far they have come together. Only PostgreSQL has these tables. */
public final class NodeRows {
  /** Milliseconds by the database's clock, which is the only one that all nodes share. */
  private static final String NOW = "floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint";

  private static final String COLUMNS =
      "epoch, name, state, joined_at_ms, seen_at_ms, draining, settled, doc";

  /** Nodes that are gone are shown for a day. */
  private static final long SHOWN_MS = 24L * 3600 * 1000;

  private static final Row<Node> NODE =
      row ->
          new Node(
              row.getLong(1),
              row.getString(2),
              Codes.nodeState(row.getInt(3)),
              row.getLong(4),
              row.getLong(5),
              row.getInt(6) == 1,
              row.getInt(7) == 1,
              Documents.card(row.getString(8)));

  /** A row is a node's own if it was made for it: see {@link Seat}. */
  private static final String OWN = "epoch = ? AND joined_at_ms = ? AND name = ?";

  private final Statements sql;

  /**
   * By what a node knows its row. A standby that was behind may have been promoted since it joined:
   * its row is gone then, and its epoch may be another's.
   */
  public record Seat(long epoch, String name, long joinedAtMs) {
    /** Of a daemon that has not joined, and of whoever writes as none of the nodes. */
    public static final Seat NONE = new Seat(0, "", 0);

    public boolean isOf(Node node) {
      return node.epoch() == epoch && node.joinedAtMs() == joinedAtMs && node.name().equals(name);
    }

    private int bind(PreparedStatement row, int at) throws SQLException {
      row.setLong(at, epoch);
      row.setLong(at + 1, joinedAtMs);
      row.setString(at + 2, name);
      return at + 3;
    }
  }

  NodeRows(Statements sql) {
    this.sql = sql;
  }

  public long nowMs() {
    return sql.number("SELECT " + NOW, Bind.NOTHING);
  }

  /** Asked before these tables are used, which may be others than this program knows. */
  public void checkAdmitted() {
    Schema.checkAdmitted(sql);
  }

  @Nullable Long silentMs(long epoch) {
    return sql.first(
        "SELECT greatest(0, " + NOW + " - seen_at_ms) FROM nodes WHERE epoch = ? AND state = 0",
        Bind.number(epoch),
        row -> row.getLong(1));
  }

  boolean takesRuns(long epoch) {
    return sql.number(
            "SELECT count(*) FROM nodes WHERE epoch = ? AND state = 0 AND draining = 0",
            Bind.number(epoch))
        == 1;
  }

  public @Nullable Node live(String name) {
    return sql.first(
        "SELECT " + COLUMNS + " FROM nodes WHERE name = ? AND state = 0", Bind.text(name), NODE);
  }

  /** Whether the node was to hand its work over, by its own row, whatever became of it since. */
  public boolean wasDraining(Seat seat) {
    return sql.first(
            "SELECT 1 FROM nodes WHERE draining = 1 AND " + OWN,
            row -> seat.bind(row, 1),
            row -> true)
        != null;
  }

  /**
   * @param draining whether it is to take no work from the beginning
   */
  public Seat add(String name, Node.Card card, boolean draining) {
    return sql.list(
            """
            INSERT INTO nodes (epoch, name, state, draining, settled, joined_at_ms, seen_at_ms, doc)
            SELECT max(epoch) + 1, ?, 0, ?, 0, %s, %s, ? FROM nodes
            RETURNING epoch, joined_at_ms"""
                .formatted(NOW, NOW),
            row -> {
              row.setString(1, name);
              row.setInt(2, draining ? 1 : 0);
              row.setString(3, Documents.text(card));
            },
            row -> new Seat(row.getLong(1), name, row.getLong(2)))
        .getFirst();
  }

  public @Nullable Beat beat(Seat seat, Node.Card card) {
    return sql.first(
        """
        UPDATE nodes SET seen_at_ms = %s, doc = ? WHERE %s AND state = 0
        RETURNING seen_at_ms, draining, (SELECT commits FROM head)"""
            .formatted(NOW, OWN),
        row -> {
          row.setString(1, Documents.text(card));
          seat.bind(row, 2);
        },
        row -> new Beat(row.getLong(1), row.getInt(2) == 1, row.getLong(3)));
  }

  public Nodes shown() {
    long nowMs = nowMs();
    return new Nodes(
        nowMs,
        sql.list(
            "SELECT " + COLUMNS + " FROM nodes WHERE state = 0 OR seen_at_ms > ? ORDER BY epoch",
            Bind.number(nowMs - SHOWN_MS),
            NODE));
  }

  /** Those that were silent for longer than this are lost from now on, but not who says so. */
  public List<Node> lose(long silentMs, long but) {
    return sql.list(
        """
        UPDATE nodes SET state = 2 WHERE state = 0 AND seen_at_ms < %s - ? AND epoch <> ?
        RETURNING %s"""
            .formatted(NOW, COLUMNS),
        Bind.numbers(silentMs, but),
        NODE);
  }

  public void end(long epoch, Node.State how) {
    sql.update(
        "UPDATE nodes SET state = ? WHERE epoch = ? AND state = 0",
        Bind.numbers(Codes.of(how), epoch));
  }

  public List<Long> unsettled() {
    return sql.list(
        "SELECT epoch FROM nodes WHERE state <> 0 AND settled = 0 ORDER BY epoch",
        Bind.NOTHING,
        row -> row.getLong(1));
  }

  public void settled(long epoch) {
    sql.update("UPDATE nodes SET settled = 1 WHERE epoch = ? AND state <> 0", Bind.number(epoch));
  }

  /** What this node has and does not work on is for the others. */
  public int release(Seat seat, Collection<Long> but) {
    return sql.update(
        """
        UPDATE runs SET owner = 0 WHERE key IN (
          SELECT key FROM runs
          WHERE runnable = 1 AND owner = (SELECT epoch FROM nodes WHERE %s) AND NOT key = ANY (?)
          FOR UPDATE SKIP LOCKED)"""
            .formatted(OWN),
        row -> sql.dialect().bindKeys(row, seat.bind(row, 1), but));
  }

  public void announce(String channel, String who) {
    sql.list(
        "SELECT pg_notify(?, ?)",
        row -> {
          row.setString(1, channel);
          row.setString(2, who);
        },
        row -> "");
  }

  public void drain(long epoch, boolean on) {
    sql.update(
        "UPDATE nodes SET draining = ? WHERE epoch = ? AND state = 0",
        Bind.numbers(on ? 1 : 0, epoch));
  }

  /**
   * Takes runs that wait for a worker and belong to nobody. The node's own row is locked meanwhile:
   * who is just being counted as gone takes nothing, or has what it took seen to.
   */
  public List<Long> claim(Seat seat, int most) {
    return sql.list(
        """
        WITH me AS (SELECT epoch FROM nodes WHERE %s AND state = 0 FOR SHARE),
          free AS (
            SELECT key FROM runs WHERE runnable = 1 AND owner = 0 AND EXISTS (SELECT 1 FROM me)
            ORDER BY key LIMIT ? FOR UPDATE SKIP LOCKED)
        UPDATE runs SET owner = me.epoch FROM me, free WHERE runs.key = free.key
        RETURNING runs.key"""
            .formatted(OWN),
        row -> row.setInt(seat.bind(row, 1), most),
        row -> row.getLong(1));
  }

  /** What it has, the oldest first. */
  public List<Long> held(Seat seat, int most) {
    return sql.list(
        """
        SELECT key FROM runs WHERE runnable = 1 AND owner = (SELECT epoch FROM nodes WHERE %s)
        ORDER BY key LIMIT ?"""
            .formatted(OWN),
        row -> row.setInt(seat.bind(row, 1), most),
        row -> row.getLong(1));
  }

  /** How far the ledger has come, and whether the node that asks may write to it. */
  public record Place(LedgerHead head, boolean live) {}

  public LedgerHead head() {
    return sql.list(
            "SELECT last_event_id, last_key, commits, settings, removals, journaled FROM head",
            Bind.NOTHING,
            NodeRows::head)
        .getFirst();
  }

  private static LedgerHead head(ResultSet row) throws SQLException {
    return new LedgerHead(
        row.getLong(1),
        row.getLong(2),
        row.getLong(3),
        row.getLong(4),
        row.getLong(5),
        row.getLong(6));
  }

  /**
   * Waits for the lock, and then looks. The lock is a statement of its own and the first of the
   * transaction, so that all that follows sees everything that was committed under it before.
   */
  public Place place(long lock, Seat seat) {
    return sql.second(
            """
            SELECT pg_advisory_xact_lock(?);
            SELECT last_event_id, last_key, commits, settings, removals, journaled,
              ? = 0 OR EXISTS (SELECT 1 FROM nodes WHERE %s AND state = 0)
            FROM head"""
                .formatted(OWN),
            row -> {
              row.setLong(1, lock);
              row.setLong(2, seat.epoch);
              seat.bind(row, 3);
            },
            row -> new Place(head(row), row.getBoolean(7)))
        .getFirst();
  }

  void raise(long lastEventId, long lastKey) {
    sql.update(
        """
        UPDATE head SET last_event_id = greatest(last_event_id, ?),
          last_key = greatest(last_key, ?)
        WHERE last_event_id < ? OR last_key < ?""",
        row -> {
          row.setLong(1, lastEventId);
          row.setLong(2, lastKey);
          row.setLong(3, lastEventId);
          row.setLong(4, lastKey);
        });
  }

  /** Passes over so many commits too. */
  public void leap(long commits) {
    sql.update("UPDATE head SET commits = commits + ?", Bind.number(commits));
  }

  public void advance(Marks marks) {
    sql.update(
        """
        UPDATE head SET last_event_id = greatest(last_event_id, ?),
          last_key = greatest(last_key, ?), commits = commits + 1, settings = settings + ?,
          removals = removals + ?, journaled = journaled + ?""",
        row -> {
          row.setLong(1, marks.lastEventId());
          row.setLong(2, marks.lastKey());
          row.setInt(3, marks.settings() ? 1 : 0);
          row.setInt(4, marks.removes() ? 1 : 0);
          row.setInt(5, marks.journaled() ? 1 : 0);
        });
  }
}
