package dev.holdpoint.store.postgres;

import dev.holdpoint.engine.json.Digests;
import dev.holdpoint.engine.port.Blobs;
import dev.holdpoint.engine.port.failure.StoreFull;
import dev.holdpoint.store.sql.SqlDialect;
import dev.holdpoint.store.sql.Statements;
import dev.holdpoint.store.sql.Statements.Bind;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * In the database, so that every node has them; in pieces, so that no row is larger than the server
 * likes. Each is put and dropped in a transaction of its own, under a lock on its name: a sweep
 * takes nothing that another node has just put. The time of the first piece counts for all.
 */
final class PostgresBlobs implements Blobs {
  private static final Pattern NAME = Pattern.compile("[0-9a-f]{64}");
  private static final int PIECE_BYTES = 1 << 20;

  /** Connections at once, besides those of the writer and of the readers. */
  private static final int AT_ONCE = 2;

  private final PostgresUrl url;
  private final SqlDialect dialect;
  private final Readers readers;
  private final InstantSource clock;
  private final long mostBytes;
  private final Semaphore turns = new Semaphore(AT_ONCE, true);

  /**
   * @param mostBytes all blobs of the ledger together
   */
  PostgresBlobs(
      PostgresUrl url, SqlDialect dialect, Readers readers, InstantSource clock, long mostBytes) {
    this.url = url;
    this.dialect = dialect;
    this.readers = readers;
    this.clock = clock;
    this.mostBytes = mostBytes;
  }

  private record Kept(long pieces, long bytes) {}

  @Override
  public void put(String sha256, byte[] content) {
    check(sha256);
    inTransaction(
        sql -> {
          lock(sql, sha256);
          Kept kept = kept(sql, sha256);
          if (kept.pieces > 0 && kept.bytes == content.length) {
            touch(sql, sha256);
            return 0;
          }
          // One of another length is what a damaged disk left: it is replaced.
          remove(sql, sha256);
          insert(sql, sha256, content);
          if (grow(sql, content.length - kept.bytes) > mostBytes) {
            throw new StoreFull(new IOException("the files would exceed " + mostBytes + " bytes"));
          }
          return content.length;
        });
  }

  private static void lock(Statements sql, String name) {
    sql.list("SELECT pg_advisory_xact_lock(hashtextextended(?, 0))", Bind.text(name), row -> "");
  }

  private static Kept kept(Statements sql, String name) {
    return sql.list(
            "SELECT count(*), coalesce(sum(octet_length(bytes)), 0) FROM blobs WHERE name = ?",
            Bind.text(name),
            row -> new Kept(row.getLong(1), row.getLong(2)))
        .getFirst();
  }

  private void touch(Statements sql, String name) {
    sql.update(
        "UPDATE blobs SET at_ms = ? WHERE name = ? AND piece = 0",
        row -> {
          row.setLong(1, clock.millis());
          row.setString(2, name);
        });
  }

  private void insert(Statements sql, String name, byte[] content) {
    int piece = 0;
    do {
      int from = piece * PIECE_BYTES;
      byte[] bytes =
          Arrays.copyOfRange(content, from, Math.min(content.length, from + PIECE_BYTES));
      int number = piece++;
      sql.update(
          "INSERT INTO blobs (name, piece, bytes, at_ms) VALUES (?, ?, ?, ?)",
          row -> {
            row.setString(1, name);
            row.setInt(2, number);
            row.setBytes(3, bytes);
            row.setLong(4, clock.millis());
          });
    } while ((long) piece * PIECE_BYTES < content.length);
  }

  private static void remove(Statements sql, String name) {
    sql.update("DELETE FROM blobs WHERE name = ?", Bind.text(name));
  }

  /** The last step: whoever else puts something waits here until this is committed. */
  private static long grow(Statements sql, long bytes) {
    return sql.list(
            """
            INSERT INTO meta (name, value) VALUES ('blob_bytes', ?)
            ON CONFLICT (name) DO UPDATE
            SET value = CAST(CAST(meta.value AS BIGINT) + CAST(excluded.value AS BIGINT) AS TEXT)
            RETURNING CAST(value AS BIGINT)""",
            Bind.text(Long.toString(bytes)),
            row -> row.getLong(1))
        .getFirst();
  }

  @Override
  public byte @Nullable [] find(String sha256) {
    check(sha256);
    List<byte[]> pieces =
        readers.read(
            connection ->
                new Statements(connection, dialect)
                    .list(
                        "SELECT bytes FROM blobs WHERE name = ? ORDER BY piece",
                        Bind.text(sha256),
                        row -> row.getBytes(1)));
    if (pieces.isEmpty()) {
      return null;
    }
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    pieces.forEach(all::writeBytes);
    byte[] content = all.toByteArray();
    return Digests.sha256Hex(content).equals(sha256) ? content : null;
  }

  @Override
  public int sweep(long beforeMs, Predicate<String> wanted) {
    List<String> old =
        readers.read(
            connection ->
                new Statements(connection, dialect)
                    .list(
                        "SELECT name FROM blobs WHERE piece = 0 AND at_ms < ?",
                        Bind.number(beforeMs),
                        row -> row.getString(1)));
    int dropped = 0;
    for (String name : old) {
      if (!wanted.test(name)) {
        dropped += inTransaction(sql -> drop(sql, name, beforeMs, wanted));
      }
    }
    return dropped;
  }

  /** Looks again, now that nobody can put it: it may have been named, or put again, meanwhile. */
  private static int drop(Statements sql, String name, long beforeMs, Predicate<String> wanted) {
    lock(sql, name);
    Long atMs =
        sql.first(
            "SELECT at_ms FROM blobs WHERE name = ? AND piece = 0",
            Bind.text(name),
            row -> row.getLong(1));
    if (atMs == null || atMs >= beforeMs || wanted.test(name)) {
      return 0;
    }
    long bytes = kept(sql, name).bytes;
    remove(sql, name);
    grow(sql, -bytes);
    return 1;
  }

  private int inTransaction(Function<Statements, Integer> work) {
    turns.acquireUninterruptibly();
    try (Connection connection = url.dataSource().getConnection();
        Statements sql = new Statements(connection, dialect)) {
      // Who hears that it is kept must find it after a crash, whatever the server's habit is.
      sql.list(
          """
          SELECT set_config('synchronous_commit', 'on', false)
          WHERE current_setting('synchronous_commit') = 'off'""",
          Bind.NOTHING,
          row -> "");
      connection.setAutoCommit(false);
      int result = work.apply(sql);
      connection.commit();
      return result;
    } catch (SQLException e) {
      throw dialect.failure(e);
    } finally {
      turns.release();
    }
  }

  private static void check(String sha256) {
    if (!NAME.matcher(sha256).matches()) {
      throw new IllegalArgumentException("not a digest: " + sha256);
    }
  }
}
