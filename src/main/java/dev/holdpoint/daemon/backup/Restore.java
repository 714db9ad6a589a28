package dev.holdpoint.daemon.backup;

import dev.holdpoint.core.cluster.Node;
import dev.holdpoint.core.event.EventGaps;
import dev.holdpoint.core.event.EventGaps.Leap;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.engine.port.failure.StoreFailure;
import dev.holdpoint.store.Stores;
import dev.holdpoint.store.sqlite.SqliteProbe;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings a backup back into an empty folder. Everything is made complete in a folder within it and
 * then moved into place; as long as that folder is there, no daemon starts.
 */
public final class Restore {
  /** In the data folder, from the first file to the last. */
  public static final String UNFINISHED = "unfinished-restore";

  private static final Logger log = LoggerFactory.getLogger(Restore.class);

  /** Event ids that are passed over at least. */
  private static final long EVENTS = 1_000_000;

  /** And for each millisecond since the backup, many more than a daemon can give in it. */
  private static final long EVENTS_PER_MS = 1_000;

  /** The daemon of the backup may have had a clock that was a little ahead of ours. */
  private static final long KEYS_AHEAD_MS = 1_000;

  /** With the longest lease that can be set, a node says within this time that it is there. */
  private static final long HEARD_MS = 60_000;

  private final Backup backup;
  private final @Nullable String databaseUrl;

  /**
   * @param databaseUrl the PostgreSQL database that was restored, for a backup of the files alone
   */
  public Restore(Backup backup, @Nullable String databaseUrl) throws IOException {
    this.backup = backup;
    this.databaseUrl = databaseUrl;
    boolean hasLedger = backup.manifest().ledger() != null;
    if (hasLedger && databaseUrl != null) {
      throw new IOException(
          "The backup has a SQLite ledger, which cannot be restored into "
              + "PostgreSQL; omit --database");
    }
    if (!hasLedger && databaseUrl == null) {
      throw new IOException(
          "The backup has files only: restore the database first (docs/backup.md), "
              + "then give it with --database");
    }
  }

  /**
   * What was brought back.
   *
   * @param afterEventId the next event comes after this one
   * @param leftOut what the backup could not hold
   * @param damaged what was damaged when the backup was made
   */
  public record Restored(
      int files, long madeAtMs, long afterEventId, List<String> leftOut, List<String> damaged) {
    public Restored {
      leftOut = List.copyOf(leftOut);
      damaged = List.copyOf(damaged);
    }
  }

  /** Refuses a folder in which anything is. */
  public static void mustBeEmpty(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    if (!Files.isDirectory(folder)) {
      throw new IOException(folder + " is a file; choose another folder with --data");
    }
    try (Stream<Path> entries = Files.list(folder)) {
      if (entries.findAny().isPresent()) {
        throw new IOException(
            folder + " is not empty; restore into another folder, or move its files away");
      }
    }
  }

  /**
   * @param folder empty but for its lock, which the caller holds
   */
  public Restored into(Path folder, long nowMs) throws IOException {
    return into(folder, nowMs, OutputStream.nullOutputStream());
  }

  /**
   * @param heard gets all that is written, piece by piece
   */
  public Restored into(Path folder, long nowMs, OutputStream heard) throws IOException {
    Path draft = folder.resolve(UNFINISHED);
    List<Path> moved = new ArrayList<>();
    try {
      Files.createDirectory(
          draft,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      BackupFolders.sync(folder);
      backup.extract(draft, heard);
      Leap leap = leap(draft, nowMs);
      BackupFolders.syncAll(draft);
      move(draft, folder, moved);
      Manifest manifest = backup.manifest();
      return new Restored(
          manifest.files().size(),
          manifest.madeAtMs(),
          leap.upTo(),
          manifest.leftOut(),
          manifest.damaged());
    } catch (IOException | RuntimeException e) {
      for (Path made : moved) {
        BackupFolders.remove(made);
      }
      BackupFolders.remove(draft);
      throw e;
    }
  }

  private static void move(Path draft, Path folder, List<Path> moved) throws IOException {
    List<Path> entries;
    try (Stream<Path> found = Files.list(draft)) {
      entries = found.toList();
    }
    for (Path entry : entries) {
      Path place = folder.resolve(entry.getFileName());
      if (Files.exists(place)) {
        throw new DirectoryNotEmptyException(folder.toString());
      }
      Files.move(entry, place);
      moved.add(place);
    }
    // All names are on disk before the mark goes that says they may not be.
    BackupFolders.sync(folder);
    Files.delete(draft);
    BackupFolders.sync(folder);
  }

  /** Whoever is at work on the database would go on with ids that are passed over here. */
  private static void mustBeLeft(String databaseUrl) throws IOException {
    List<String> there = Stores.look(databaseUrl).heard(HEARD_MS).stream().map(Node::name).toList();
    if (!there.isEmpty()) {
      throw new IOException(
          "Nodes are using the database: "
              + String.join(", ", there)
              + ". Stop them. If they belong to the backup and never used this database, "
              + "try again in a minute");
    }
  }

  /** What the manifest says of the ledger is what people, and other programs, go by. */
  private void mustBeAsTold(SqliteProbe look) throws IOException {
    Manifest.Ledger told = backup.manifest().ledger();
    if (told == null) {
      return;
    }
    boolean same = told.schemaVersion() == look.schema().version();
    // Of an older version nothing else is read before it is brought up to date.
    if (look.schema().isUsable()) {
      same &= told.ledgerId().equals(look.ledgerId()) && told.lastEventId() == look.lastEventId();
    }
    if (!same) {
      throw new IOException(
          "The ledger in the backup does not match its manifest: its id, "
              + "schema_version or last_event_id differs");
    }
  }

  private Leap leap(Path draft, long nowMs) throws IOException {
    long madeAtMs = backup.manifest().madeAtMs();
    long events = EVENTS + EVENTS_PER_MS * Math.max(0, nowMs - madeAtMs);
    long key = Ulid.key(Math.max(nowMs, madeAtMs) + KEYS_AHEAD_MS, 0);
    try {
      if (databaseUrl != null) {
        mustBeLeft(databaseUrl);
      } else {
        mustBeAsTold(Stores.look(draft));
      }
      Leap leap = Stores.leap(databaseUrl, draft, events, key);
      if (databaseUrl == null) {
        SqliteProbe look = Stores.look(draft);
        if (!look.faults().isEmpty()) {
          throw new IOException("The ledger in the backup is damaged: " + look.faults());
        }
      }
      return leap;
    } catch (StoreFailure e) {
      throw new IOException("The ledger cannot be used: " + e.getMessage(), e);
    }
  }

  /** Says at the start that the ledger is not the one that went on, if so. */
  public static void tell(EventGaps leaps) {
    if (!leaps.all().isEmpty()) {
      Leap last = leaps.all().getLast();
      log.info(
          "this ledger was restored from a backup that ended with event {}; event "
              + "ids continue after {}",
          last.after(),
          last.upTo());
    }
  }
}
