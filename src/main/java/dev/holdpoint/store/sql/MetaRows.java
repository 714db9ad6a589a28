package dev.holdpoint.store.sql;

import dev.holdpoint.core.event.EventGaps;
import dev.holdpoint.core.event.EventGaps.Leap;
import dev.holdpoint.core.event.Loss;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.engine.port.failure.StoreFailure;
import dev.holdpoint.store.doc.Documents;
import dev.holdpoint.store.sql.Statements.Bind;
import java.security.SecureRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What is known of the ledger as a whole: its id, and how far keys and event ids have come. The
 * newest rows tell that, until they are deleted; so whoever deletes rows writes it down first, in
 * the same transaction, and nobody else has to.
 */
final class MetaRows {
  private static final String LAST_KEY =
      """
      SELECT max(key) FROM (
        SELECT max(key) AS key FROM sessions
        UNION ALL SELECT max(key) FROM runs
        UNION ALL SELECT max(key) FROM gates
        UNION ALL SELECT max(key) FROM idempotency
        UNION ALL SELECT max(key) FROM tokens
        UNION ALL SELECT max(key) FROM mails
        UNION ALL SELECT max(key) FROM deliveries
        UNION ALL SELECT max(key) FROM secrets
        UNION ALL %s
        UNION ALL SELECT CAST(value AS BIGINT) FROM meta WHERE name = 'last_key') AS keys"""
          .formatted(ofKinds());
  private static final String LAST_EVENT_ID =
      """
      SELECT max(id) FROM (
        SELECT max(last_id) AS id FROM journal
        UNION ALL SELECT CAST(value AS BIGINT) FROM meta WHERE name = 'last_event_id') AS ids""";
  private static final String LEDGER_ID = "SELECT value FROM meta WHERE name = 'ledger_id'";

  /** As many kinds of records as there will ever be; each is one look into the index. */
  private static final int KINDS = 64;

  private final Statements sql;

  MetaRows(Statements sql) {
    this.sql = sql;
  }

  private static String ofKinds() {
    return IntStream.rangeClosed(1, KINDS)
        .mapToObj(kind -> "SELECT max(key) FROM records WHERE kind = " + kind)
        .collect(Collectors.joining(" UNION ALL "));
  }

  long lastKey() {
    return sql.number(LAST_KEY, Bind.NOTHING);
  }

  long lastEventId() {
    return sql.number(LAST_EVENT_ID, Bind.NOTHING);
  }

  long eventsFloor() {
    Long floor =
        sql.first(
            "SELECT CAST(value AS BIGINT) FROM meta WHERE name = 'events_floor'",
            Bind.NOTHING,
            row -> row.getLong(1));
    return floor == null ? 0 : floor;
  }

  void raiseEventsFloor(long floor) {
    if (floor > eventsFloor()) {
      keep("events_floor", Long.toString(floor));
    }
  }

  long accessChanges() {
    return sql.number(
        "SELECT max(CAST(value AS BIGINT)) FROM meta WHERE name = 'access_changes'", Bind.NOTHING);
  }

  void countAccessChange() {
    keep("access_changes", Long.toString(accessChanges() + 1));
  }

  /** The last row of the journal whose decisions are counted. */
  long tallied() {
    return sql.number(
        "SELECT max(CAST(value AS BIGINT)) FROM meta WHERE name = 'tallied'", Bind.NOTHING);
  }

  void keepTallied(long upTo) {
    keep("tallied", Long.toString(upTo));
  }

  EventGaps leaps() {
    String text =
        sql.first(
            "SELECT value FROM meta WHERE name = 'leaps'", Bind.NOTHING, row -> row.getString(1));
    return text == null ? EventGaps.NONE : Documents.leaps(text);
  }

  /**
   * Passes over so many event ids, and over all keys up to this one; what is written afterwards
   * comes behind them.
   */
  Leap leap(long events, long key) {
    long last = lastEventId();
    Leap leap = new Leap(last, last + events);
    keep("leaps", Documents.text(leaps().plus(leap)));
    keep("last_event_id", Long.toString(leap.upTo()));
    keep("last_key", Long.toString(Math.max(key, lastKey())));
    return leap;
  }

  void keepMarks() {
    keep("last_key", Long.toString(lastKey()));
    keep("last_event_id", Long.toString(lastEventId()));
  }

  /** How far the ledger has come; null before the first commit that says so. */
  @Nullable String head() {
    return sql.first(
        "SELECT value FROM meta WHERE name = 'head'", Bind.NOTHING, row -> row.getString(1));
  }

  void keepHead(String head) {
    keep("head", head);
  }

  @Nullable Loss loss() {
    String text =
        sql.first(
            "SELECT value FROM meta WHERE name = 'loss'", Bind.NOTHING, row -> row.getString(1));
    return text == null ? null : Documents.loss(text);
  }

  /** One that is not on record yet is a part of it. */
  void addLoss(Loss loss) {
    Loss before = loss();
    keep("loss", Documents.text(before == null ? loss : before.and(loss)));
  }

  /** It is on record in the audit ledger. */
  void settleLoss() {
    sql.update("DELETE FROM meta WHERE name = 'loss'", Bind.NOTHING);
  }

  private void keep(String name, String value) {
    sql.update(
        """
        INSERT INTO meta (name, value) VALUES (?, ?)
        ON CONFLICT (name) DO UPDATE SET value = excluded.value""",
        row -> {
          row.setString(1, name);
          row.setString(2, value);
        });
  }

  /** The ledger's id; a ledger without one is new and gets it now. */
  String ledgerId() {
    sql.update(
        "INSERT INTO meta (name, value) VALUES ('ledger_id', ?) ON CONFLICT (name) DO NOTHING",
        Bind.text(newLedgerId()));
    String id = sql.first(LEDGER_ID, Bind.NOTHING, row -> row.getString(1));
    if (id == null) {
      throw new StoreFailure("the ledger's id is missing from the table meta");
    }
    return id;
  }

  private static String newLedgerId() {
    long key = Ulid.key(System.currentTimeMillis(), 0);
    return Ulid.id("led_", key, new SecureRandom().nextLong());
  }
}
