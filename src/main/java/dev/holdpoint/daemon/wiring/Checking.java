package dev.holdpoint.daemon.wiring;

import dev.holdpoint.api.daemon.DaemonBodies.StatusView;
import dev.holdpoint.core.cluster.Checkup;
import dev.holdpoint.daemon.config.Config;
import dev.holdpoint.daemon.doctor.BackupCheck;
import dev.holdpoint.daemon.doctor.DoctorFinding;
import dev.holdpoint.daemon.doctor.LedgerKey;
import dev.holdpoint.daemon.metrics.Exposition;
import dev.holdpoint.engine.audit.AuditKeys;
import dev.holdpoint.engine.commit.Commits;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.commit.Outage;
import dev.holdpoint.engine.port.failure.Damaged;
import dev.holdpoint.engine.port.failure.StoreBroken;
import dev.holdpoint.engine.retention.Checkups;
import dev.holdpoint.engine.secret.Secrets;
import dev.holdpoint.http.v1.daemon.Warnings;
import dev.holdpoint.store.Stores;
import dev.holdpoint.store.sql.DeepWalk.Seen;
import dev.holdpoint.store.sql.DeepWalk.Spot;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Walks slowly through everything that is stored, once a week unless it is set otherwise, and says
 * what is damaged. It reads small pieces and rests nine times as long as each has taken. Among
 * nodes one walks at a time; one that was left in the middle is taken up there.
 */
