package dev.holdpoint.store;

import dev.holdpoint.core.debug.Budget;
import dev.holdpoint.core.event.EventGaps.Leap;
import dev.holdpoint.core.event.Loss;
import dev.holdpoint.core.secret.Secret;
import dev.holdpoint.engine.port.Blobs;
import dev.holdpoint.engine.port.DebugBundles;
import dev.holdpoint.engine.port.failure.LedgerLost;
import dev.holdpoint.engine.port.failure.StoreFailure;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.port.store.Store;
import dev.holdpoint.store.files.BlobFiles;
import dev.holdpoint.store.files.DebugFiles;
import dev.holdpoint.store.files.HeadFile;
import dev.holdpoint.store.postgres.PostgresProbe;
import dev.holdpoint.store.postgres.PostgresStore;
import dev.holdpoint.store.sql.DeepWalk;
import dev.holdpoint.store.sql.OutsideWalk;
import dev.holdpoint.store.sqlite.SqliteCopy;
import dev.holdpoint.store.sqlite.SqliteProbe;
import dev.holdpoint.store.sqlite.SqliteStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ObjLongConsumer;
import org.jspecify.annotations.Nullable;

/** Where the ledger is kept. */
public final class Stores {
  /** The file of a SQLite ledger, in the data folder. */
  public static final String LEDGER = "holdpoint.db";

  /** The folder of a data folder that any start can make anew. */
  public static final String NATIVE = SqliteStore.NATIVE;

  /** Files and folders of a data folder that come after the ledger. */
  private static final List<String> MADE_FOR_A_LEDGER =
      List.of("audit-key", "vault-key", "assets", HeadFile.SEEN);

  /** Event ids that are passed over after a loss, beyond those that are known to be given out. */
  private static final long LOST_EVENTS = 1_000_000;

  /** The folder of stored files, where they are not in the database. */
  private static final String FILES = "assets";

  private Stores() {}

  /**
   * Opens the ledger, or makes it.
   *
   * @param databaseUrl {@code postgres://…}, or null for a file in the data folder
   * @throws StoreFailure saying why the database cannot be used
   */
  public static Store open(@Nullable String databaseUrl, Path dataFolder) {
    if (databaseUrl == null) {
      SqliteStore.prepare(dataFolder);
      checkIsThere(dataFolder);
      return SqliteStore.open(dataFolder.resolve(LEDGER));
    }
    return PostgresStore.open(databaseUrl, dataFolder);
  }

  /**
   * For a data folder that is this process's own: keeps there what SQLite is loaded from, and
   * looks.
   *
   * @throws LedgerLost as {@link #check}
   */
  public static void prepare(@Nullable String databaseUrl, Path dataFolder) {
    if (databaseUrl == null) {
      SqliteStore.prepare(dataFolder);
      check(databaseUrl, dataFolder);
    }
  }

  /**
   * Looks whether a SQLite ledger is as far as it was, and there if it ever was; for a folder that
   * no daemon has open. An empty ledger beside the keys of another would look as if nothing had
   * ever happened.
   *
   * @throws LedgerLost when it is not
   */
  public static void check(@Nullable String databaseUrl, Path dataFolder) {
    if (databaseUrl != null) {
      return;
    }
    SqliteStore.check(dataFolder.resolve(LEDGER));
    checkIsThere(dataFolder);
  }

  private static void checkIsThere(Path dataFolder) {
    Path ledger = dataFolder.resolve(LEDGER);
    // The first thing that a first start makes is the file, and it has tables before there are
    // keys.
    if (Files.exists(ledger) && ledger.toFile().length() > 0) {
      return;
    }
    List<String> there =
        MADE_FOR_A_LEDGER.stream().filter(name -> Files.exists(dataFolder.resolve(name))).toList();
    if (!there.isEmpty()) {
      throw new LedgerLost(
          "%s has files of a ledger (%s), but %s is missing. Nothing was changed. Restore that file, restore a backup into an empty folder ('holdpoint restore'), or give the database with --database if the ledger was there. To start with a new ledger, choose an empty folder with --data or move these files away."
              .formatted(dataFolder, String.join(", ", there), LEDGER));
    }
  }

  /**
   * Reads every document of a ledger, and stored files too where they are in the data folder.
   *
   * @param inUse whether a daemon has the folder open
   * @param flaw why a sealed value does not open, without the value; null where it opens
   * @param progress hears what is read and how far that is, now and then
   * @return empty when its tables are of a version that this program cannot use
   */
  public static Optional<DeepWalk.Seen> deep(
      @Nullable String databaseUrl,
      Path dataFolder,
      boolean inUse,
      Function<Secret, @Nullable String> flaw,
      ObjLongConsumer<String> progress) {
    DeepWalk.Step step = DeepWalk.Step.telling(progress);
    OutsideWalk.Outside outside = outside(dataFolder, flaw);
    Optional<DeepWalk.Seen> seen =
        databaseUrl == null
            ? SqliteProbe.deep(dataFolder.resolve(LEDGER), inUse, outside, progress)
            : PostgresProbe.deep(databaseUrl, outside, step);
    return seen.map(documents -> documents.and(files(dataFolder, documents, step)));
  }

