package dev.holdpoint.daemon.doctor;

import dev.holdpoint.core.secret.Secret;
import dev.holdpoint.engine.port.failure.StoreFailure;
import dev.holdpoint.store.Stores;
import dev.holdpoint.store.sql.DeepWalk;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Whether everything that is stored is what was stored. */
public final class DeepCheck {
  private static final String CHECK = "documents";
  private static final long SAID_EVERY_NS = 2_000_000_000;

  /** Of the things that are wrong; how many there are is told too. */
  private static final int SHOWN = 20;

  private final Path data;
  private final @Nullable String databaseUrl;
  private final boolean inUse;
  private final Function<Secret, @Nullable String> flaw;
  private final Consumer<String> progress;
  private long saidAt = System.nanoTime();

  /**
   * @param inUse whether a daemon has the folder open
   * @param flaw why a sealed value does not open, without the value; null where it opens
   * @param progress hears how far it is, every two seconds
   */
  public DeepCheck(
      Path data,
      @Nullable String databaseUrl,
      boolean inUse,
      Function<Secret, @Nullable String> flaw,
      Consumer<String> progress) {
    this.data = data;
    this.databaseUrl = databaseUrl;
    this.inUse = inUse;
    this.flaw = flaw;
    this.progress = progress;
  }

  public List<DoctorFinding> look() {
    if (databaseUrl == null && !Files.exists(data.resolve(Stores.LEDGER))) {
      return List.of(DoctorFinding.ok(CHECK, "there is no ledger yet"));
    }
    DeepWalk.@Nullable Seen seen;
    try {
      seen = Stores.deep(databaseUrl, data, inUse, flaw, this::said).orElse(null);
    } catch (StoreFailure e) {
      return List.of(
          DoctorFinding.fail(
              CHECK,
              "some cannot be read: " + e.getMessage(),
              "restore a backup into another folder; keep this one until that works"));
    }
    if (seen == null) {
      return List.of(
          DoctorFinding.warn(
              CHECK,
              "not read: this program cannot read the ledger's schema version",
              "see the check of the schema, and run this again after the upgrade"));
    }
    if (seen.found().isEmpty()) {
      return List.of(DoctorFinding.ok(CHECK, seen.documents() + " read, none is damaged"));
    }
    List<DoctorFinding> findings = new ArrayList<>();
    findings.add(
        DoctorFinding.fail(
            CHECK,
            "%d read, %d damaged".formatted(seen.documents(), seen.found().size()),
            "restore a backup into another folder (docs/reliability.md)"));
    seen.found().stream()
        .limit(SHOWN)
        .forEach(
            one -> findings.add(new DoctorFinding(CHECK, DoctorFinding.Verdict.FAIL, one, null)));
    return findings;
  }

  private void said(String what, long count) {
    if (System.nanoTime() - saidAt > SAID_EVERY_NS) {
      saidAt = System.nanoTime();
      progress.accept("reading %s, %d documents so far".formatted(what, count));
    }
  }
}
