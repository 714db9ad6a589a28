package dev.holdpoint.daemon.backup;

import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.engine.audit.AuditKeys;
import dev.holdpoint.engine.port.failure.StoreFailure;
import dev.holdpoint.engine.port.failure.StoreFull;
import dev.holdpoint.http.v1.daemon.BackupHandlers;
import dev.holdpoint.store.Stores;
import dev.holdpoint.store.sqlite.SqliteProbe;
import dev.holdpoint.vault.AuditKeyFile;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes backups of the data folder, one at a time, while the daemon goes on. */
public final class Backups implements BackupHandlers.Source {
  /** Where the copy of the ledger lies while it is sent. */
  static final String UNFINISHED = "unfinished-backup";

  private static final Logger log = LoggerFactory.getLogger(Backups.class);

  private final Path data;
  private final Path workspaces;
  private final boolean copiesLedger;
  private final String program;
  private final InstantSource clock;
  private final AuditKeys auditKeys;
  private final Path auditKeyFile;
  private final List<Path> keptBack;
  private final AtomicBoolean busy = new AtomicBoolean();

  /**
   * @param copiesLedger whether the ledger is a file of the data folder
   * @param program the version that is noted in the archive
   * @param auditKeyFile where the key is that the ledger asks for, perhaps outside the data folder
   * @param keptBack the keys of the vault: whoever had them with a backup would have its secrets
   */
  public Backups(
      Path data,
      Path workspaces,
      boolean copiesLedger,
      String program,
      InstantSource clock,
      AuditKeys auditKeys,
      Path auditKeyFile,
      List<Path> keptBack) {
    this.data = data.toAbsolutePath().normalize();
    this.workspaces = workspaces.toAbsolutePath().normalize();
    this.copiesLedger = copiesLedger;
    this.program = program;
    this.clock = clock;
    this.auditKeys = auditKeys;
    this.auditKeyFile = auditKeyFile.toAbsolutePath().normalize();
    this.keptBack = keptBack.stream().map(path -> path.toAbsolutePath().normalize()).toList();
  }

  /** Removes what a backup that a crash interrupted has left. */
  public Backups clear() throws IOException {
    BackupFolders.remove(data.resolve(UNFINISHED));
    return this;
  }

  /** What is copied, before it is compressed. */
  @Override
  public long bytesAtMost(BackupHandlers.Spec wish) {
    try {
      List<Path> without = new ArrayList<>(keptBack);
      if (wish.withoutWorkspaces()) {
        without.add(workspaces);
      }
      List<Path> files = new ArrayList<>(Holdings.of(data, without).files());
      if (!wish.filesOnly() && copiesLedger) {
        files.add(data.resolve(Stores.LEDGER));
        files.add(data.resolve(Stores.LEDGER + "-wal"));
      }
      long bytes = 0;
      for (Path file : files) {
        bytes += Files.exists(file) ? Files.size(file) : 0;
      }
      return bytes;
    } catch (IOException _) {
      // A file went meanwhile; a backup is made without knowing how long it will be.
      return 0;
    }
  }

  @Override
  public void write(BackupHandlers.Spec wish, OutputStream out) throws IOException {
    if (!wish.filesOnly() && !copiesLedger) {
      throw Problem.BACKUP_NOT_SUPPORTED
          .because(
              "The ledger is in PostgreSQL: back it up with pg_dump or pg_basebackup, and the"
                  + " files with --files-only (files_only=true); docs/backup.md has the commands.")
          .asException();
    }
    if (!busy.compareAndSet(false, true)) {
      throw Problem.BACKUP_RUNNING
          .because("Wait until it is finished, then try again.")
          .asException();
    }
    long begun = System.nanoTime();
    try {
      clear();
      long nowMs = clock.millis();
      Archive archive = new Archive(out);
      List<Path> without = new ArrayList<>(keptBack);
      if (wish.withoutWorkspaces()) {
        without.add(workspaces);
      }
      Draft draft = new Draft(data.resolve(UNFINISHED)).make();
      // Sending may take long, and the key that the copy asks for may be gone by then.
      auditKeys.betweenChanges(
          () -> {
            if (!wish.filesOnly()) {
              Stores.copy(data, draft.ledger());
            }
            without.addAll(draft.copyKeys(data, AuditKeyFile.places(auditKeyFile)));
          });
      Manifest.@Nullable Ledger ledger = wish.filesOnly() ? null : ledger(draft, archive);
      archive.addAll(draft.keys(), Holdings.of(draft.keys(), List.of()));
      archive.addAll(data, Holdings.of(data, without));
      archive.finish(program, nowMs, ledger);
      if (!archive.damaged().isEmpty()) {
        log.error(
            "a backup holds damage, {} at least, the first: {}; 'holdpoint doctor --deep' lists it",
            archive.damaged().size(),
            archive.damaged().getFirst());
      }
      log.info(
          "a backup of {} files was made in {} ms",
          archive.count(),
          (System.nanoTime() - begun) / 1_000_000);
    } catch (IOException e) {
      if (String.valueOf(e.getMessage()).contains("No space left")) {
        throw new StoreFull(e);
      }
      throw e;
    } finally {
      try {
        clear();
      } finally {
        busy.set(false);
      }
    }
  }

  private static Manifest.Ledger ledger(Draft draft, Archive archive) throws IOException {
    SqliteProbe look = Stores.look(draft.folder());
    if (!look.faults().isEmpty()) {
      throw new StoreFailure("the copy of the ledger is damaged: " + look.faults());
    }
    // The copy is whole as a file; what stands in it may have been damaged before.
    SqliteProbe.damaged(draft.ledger()).forEach(archive::damage);
    archive.add(draft.folder(), draft.ledger());
    return new Manifest.Ledger(look.ledgerId(), look.schema().version(), look.lastEventId());
  }
}
