package dev.holdpoint.store.sqlite;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.holdpoint.engine.port.failure.LedgerLost;
import dev.holdpoint.engine.port.failure.StoreFailure;
import dev.holdpoint.engine.port.store.Writes.Marks;
import dev.holdpoint.store.files.HeadFile;
import dev.holdpoint.store.files.HeadFile.Place;
import dev.holdpoint.store.sql.Statements.Bind;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How far the ledger has come, said twice: in a row that every commit writes, and in a file beside
 * the database that is written once the commit is durable and before anyone hears of it. SQLite
 * ends its log at the first bad checksum and knows nothing of what came behind; the file does.
 */
final class SqliteHead implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(SqliteHead.class);
  private static final byte[] NO_HASH = new byte[HeadFile.HASH_BYTES];
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss 'UTC'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private final SqliteConnection writer;
  private final @Nullable HeadFile file;
  private Place now;
  private @Nullable Place next;

  private SqliteHead(SqliteConnection writer, @Nullable HeadFile file, Place now) {
    this.writer = writer;
    this.file = file;
    this.now = now;
  }

  /**
   * Goes on from where the database is; what the file says of it was checked before.
   *
   * @param lost what the file goes on to say until the next commit, when the database is known to
   *     lack commits; otherwise null
   */
  static SqliteHead open(SqliteConnection writer, @Nullable Path file, @Nullable Place lost) {
    Place now = inDatabase(writer);
    Place place =
        new Place(
            writer.tables.ledgerId(),
            now.commits(),
            writer.queries.lastEventId(),
            writer.queries.lastKey(),
            now.atMs(),
            now.hash());
    if (file == null) {
      return new SqliteHead(writer, null, place);
    }
    if (HeadFile.read(file) == null && place.commits() > 0) {
      log.warn(
          "{} is missing or unreadable and was created again: a loss before this "
              + "start cannot be detected",
          file);
    }
    return new SqliteHead(writer, HeadFile.open(file, lost == null ? place : lost), place);
  }

  static Path fileOf(Path ledger) {
    return ledger.resolveSibling(HeadFile.NAME);
  }

  /** What the ledger lacks. */
  record Missing(@Nullable Place found, Place known) {
    long commits() {
      return Math.max(0, known.commits() - (found == null ? 0 : found.commits()));
    }

    /** With an id of its own, or as many commits that are not the same ones. */
    boolean isAnother() {
      return found != null
          && (found.commits() >= known.commits() || !found.ledgerId().equals(known.ledgerId()));
    }

    /** Whichever is further: what comes next is behind both. */
    Place furthest() {
      return found != null && found.commits() > known.commits() ? found : known;
    }

    long sinceMs() {
      return found == null ? 0 : found.atMs();
    }
  }

  /** Looks without changing anything; null when nothing is missing, as far as is known. */
  static @Nullable Missing missing(Path ledger) {
    Place known = HeadFile.read(fileOf(ledger));
    if (known == null || known.commits() == 0) {
      return null;
    }
    Place found = Files.exists(ledger) ? look(ledger) : null;
    boolean whole =
        found != null
            && found.ledgerId().equals(known.ledgerId())
            && (found.commits() > known.commits() || found.isSameAs(known));
    return whole ? null : new Missing(found, known);
  }

  /**
   * @throws LedgerLost when the database is behind its head, or another one
   */
  static void check(Path ledger) {
    Missing missing = missing(ledger);
    if (missing == null) {
      return;
    }
    Path folder = ledger.toAbsolutePath().getParent();
    String ways =
        " Nothing was changed. Restore a backup into an empty folder ('holdpoint restore'), restore the file as it was, or continue without the missing commits: 'holdpoint ledger accept-loss --data %s'."
            .formatted(folder);
    if (!Files.exists(ledger)) {
      throw new LedgerLost(
          "%s is missing, and with it all %d commits up to %s. Nothing was changed. Restore the file, or restore a backup into an empty folder ('holdpoint restore'). To start with a new ledger, choose an empty folder with --data or move the files of this one away."
              .formatted(ledger, missing.known.commits(), time(missing.known.atMs())));
    }
    if (missing.isAnother()) {
      throw new LedgerLost(
          "%s is a different ledger than the previous one, which is recorded in %s.%s"
              .formatted(ledger, HeadFile.NAME, ways));
    }
    throw new LedgerLost(
        "%s lacks its newest commits: %d of %d, made %s up to %s. The file or its log (%s-wal) was damaged, truncated or replaced by an older one.%s"
            .formatted(
                ledger,
                missing.commits(),
                missing.known.commits(),
                missing.sinceMs() == 0 ? "from the first one" : "after " + time(missing.sinceMs()),
                time(missing.known.atMs()),
                ledger.getFileName(),
                ways));
  }

  private static String time(long ms) {
    return TIME.format(Instant.ofEpochMilli(ms));
  }

  private static @Nullable Place look(Path ledger) {
    try (SqliteConnection visitor = SqliteProbe.visitor(ledger)) {
      boolean hasTables =
          visitor
              .sql
              .list(SqliteDialect.LIST_TABLES, Bind.NOTHING, row -> row.getString(1))
              .contains("meta");
      return hasTables ? inDatabase(visitor) : null;
    }
  }

  private static Place inDatabase(SqliteConnection connection) {
    List<String> ids =
        connection.sql.list(
            "SELECT value FROM meta WHERE name = 'ledger_id'",
            Bind.NOTHING,
            row -> row.getString(1));
    String id = ids.isEmpty() ? "" : ids.getFirst();
    String text = connection.tables.head();
    if (text == null) {
      return new Place(id, 0, 0, 0, 0, NO_HASH);
    }
    String[] words = text.split(" ", -1);
    try {
      return new Place(
          id,
          Long.parseLong(words[0]),
          0,
          0,
          Long.parseLong(words[1]),
          HexFormat.of().parseHex(words[2]));
    } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
      throw new StoreFailure("the ledger's head in the table meta cannot be read: " + text, e);
    }
  }

  /** Writes into the open transaction that it is the next one. */
  void advance(Marks marks) {
    advance(now, marks);
  }

  /** The same as if it came behind another: the numbers of commits that are lost are not reused. */
  void advance(Place before, Marks marks) {
    long commits = before.commits() + 1;
    Place place =
        new Place(
            now.ledgerId(),
            commits,
            Math.max(before.lastEventId(), marks.lastEventId()),
            Math.max(before.lastKey(), marks.lastKey()),
            System.currentTimeMillis(),
            hash(before.hash(), commits));
    writer.tables.keepHead(
        place.commits() + " " + place.atMs() + " " + HexFormat.of().formatHex(place.hash()));
    next = place;
  }

  /** The transaction is durable, and nobody has heard of it yet. */
  void committed() {
    Place place = next;
    next = null;
    // None after housekeeping, which may be lost and is done again.
    if (place != null) {
      now = place;
      if (file != null) {
        file.put(place);
      }
    }
  }

  void rolledBack() {
    next = null;
  }

  void sync() {
    if (file != null) {
      file.sync();
    }
  }

  /** Something by chance is in it, so that two histories of one beginning never have the same. */
  private static byte[] hash(byte[] before, long commits) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update("holdpoint-head".getBytes(US_ASCII));
      digest.update(before);
      digest.update(
          ByteBuffer.allocate(2 * Long.BYTES)
              .putLong(commits)
              .putLong(ThreadLocalRandom.current().nextLong())
              .flip());
      return digest.digest();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    if (file != null) {
      file.close();
    }
  }
}