  /**
   * The same for a ledger that a daemon of this process works with, from where an earlier walk has
   * come to. SQLite's pages are not looked at: that is one long piece.
   *
   * @param step is asked after each small piece, and may make it wait
   */
  public static DeepWalk.Seen walk(
      @Nullable String databaseUrl,
      Path dataFolder,
      DeepWalk.Spot from,
      Function<Secret, @Nullable String> flaw,
      DeepWalk.Step step) {
    DeepWalk.Halting halting = new DeepWalk.Halting(step);
    OutsideWalk.Outside outside = outside(dataFolder, flaw);
    DeepWalk.Seen seen = DeepWalk.Seen.NOTHING;
    if (!from.table().equals(FILES)) {
      seen =
          databaseUrl == null
              ? SqliteProbe.walk(dataFolder.resolve(LEDGER), from, outside, halting)
              : PostgresProbe.walk(databaseUrl, from, outside, halting);
    }
    return halting.hasStopped() ? seen : seen.and(files(dataFolder, seen, halting));
  }

  private static OutsideWalk.Outside outside(
      Path dataFolder, Function<Secret, @Nullable String> flaw) {
    Path folder = dataFolder.resolve(FILES);
    return new OutsideWalk.Outside(sha256 -> BlobFiles.lacks(folder, sha256), flaw);
  }

  private static DeepWalk.Seen files(Path dataFolder, DeepWalk.Seen before, DeepWalk.Step step) {
    List<String> found = new ArrayList<>();
    long files =
        BlobFiles.damaged(
            dataFolder.resolve(FILES),
            found::add,
            count ->
                step.goOn(
                    new DeepWalk.Spot(FILES, List.of()),
                    before.and(new DeepWalk.Seen(count, found))));
    return new DeepWalk.Seen(files, found);
  }

  /**
   * Lets a SQLite ledger go on without the commits that it has lost.
   *
   * @return null, and nothing is changed, when it lacks none
   */
  public static @Nullable Loss acceptLoss(Path dataFolder, long nowMs) {
    if (!Files.exists(dataFolder.resolve(LEDGER))) {
      check(null, dataFolder);
      throw new StoreFailure("there is no ledger in " + dataFolder);
    }
    SqliteStore.prepare(dataFolder);
    return SqliteStore.acceptLoss(dataFolder.resolve(LEDGER), LOST_EVENTS, nowMs);
  }

  /**
   * Copies the SQLite ledger as it is at one moment, while it is written to.
   *
   * @throws StoreFailure when there is no room, or the ledger cannot be read
   */
  public static void copy(Path dataFolder, Path target) {
    SqliteCopy.make(dataFolder.resolve(LEDGER), target);
  }

  /** Reads what a SQLite ledger is, and whether it is whole, without changing it. */
  public static SqliteProbe look(Path dataFolder) {
    return SqliteProbe.at(dataFolder.resolve(LEDGER));
  }

  /**
   * Reads from a ledger as one who only looks; a SQLite file must be there.
   *
   * @return empty when its tables are of a version that this program cannot use
   */
  public static <T> Optional<T> visit(
      @Nullable String databaseUrl, Path dataFolder, Function<Queries, T> query) {
    return databaseUrl == null
        ? SqliteProbe.visit(dataFolder.resolve(LEDGER), query)
        : PostgresProbe.visit(databaseUrl, query);
  }

  /** Asks a PostgreSQL database, also while a daemon uses it, and changes nothing. */
  public static PostgresProbe look(String databaseUrl) {
    return PostgresProbe.at(databaseUrl);
  }

  /**
   * For a ledger that was restored from a backup: passes over event ids and keys, so that none is
   * given again that the daemon of the backup has given meanwhile.
   */
  public static Leap leap(@Nullable String databaseUrl, Path dataFolder, long events, long key) {
    try (Store store = open(databaseUrl, dataFolder)) {
      return switch (store) {
        case SqliteStore sqlite -> sqlite.leap(events, key);
        case PostgresStore postgres -> postgres.leap(events, key);
        default -> throw new IllegalStateException("no such store: " + store.kind());
      };
    }
  }

  /** Stored files are where every node finds them: in PostgreSQL, or else in the data folder. */
  public static Blobs blobs(Store store, Path dataFolder, InstantSource clock, long mostBytes) {
    Path folder = dataFolder.resolve("assets");
    if (!(store instanceof PostgresStore postgres)) {
      return new BlobFiles(folder, clock, mostBytes);
    }
    Blobs blobs = postgres.blobs(clock, mostBytes);
    return Files.isDirectory(folder)
        ? new BlobsBroughtOver(blobs, new BlobFiles(folder, clock, mostBytes))
        : blobs;
  }

  /**
   * Debug bundles are in the data folder, whatever the ledger is in.
   *
   * @param key null to keep them unencrypted
   */
  public static DebugBundles debugBundles(
      Path dataFolder, InstantSource clock, Budget budget, byte @Nullable [] key) {
    return new DebugFiles(dataFolder.resolve("debug"), clock, budget, key);
  }
}
