package dev.holdpoint.daemon.wiring;

import dev.holdpoint.api.daemon.DaemonBodies.StatusView;
import dev.holdpoint.core.audit.WitnessMark;
import dev.holdpoint.core.delivery.RetryPolicy;
import dev.holdpoint.daemon.config.Config;
import dev.holdpoint.daemon.config.WitnessSettings;
import dev.holdpoint.daemon.metrics.Exposition;
import dev.holdpoint.daemon.start.StartRefused;
import dev.holdpoint.engine.audit.AuditKeys;
import dev.holdpoint.engine.audit.Witness;
import dev.holdpoint.engine.audit.Witness.Head;
import dev.holdpoint.engine.commit.Commits;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.commit.Outage;
import dev.holdpoint.engine.port.DeliverySender;
import dev.holdpoint.http.v1.daemon.Warnings;
import dev.holdpoint.store.files.WitnessFile;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notes the ledger's end where its database does not reach, now and then and before a clean stop,
 * on a thread of its own. What was noted before is held against the ledger once, at the start: a
 * line that is written afterwards takes nothing of that back.
 */
public final class WitnessWiring implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(WitnessWiring.class);

  /** About a thousand lines: enough to meet a cut again after later starts. */
  private static final int TAIL_BYTES = 1 << 20;

  private static final long LONGEST_NAP_MS = 5_000;
  private static final long SHORTEST_NAP_MS = 200;
  private static final long STOP_MS = 8_000;
  private static final int LATE_PERIODS = 2;
  private static final long TOLD_EVERY_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final Witness witness;
  private final Engine engine;
  private final RetryPolicy policy;
  private final long everyMs;
  private final @Nullable String url;
  private final @Nullable WitnessFile file;
  private final @Nullable Head gone;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Thread thread = Thread.ofPlatform().daemon().name("witness").unstarted(this::run);
  private @Nullable DeliverySender sender;
  private volatile Noted noted;
  private boolean open = true;
  private long toldNanos;

  /**
   * What the file has.
   *
   * @param sequence 0 when it has nothing
   * @param okAtMs when that was written, or since when there was nothing
   */
  private record Noted(long sequence, String hash, long okAtMs) {}

  private WitnessWiring(Config config, WitnessSettings settings, Witness witness, Engine engine) {
    this.witness = witness;
    this.engine = engine;
    Config.Delivering how = config.delivering();
    this.policy = new RetryPolicy(how.maxAttempts(), how.firstMs(), how.longestMs());
    this.everyMs = settings.everyMs();
    this.url = settings.url().map(URI::toString).orElse(null);
    this.file = settings.file().map(WitnessFile::new).orElse(null);
    List<Head> heads = heads();
    this.gone = witness.gone(heads);
    Head last = heads.isEmpty() ? null : heads.getLast();
    this.noted =
        last == null
            ? new Noted(0, "", engine.nowMs())
            : new Noted(last.sequence(), last.hash(), Math.min(last.atMs(), engine.nowMs()));
    if (gone != null) {
      log.error(
          "the ledger has lost its end: the witness file has checkpoint {} with the head {}, which"
              + " the ledger does not have",
          gone.sequence(),
          gone.hash());
    }
  }

  /** What a start refuses before anything listens. */
  static void prepare(Config config) throws StartRefused {
    Path file = config.witness().file().orElse(null);
    if (file == null) {
      return;
    }
    try {
      new WitnessFile(file).prepare();
    } catch (IOException | UnsupportedOperationException e) {
      throw new StartRefused(
          "witness.file cannot be written (%s). Name a file in a folder that exists and that the daemon may write"
              .formatted(e));
    }
  }

  static WitnessWiring of(Config config, Commits commits, Engine engine, AuditKeys keys) {
    WitnessSettings settings = config.witness();
    Witness witness = new Witness(commits, engine, keys);
    settings.url().ifPresent(url -> witness.adopt(url.toString()));
    return new WitnessWiring(config, settings, witness, engine);
  }

  private List<Head> heads() {
    if (file == null) {
      return List.of();
    }
    try {
      List<String> lines = file.tail(TAIL_BYTES);
      List<Head> heads = lines.stream().map(Head::in).filter(Objects::nonNull).toList();
      if (heads.size() < lines.size()) {
        log.warn(
            "lines of the witness file that were cut short or are no heads, and are skipped: {}",
            lines.size() - heads.size());
      }
      return heads;
    } catch (IOException e) {
      log.warn("the witness file cannot be read: {}", e.toString());
      return List.of();
    }
  }

  private boolean isOn() {
    return url != null || file != null;
  }

  void start(DeliverySender by) {
    if (isOn()) {
      sender = by;
      thread.start();
    }
  }

  private void run() {
    try {
      while (isOpen()) {
        look(false);
        rest();
      }
      // The last word, while everything that it needs is still there.
      look(true);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void look(boolean early) throws InterruptedException {
    try {
      write(early);
    } catch (IOException | RuntimeException e) {
      told("the witness file could not be written; the daemon tries again", e);
    }
    try {
      if (url != null && sender != null) {
        witness.post(sender, url, policy, everyMs, early);
      }
    } catch (RuntimeException e) {
      told("the witness could not be sent; the daemon tries again", e);
    }
  }

  /** At most once a minute: it is tried far more often. */
  private void told(String what, Exception e) {
    long now = System.nanoTime();
    if (toldNanos != 0 && now - toldNanos < TOLD_EVERY_NANOS) {
      return;
    }
    toldNanos = now;
    if (e instanceof RuntimeException failed) {
      Outage.unlessAway(log, what, failed);
    } else {
      log.warn("{}: {}", what, e.toString());
    }
  }

  private void write(boolean early) throws IOException {
    if (file == null) {
      return;
    }
    Noted before = noted;
    long nowMs = engine.nowMs();
    boolean due =
        early || before.sequence == 0 || nowMs < before.okAtMs || nowMs >= before.okAtMs + everyMs;
    if (!due || witness.missingSinceMs(before.sequence, before.hash, before.okAtMs) == null) {
      return;
    }
    String line = witness.line();
    Head head = line == null ? null : Head.in(line);
    if (line != null && head != null) {
      file.append(line);
      noted = new Noted(head.sequence(), head.hash(), engine.nowMs());
    }
  }

  private boolean isOpen() {
    lock.lock();
    try {
      return open;
    } finally {
      lock.unlock();
    }
  }

  private void rest() throws InterruptedException {
    lock.lock();
    try {
      long left =
          TimeUnit.MILLISECONDS.toNanos(
              Math.max(SHORTEST_NAP_MS, Math.min(LONGEST_NAP_MS, policy.firstMs())));
      while (open && left > 0) {
        left = changed.awaitNanos(left);
      }
    } finally {
      lock.unlock();
    }
  }

  /** With the warnings of others. */
  List<StatusView.Warning> and(List<StatusView.Warning> others) {
    List<StatusView.Warning> warnings = new ArrayList<>(others);
    if (gone != null) {
      warnings.add(
          new StatusView.Warning(
              Warnings.Code.LEDGER_CUT.wire(),
              "The witness file has checkpoint %d, which the ledger no longer has: its newest records were removed, or an older copy was restored. Verify an export with --witness; after a restore of your own, start with a new witness file."
                  .formatted(gone.sequence())));
    }
    long missingMs = missingMs();
    if (missingMs > LATE_PERIODS * everyMs) {
      warnings.add(
          new StatusView.Warning(
              Warnings.Code.WITNESS_LATE.wire(),
              "The witness has not received the end of the ledger for %d seconds. Check witness.url and witness.file; the log has the reason."
                  .formatted(missingMs / 1_000)));
    }
    return warnings;
  }

  /** For how long the ledger has had something that one of the two does not have. */
  private long missingMs() {
    Long sinceMs =
        places()
            .map(at -> witness.missingSinceMs(at.sequence, at.hash, at.okAtMs))
            .filter(Objects::nonNull)
            .min(Long::compare)
            .orElse(null);
    return sinceMs == null ? 0 : Math.max(0, engine.nowMs() - sinceMs);
  }

  private Stream<Noted> places() {
    List<Noted> places = new ArrayList<>();
    if (file != null) {
      places.add(noted);
    }
    WitnessMark mark = url == null ? null : witness.mark();
    if (mark != null) {
      long sinceMs = mark.lastOkAtMs() == null ? mark.sinceMs() : mark.lastOkAtMs();
      places.add(new Noted(mark.sequence(), mark.headHash(), sinceMs));
    }
    return places.stream();
  }

  /** Null when no witness is configured. */
  StatusView.@Nullable Witness status() {
    if (!isOn()) {
      return null;
    }
    return places()
        .min((one, other) -> Long.compare(one.sequence, other.sequence))
        .filter(at -> at.sequence > 0)
        .map(at -> new StatusView.Witness(at.okAtMs, at.sequence))
        .orElseGet(() -> new StatusView.Witness(null, null));
  }

  void write(Exposition out) {
    out.gauge(
        "holdpoint_witness_age_seconds",
        "Time for which the ledger has had records that the witness does not have.",
        missingMs() / 1_000.0);
  }

  /** Notes the end, but waits at most a few seconds for a server that does not answer. */
  @Override
  public void close() {
    lock.lock();
    try {
      open = false;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    try {
      thread.join(STOP_MS);
      thread.interrupt();
      thread.join(STOP_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
