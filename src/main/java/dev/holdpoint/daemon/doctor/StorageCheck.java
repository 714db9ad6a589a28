package dev.holdpoint.daemon.doctor;

import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.engine.permission.WideRules;
import dev.holdpoint.engine.port.failure.LedgerLost;
import dev.holdpoint.engine.port.failure.StoreFailure;
import dev.holdpoint.http.v1.daemon.Warnings;
import dev.holdpoint.store.Stores;
import dev.holdpoint.store.files.HeadFile;
import dev.holdpoint.store.postgres.PostgresProbe;
import dev.holdpoint.store.sql.Schema;
import dev.holdpoint.store.sqlite.SqliteProbe;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The ledger. While a daemon has the SQLite file open it is not opened here: the daemon is asked
 * instead.
 */
public final class StorageCheck {
  private static final long CLOCK_MS = 5_000;
  private static final String COMMITS = "commits";
  private static final long WAL_BYTES = 256L << 20;

  private final Path data;
  private final @Nullable String databaseUrl;
  private final long leaseMs;
  private final long nowMs;

  /**
   * @param leaseMs after so long a silence a node counts as gone
   */
  public StorageCheck(Path data, @Nullable String databaseUrl, long leaseMs, long nowMs) {
    this.data = data;
    this.databaseUrl = databaseUrl;
    this.leaseMs = leaseMs;
    this.nowMs = nowMs;
  }

  public List<DoctorFinding> look(boolean inUse) {
    if (databaseUrl != null) {
      return postgres(databaseUrl, inUse);
    }
    if (!inUse) {
      try {
        Stores.check(databaseUrl, data);
      } catch (LedgerLost e) {
        return List.of(
            DoctorFinding.fail(
                "storage", String.valueOf(e.getMessage()), "see docs/reliability.md"));
      } catch (StoreFailure _) {
        // It cannot be read, which is told below.
      }
    }
    Path file = data.resolve(Stores.LEDGER);
    if (!Files.exists(file)) {
      return List.of(DoctorFinding.ok("storage", "no ledger yet; the first start creates it"));
    }
    List<DoctorFinding> findings = new ArrayList<>();
    try {
      findings.addAll(files(file));
    } catch (IOException e) {
      findings.add(
          DoctorFinding.fail(
              "storage",
              "the files of the ledger cannot be read: " + e.getMessage(),
              "run this as the daemon's user"));
      return findings;
    }
    if (inUse) {
      findings.add(
          DoctorFinding.ok("storage", "SQLite, in use by a daemon, which is checked below"));
    } else {
      findings.addAll(ledger());
    }
    return findings;
  }

  private List<DoctorFinding> files(Path file) throws IOException {
    Path wal = data.resolve(Stores.LEDGER + "-wal");
    long walBytes = Files.exists(wal) ? Files.size(wal) : 0;
    long writtenMs =
        Math.max(
            Files.getLastModifiedTime(file).toMillis(),
            Files.exists(wal) ? Files.getLastModifiedTime(wal).toMillis() : 0);
    List<DoctorFinding> findings = new ArrayList<>();
    findings.add(
        walBytes > WAL_BYTES
            ? DoctorFinding.warn(
                "wal",
                "the write-ahead log has " + (walBytes >> 20) + " MB",
                "close other programs that have the ledger open; a daemon that stops "
                    + "writes the log back")
            : DoctorFinding.ok("wal", "the write-ahead log has " + (walBytes >> 20) + " MB"));
    if (writtenMs - nowMs > CLOCK_MS) {
      findings.add(clock(writtenMs - nowMs));
    }
    return findings;
  }

  private static DoctorFinding clock(long behindMs) {
    return DoctorFinding.fail(
        "clock",
        "the clock is %d s behind the last commit of the ledger".formatted(behindMs / 1_000),
        "correct it (chronyc makestep, timedatectl set-ntp true), then start the daemon");
  }

  private List<DoctorFinding> ledger() {
    SqliteProbe look;
    try {
      look = Stores.look(data);
    } catch (StoreFailure e) {
      return List.of(
          DoctorFinding.fail(
              "storage",
              "the ledger cannot be read: " + e.getMessage(),
              "restore a backup into another folder; keep this one until that works"));
    }
    List<DoctorFinding> findings = new ArrayList<>();
    findings.add(
        look.faults().isEmpty()
            ? DoctorFinding.ok("storage", "SQLite, intact; newest event " + look.lastEventId())
            : DoctorFinding.fail(
                "storage",
                "SQLite reports a damaged file: " + look.faults().getFirst(),
                "restore a backup into another folder; keep this one until that works"));
    findings.add(schema(look.schema()));
    long behindMs = look.lastKey() == 0 ? 0 : Ulid.timeOf(look.lastKey()) - nowMs;
    findings.add(
        behindMs > CLOCK_MS
            ? clock(behindMs)
            : DoctorFinding.ok("clock", "not behind the last commit of the ledger"));
    if (look.faults().isEmpty()) {
      Stores.visit(null, data, queries -> Backlog.of(queries, nowMs))
          .ifPresent(backlog -> findings.addAll(backlog.findings()));
      findings.addAll(wideRules());
    }
    return findings;
  }