final class Checking implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Checking.class);
  private static final int REST = 9;

  /** A piece that took longer was cut by a machine that slept. */
  private static final long LONGEST_REST_NANOS = TimeUnit.MINUTES.toNanos(10);

  private static final long NOTED_EVERY_MS = 30_000;
  private static final long SHORTEST_LOOK_MS = 250;
  private static final long LONGEST_LOOK_MS = 600_000;
  private static final int PIECE_BYTES = 1 << 20;
  private static final int MOST = 20;
  private static final Set<String> KEYS = Set.of("audit_key", "vault_key");

  private final Config config;
  private final Engine engine;
  private final Secrets secrets;
  private final Checkups checkups;
  private final Thread thread =
      Thread.ofPlatform().daemon().name("checking").unstarted(this::lookNowAndThen);
  private volatile boolean open = true;
  private long pieceSinceNanos;
  private long notedAtNanos;

  Checking(Config config, Commits commits, Engine engine, Secrets secrets) {
    this.config = config;
    this.engine = engine;
    this.secrets = secrets;
    this.checkups = new Checkups(commits, engine, config.checkEveryMs());
  }

  Checking start() {
    if (config.checkEveryMs() > 0) {
      thread.start();
    }
    return this;
  }

  private void lookNowAndThen() {
    long everyMs = Math.clamp(config.checkEveryMs() / 4, SHORTEST_LOOK_MS, LONGEST_LOOK_MS);
    while (rest(TimeUnit.MILLISECONDS.toNanos(everyMs))) {
      try {
        Optional<Checkup> mine = checkups.begin();
        if (mine.isPresent()) {
          walk(mine.get());
        }
      } catch (StoreBroken e) {
        log.error("stored data could not be checked; the check is tried again", e);
      } catch (RuntimeException | Error e) {
        Outage.unlessAway(log, "stored data could not be checked; the check is tried again", e);
      }
    }
  }

  /** False when the daemon stops. */
  private boolean rest(long nanos) {
    try {
      TimeUnit.NANOSECONDS.sleep(nanos);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
    return open;
  }

  private boolean restAfterPiece() {
    long takenNanos = System.nanoTime() - pieceSinceNanos;
    boolean goesOn = rest(Math.min(takenNanos * REST, LONGEST_REST_NANOS));
    pieceSinceNanos = System.nanoTime();
    return goesOn;
  }

  private void walk(Checkup begun) {
    log.info(
        "looking through everything that is stored, {}",
        begun.spot().equals(Checkup.BEGINNING) ? "from the beginning" : "from " + begun.spot());
    pieceSinceNanos = System.nanoTime();
    notedAtNanos = pieceSinceNanos;
    Seen before = new Seen(begun.documents(), begun.found());
    boolean[] stopped = {false};
    Seen seen =
        before.and(
            Stores.walk(
                config.database().map(URI::toString).orElse(null),
                config.data(),
                Spot.of(begun.spot()),
                secrets.flaws(),
                (spot, soFar) -> {
                  stopped[0] = !restAfterPiece() || !note(begun, spot, before.and(soFar));
                  return !stopped[0];
                }));
    if (stopped[0] || !open) {
      return;
    }
    List<String> found =
        Stream.of(seen.found(), keys(), backups())
            .flatMap(List::stream)
            .distinct()
            .limit(MOST)
            .toList();
    if (!open) {
      return;
    }
    checkups.finish(begun.at(begun.spot(), seen.documents(), found));
    found.forEach(one -> log.error("damaged: {}", one));
    log.info("{} documents and files were read, {} damaged", seen.documents(), found.size());
  }

  /** Now and then: each is a commit. */
  private boolean note(Checkup begun, Spot spot, Seen seen) {
    long now = System.nanoTime();
    if (TimeUnit.NANOSECONDS.toMillis(now - notedAtNanos) < NOTED_EVERY_MS) {
      return true;
    }
    notedAtNanos = now;
    List<String> found = seen.found().stream().limit(MOST).toList();
    return checkups.note(begun.at(spot.text(), seen.documents(), found));
  }

  private List<String> keys() {
    String signing;
    try {
      signing = engine.read(AuditKeys::newest);
    } catch (Damaged e) {
      return List.of("audit_key: " + e.getMessage());
    }
    return new StartCheck(config, true)
        .look(signing == null ? LedgerKey.UNKNOWN : LedgerKey.of(signing)).stream()
            .filter(
                one -> KEYS.contains(one.check()) && one.verdict() == DoctorFinding.Verdict.FAIL)
            .map(one -> one.check() + ": " + one.message())
            .toList();
  }

  private List<String> backups() {
    Path folder = config.backupFolder().orElse(null);
    return folder == null
        ? List.of()
        : BackupCheck.look(folder, new Paced()).stream()
            .filter(one -> one.verdict() == DoctorFinding.Verdict.FAIL)
            .map(one -> one.check() + ": " + one.message())
            .toList();
  }

  /** Rests after each mebibyte. */
  private final class Paced extends OutputStream {
    private long bytes;

    @Override
    public void write(int one) throws IOException {
      write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] some, int offset, int length) throws IOException {
      bytes += length;
      if (bytes >= PIECE_BYTES) {
        bytes = 0;
        if (!restAfterPiece()) {
          throw new BackupCheck.Halted();
        }
      }
    }
  }

  /** Those, and one for what the last walk has found: how many, for tokens of all tenants. */
  List<StatusView.Warning> and(List<StatusView.Warning> others) {
    Checkup last = checkups.now();
    List<String> found = last.standing().isEmpty() ? last.found() : last.standing();
    return found.isEmpty()
        ? others
        : Stream.concat(
                others.stream(),
                Stream.of(
                    new StatusView.Warning(
                        Warnings.Code.DAMAGED_DOCUMENTS.wire(),
                        "Damage that the last check of all stored data found: %d. The log lists it. Run 'holdpoint doctor --deep', and restore a backup."
                            .formatted(found.size()))))
            .toList();
  }

  void write(Exposition out) {
    Checkup last = checkups.now();
    out.gauge(
        "holdpoint_check_finished_timestamp_seconds",
        "When the last look through everything that is stored ended; 0 for never.",
        last.finishedAtMs() / 1_000.0);
    out.gauge(
        "holdpoint_check_under_way",
        "Whether one is under way, at any node.",
        last.isUnderWay() ? 1 : 0);
    out.gauge(
        "holdpoint_check_documents",
        "Documents and files that it has read, or the last one.",
        (double) last.documents());
    out.gauge(
        "holdpoint_check_damaged",
        "What the last one found damaged, twenty at most.",
        last.standing().size());
  }

  /** Returns when nothing more is read; the next start goes on from where it was noted. */
  @Override
  public void close() {
    open = false;
    thread.interrupt();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
