package dev.holdpoint.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.client.proof.ProofVerdict;
import dev.holdpoint.client.proof.SecondOpinion;
import dev.holdpoint.client.proof.TrustedKeys;
import dev.holdpoint.client.proof.Verifier;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;

/** The proof holds however the daemon ended. */
final class AuditKills {
  /** Often enough that many kills fall on one, and not all that the daemon has time for. */
  private static final long BETWEEN_ROTATIONS = 25_000_000;

  private AuditKills() {}

  /** Looks at the ledger of those who work at the same time. */
  static void on(Stories stories, Missions missions, int kills) throws IOException {
    Path export = stories.folder("export").resolve("export");
    stories.tell(
        "K4-440 kill -9 under load, rotations among it, leaves a ledger that verifies",
        lives -> Seed.campaign(() -> killed_under_load(lives, missions, kills, export)));
  }

  private static void killed_under_load(Lives lives, Missions missions, int kills, Path export)
      throws Exception {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<?> rotations = threads.submit(() -> rotate(lives.daemon(), missions));
      for (int kill = 0; kill < kills; kill++) {
        lives.killed();
        check(lives.process());
      }
      rotations.get();
    }
    List<Mission> commands =
        missions.ended().stream().filter(one -> one.kind == Mission.Kind.COMMAND).toList();
    assertThat(commands).isNotEmpty();
    ProofVerdict verdict = check(lives.process());
    assertThat(verdict.actions()).isGreaterThanOrEqualTo(2L * commands.size());
    assertThat(verdict.keyIds()).hasSizeGreaterThan(1);
    for (Mission mission : commands) {
      assertThat(
              lives
                  .http()
                  .get("/v1/runs/" + mission.run() + "/external-actions")
                  .expect(200)
                  .json()
                  .valueStream()
                  .filter(record -> !record.path("kind").asString().equals("decision")))
          .as("told before and after, once each")
          .hasSize(2);
    }
    secondOpinion(lives.process(), export);
  }

  private static void rotate(MortalDaemon daemon, Missions missions) {
    while (!missions.areOver()) {
      daemon.persist(http -> http.post("/v1/audit/keys/rotate", ""));
      LockSupport.parkNanos(BETWEEN_ROTATIONS);
    }
  }

  private static ProofVerdict check(DaemonProcess daemon) throws IOException {
    String export = daemon.http().get("/v1/audit/export").expect(200).text();
    ProofVerdict verdict =
        Verifier.verify(
            new ByteArrayInputStream(export.getBytes(StandardCharsets.UTF_8)), TrustedKeys.NOTHING);
    assertThat(verdict.findings()).isEmpty();
    return verdict;
  }

  /** It starts a process for each signature, so it looks at a few hundred records once. */
  private static void secondOpinion(DaemonProcess daemon, Path file) throws IOException {
    SecondOpinion.assumeThatItCanBeHad();
    Files.writeString(file, daemon.http().get("/v1/audit/export").expect(200).text());
    assertThat(SecondOpinion.on(file).whole()).isTrue();
  }
}
