package dev.holdpoint.blackbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Decisions that a damaged log has undone, told by the real program. */
final class LedgerLossIT {
  private static final int DAMAGED = 70;
  private static final int SOON_MS = 1_500;

  @TempDir private Path folder;

  private record Said(int exitCode, String text) {}

  private static Said typed(String... words) throws Exception {
    List<String> command = new ArrayList<>(List.of(DaemonProcess.launcher().toString()));
    command.addAll(List.of(words));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Said(process.waitFor(), text);
  }

  private static void flip(Path file, long at) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    bytes[(int) at] ^= 1;
    Files.write(file, bytes);
  }

  @Test
  void a_flipped_bit_in_the_log_stops_the_start_and_runs_nothing_twice() throws Exception {
    try (DaemonProcess daemon = DaemonProcess.start(folder)) {
      Http http = daemon.http();
      http.session("work");
      http.session("later");
      http.session("paid");
      Path log = daemon.data().resolve("holdpoint.db-wal");
      String run = http.submit("work", Script.bash("echo once >> done.txt"), Script.say("bye"));
      String approval = http.awaitApproval(run);
      String outside =
          http.post(
                  "/v1/sessions/later/approval-requests",
                  "{\"tool_name\":\"deploy\",\"input\":{\"version\":\"1.4\"},\"reason\":\"release day\"}")
              .expect(201)
              .json()
              .at("/request/id")
              .asString();
      String schedule =
          http.post(
                  "/v1/schedules",
                  "{\"session_id\":\"paid\",\"content\":\"pay the bill\",\"trigger\":{\"type\":\"once\",\"at_ms\":%d}}"
                      .formatted(System.currentTimeMillis() + SOON_MS))
              .expect(201)
              .json()
              .path("schedule_id")
              .asString();
      long parked = Files.size(log);
      http.approve(run);
      http.awaitRun(run, "completed");
      await()
          .atMost(Duration.ofMinutes(1))
          .until(
              () -> http.get("/v1/runs?session_id=paid").expect(200).text().contains("completed"));
      String lost = http.submit("later", Script.say("this is lost"));
      http.awaitRun(lost, "completed");
      long given = lastEvent(http, lost);
      daemon.kill9();
      flip(log, parked + 100);
      byte[] damaged = Files.readAllBytes(log);

      DaemonProcess.Refusal refusal = DaemonProcess.refused(daemon.data());

      assertThat(refusal.exitCode()).isEqualTo(DAMAGED);
      assertThat(refusal.said())
          .contains("lacks its newest commits: ", "Nothing was changed", "holdpoint restore")
          .contains("ledger accept-loss --data " + daemon.data());
      assertThat(Files.readAllBytes(log)).isEqualTo(damaged);
      String data = daemon.data().toString();
      Said doctor = typed("doctor", "--data", data);
      assertThat(doctor.exitCode()).isEqualTo(8);
      assertThat(doctor.text()).contains("lacks its newest commits");

      Said accepted = typed("ledger", "accept-loss", "--data", data);
      assertThat(accepted.exitCode()).as(accepted.text()).isZero();
      assertThat(accepted.text()).contains("The ledger continues without ");
      assertThat(typed("ledger", "accept-loss", "--data", data).text())
          .contains("Nothing is missing");

      daemon.restart();
      Http again = daemon.http();
      assertThat(again.get("/v1/runs/" + lost).status()).isEqualTo(404);
      JsonNode mine = again.run(run);
      assertThat(mine.path("status").asString()).isEqualTo("interrupted");
      assertThat(mine.path("error").asString()).contains("the ledger has lost all changes");
      assertThat(
              again.get("/v1/approvals/" + approval).expect(200).json().path("status").asString())
          .isNotEqualTo("pending");
      JsonNode theirs = again.get("/v1/approvals/" + outside).expect(200).json();
      assertThat(theirs.path("status").asString()).isEqualTo("pending");
      assertThat(theirs.at("/request/reason").asString())
          .startsWith("release day")
          .contains("may already have been allowed and done");
      JsonNode passed = again.get("/v1/schedules/" + schedule).expect(200).json();
      assertThat(passed.path("enabled").asBoolean()).isFalse();
      assertThat(passed.path("last_error").asString()).startsWith("Skipped");
      assertThat(again.get("/v1/runs?session_id=paid").expect(200).json()).isEmpty();
      assertThat(Files.readAllLines(daemon.workspace("work").resolve("done.txt")))
          .as("nothing was done again")
          .containsExactly("once");
      String next = again.submit("later", Script.say("and on"));
      again.awaitRun(next, "completed");
      assertThat(firstEvent(again, next)).isGreaterThan(given);
      assertThat(again.get("/v1/audit/checkpoints").expect(200).text())
          .contains("\"type\":\"loss\"");
      Path export = folder.resolve("ledger.ndjson");
      Said exported =
          typed(
              "audit",
              "export",
              "--url",
              daemon.address(),
              "--token-file",
              daemon.data().resolve("admin-token").toString(),
              "--to",
              export.toString());
      assertThat(exported.exitCode()).as(exported.text()).isZero();
      Said verified = typed("audit", "verify", export.toString());
      assertThat(verified.exitCode()).as(verified.text()).isZero();
      assertThat(verified.text()).contains("accepted by a person");
      Process second =
          new ProcessBuilder("python3", "docs/verify_audit.py", export.toString())
              .redirectErrorStream(true)
              .start();
      assertThat(new String(second.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
          .startsWith("whole:")
          .contains("commits lost");
    }
  }

  @Test
  void a_ledger_that_was_deleted_is_not_begun_anew() throws Exception {
    try (DaemonProcess daemon = DaemonProcess.start(folder)) {
      daemon.http().session("work");
      daemon.kill9();
      Files.delete(daemon.data().resolve("holdpoint.db"));
      Files.deleteIfExists(daemon.data().resolve("holdpoint.db-wal"));

      DaemonProcess.Refusal refusal = DaemonProcess.refused(daemon.data());

      assertThat(refusal.exitCode()).isEqualTo(DAMAGED);
      assertThat(refusal.said()).contains("holdpoint.db is missing", "To start with a new ledger");
      assertThat(daemon.data().resolve("holdpoint.db")).doesNotExist();
      Files.delete(daemon.data().resolve("holdpoint.head"));
      assertThat(DaemonProcess.refused(daemon.data()).said()).contains("(audit-key, vault-key");
    }
  }

  private static long firstEvent(Http http, String run) {
    return http.events(run).stream()
        .mapToLong(event -> Long.parseLong(event.path("event_id").asString()))
        .min()
        .orElseThrow();
  }

  private static long lastEvent(Http http, String run) {
    return http.events(run).stream()
        .mapToLong(event -> Long.parseLong(event.path("event_id").asString()))
        .max()
        .orElseThrow();
  }
}
