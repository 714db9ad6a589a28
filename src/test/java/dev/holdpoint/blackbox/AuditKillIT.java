package dev.holdpoint.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.client.proof.SecondOpinion;
import dev.holdpoint.client.proof.Trust;
import dev.holdpoint.client.proof.Verdict;
import dev.holdpoint.client.proof.Verifier;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The proof holds however the daemon ended. */
final class AuditKillIT {
  private static final int SUBMITTERS = 6;
  private static final int SESSIONS = 4;

  @TempDir private Path folder;

  @Test
  @DisplayName("K4-440 kill -9 under load, rotations among it, leaves a ledger that verifies")
  void killed_under_load() throws Exception {
    survive(4);
  }

  @Test
  @DisplayName("K4-440 the same on PostgreSQL")
  @Tag("long")
  void killed_under_load_on_postgres() throws Exception {
    survive(4, Database.POSTGRES.arguments());
  }

  private void survive(int kills, String... arguments) throws Exception {
    Random random = new Random(4);
    AtomicBoolean enough = new AtomicBoolean();
    Queue<Throwable> faults = new ConcurrentLinkedQueue<>();
    Queue<Mission> missions = new ConcurrentLinkedQueue<>();
    try (MortalDaemon daemon = new MortalDaemon(folder, arguments)) {
      for (int i = 0; i < SESSIONS; i++) {
        daemon.process().http().session("s" + i);
      }
      try (ExecutorService threads = Executors.newFixedThreadPool(SUBMITTERS + 1)) {
        for (int i = 0; i < SUBMITTERS; i++) {
          int submitter = i;
          threads.execute(
              () -> {
                try {
                  for (int n = 0; !enough.get(); n++) {
                    Mission mission =
                        new Mission(
                            Mission.Kind.COMMAND,
                            "s" + (submitter + n) % SESSIONS,
                            "m-" + submitter + "-" + n);
                    mission.carryOut(daemon);
                    missions.add(mission);
                  }
                } catch (Throwable fault) {
                  faults.add(fault);
                  daemon.abandon();
                }
              });
        }
        threads.execute(
            () -> {
              try {
                while (!enough.get()) {
                  daemon.persist(http -> http.post("/v1/audit/keys/rotate", ""));
                }
              } catch (Throwable fault) {
                faults.add(fault);
                daemon.abandon();
              }
            });
        try {
          for (int kill = 0; kill < kills; kill++) {
            daemon.killAfter(random.nextInt(40, 150));
            check(daemon.process());
          }
        } catch (IOException | RuntimeException | AssertionError fault) {
          daemon.abandon();
          throw fault;
        } finally {
          enough.set(true);
        }
      }
      if (!faults.isEmpty()) {
        throw new AssertionError(faults.element());
      }
      Verdict verdict = check(daemon.process());
      assertThat(verdict.actions()).isGreaterThanOrEqualTo(2L * missions.size());
      assertThat(verdict.keyIds()).hasSizeGreaterThan(1);
      for (Mission mission : missions) {
        assertThat(
                daemon
                    .process()
                    .http()
                    .get("/v1/runs/" + mission.run() + "/external-actions")
                    .expect(200)
                    .json())
            .as("told before and after, once each")
            .hasSize(2);
      }
      secondOpinion(daemon.process());
    }
  }

  private static Verdict check(DaemonProcess daemon) throws IOException {
    String export = daemon.http().get("/v1/audit/export").expect(200).text();
    Verdict verdict =
        Verifier.verify(
            new ByteArrayInputStream(export.getBytes(StandardCharsets.UTF_8)), Trust.NOTHING);
    assertThat(verdict.findings()).isEmpty();
    return verdict;
  }

  /** It starts a process for each signature, so it looks at a few hundred records once. */
  private void secondOpinion(DaemonProcess daemon) throws IOException {
    SecondOpinion.assumeThatItCanBeHad();
    Path file = folder.resolve("export");
    Files.writeString(file, daemon.http().get("/v1/audit/export").expect(200).text());
    assertThat(SecondOpinion.on(file).whole()).isTrue();
  }
}