  /** What a daemon warns of in its status, while there is none that could be asked. */
  private List<DoctorFinding> wideRules() {
    try {
      return Stores.visit(databaseUrl, data, queries -> new WideRules().look(queries, nowMs))
          .map(rules -> Warnings.wide(rules).stream().map(DaemonCheck::warned).toList())
          .orElse(List.of());
    } catch (StoreFailure e) {
      return List.of(
          DoctorFinding.warn(
              "health",
              "the permission rules cannot be read: " + e.getMessage(),
              "'holdpoint doctor --deep' shows what is damaged"));
    }
  }

  private static DoctorFinding schema(Schema.State schema) {
    int version = schema.version();
    if (!schema.isNewer()) {
      return version < Schema.VERSION
          ? DoctorFinding.warn(
              "schema",
              "the ledger has schema version %d; the next start upgrades it to %d"
                  .formatted(version, Schema.VERSION),
              "make a backup first")
          : DoctorFinding.ok("schema", "version " + version);
    }
    return schema.isUsable()
        ? DoctorFinding.ok(
            "schema",
            "version %d, compatible with this program, which supports up to %d"
                .formatted(version, Schema.VERSION))
        : DoctorFinding.fail(
            "schema",
            "the ledger has schema version %d, this program supports up to %d"
                .formatted(version, Schema.VERSION),
            "use a program that supports version %d, or restore a backup from before the upgrade"
                .formatted(schema.admits()));
  }

  /** What this node remembers of the ledger, beside what the database says. */
  private DoctorFinding commits(PostgresProbe look) {
    HeadFile.Place seen;
    try {
      seen = HeadFile.read(data.resolve(HeadFile.SEEN));
    } catch (StoreFailure e) {
      return DoctorFinding.fail(
          COMMITS,
          String.valueOf(e.getMessage()),
          "give it to the user that runs the daemon (chown)");
    }
    if (seen == null) {
      return Files.exists(data.resolve(HeadFile.SEEN))
          ? DoctorFinding.warn(
              COMMITS,
              "%s is damaged; a database that has lost commits is not noticed before the next start"
                  .formatted(HeadFile.SEEN),
              "the next start makes a new one")
          : DoctorFinding.ok(
              COMMITS, "the database has %d; this node has seen none".formatted(look.commits()));
    }
    if (!seen.ledgerId().equals(look.ledgerId())) {
      return DoctorFinding.warn(
          COMMITS,
          "this node has worked with another ledger (%s), and the database holds %s"
              .formatted(seen.ledgerId(), look.ledgerId().isEmpty() ? "none" : look.ledgerId()),
          "see that --data and --database belong together");
    }
    return seen.commits() > look.commits()
        ? DoctorFinding.fail(
            COMMITS,
            "the database has %d and this node has seen %d, the last at %s: it has gone back by %d"
                .formatted(
                    look.commits(),
                    seen.commits(),
                    Instant.ofEpochMilli(seen.atMs()).truncatedTo(ChronoUnit.SECONDS),
                    seen.commits() - look.commits()),
            "docs/scaling.md, \"A standby that was behind\"; no node with this folder starts")
        : DoctorFinding.ok(
            COMMITS,
            "the database has %d; this node has seen %d".formatted(look.commits(), seen.commits()));
  }

  private List<DoctorFinding> postgres(String url, boolean inUse) {
    PostgresProbe look;
    try {
      look = Stores.look(url);
    } catch (StoreFailure e) {
      return List.of(
          DoctorFinding.fail(
              "storage",
              "PostgreSQL cannot be used: " + e.getMessage(),
              "check that it is running, that the address is right and that the user "
                  + "may log in"));
    }
    long apartMs = Math.abs(look.nowMs() - nowMs);
    List<DoctorFinding> findings = new ArrayList<>();
    findings.add(DoctorFinding.ok("storage", look.shown() + " answers"));
    findings.add(schema(look.schema()));
    findings.add(
        apartMs > CLOCK_MS
            ? DoctorFinding.warn(
                "clock",
                "this clock and the database's differ by %d s".formatted(apartMs / 1_000),
                "synchronize both with the same time source")
            : DoctorFinding.ok("clock", "equal to the database's"));
    findings.add(commits(look));
    findings.add(
        look.checksPages()
            ? DoctorFinding.ok("pages", "the server checks its pages")
            : DoctorFinding.warn(
                "pages",
                "the server does not check its pages (data_checksums is off)",
                "switch it on: pg_checksums --enable, while the server is stopped"));
    findings.addAll(new NodeCheck(look, leaseMs).look());
    if (!inUse) {
      findings.addAll(wideRules());
    }
    return findings;
  }
}
