package dev.holdpoint.blackbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A data folder with a few megabytes, all of which get used. Needs root, for the mount. */
final class DiskFullIT {
  @TempDir private Path folder;
  private Path data;

  @BeforeEach
  void mount() throws Exception {
    data = Files.createDirectory(folder.resolve("data"));
    assumeTrue(
        run("mount", "-t", "tmpfs", "-o", "size=24m", "tmpfs", data.toString()) == 0,
        "a small file system can only be mounted by root");
  }

  @AfterEach
  void unmount() throws Exception {
    run("umount", "-l", data.toString());
  }

  @Test
  void a_full_disk_refuses_writes_serves_reads_and_work_goes_on_when_there_is_room()
      throws Exception {
    try (DaemonProcess daemon = DaemonProcess.start(folder)) {
      Http http = daemon.http();
      http.session("parked");
      http.session("working");
      http.session("filling");
      String parked = http.submit("parked", Script.approval("hold"), Script.say("after"));
      String approval = http.awaitApproval(parked);
      Path go = folder.resolve("go");
      String working =
          http.submit(
              "working",
              Script.bash(
                  "echo $$ > new; mv new pids; until [ -e %s ]; do sleep 0.05; done; seq 20000"
                      .formatted(go)),
              Script.sayLastResult());
      http.approve(working);
      await().until(() -> Files.exists(daemon.workspace("working").resolve("pids")));
      long command = Pids.in(daemon.workspace("working").resolve("pids")).getFirst();

      fill();
      Http.Answer refused = submitUntilRefused(http);

      assertThat(refused.status()).isEqualTo(507);
      assertThat(refused.code()).isEqualTo("storage_full");
      JsonNode status = http.get("/v1/status").expect(200).json();
      assertThat(status.at("/storage/ok").asBoolean()).isFalse();
      assertThat(status.at("/health/warnings/0/code").asString()).isEqualTo("storage_full");
      assertThat(http.get("/v1/approvals/" + approval).status()).isEqualTo(200);
      assertThat(http.get("/v1/runs/" + parked).status()).isEqualTo(200);
      assertThat(http.get("/healthz").status()).isEqualTo(200);

      // The command ends while there is no room for what it said.
      Files.createFile(go);
      await().until(() -> !Pids.isAlive(command));
      for (int i = 0; i < 20; i++) {
        assertThat(submitLarge(http).status()).isEqualTo(507);
      }
      assertThat(http.run(working).path("status").asString()).isEqualTo("running");

      Files.delete(ballast());

      http.post("/v1/runs/" + parked + "/approvals", Http.allow(approval)).expect(202);
      assertThat(http.awaitRun(parked, "completed").path("outputs")).hasSize(1);
      assertThat(http.awaitRun(working, "completed").path("outputs").path(0).toString())
          .contains("stdout_cut");
      http.awaitRun(http.submit("filling", Script.say("room again")), "completed");
      JsonNode after = http.get("/v1/status").expect(200).json();
      assertThat(after.at("/storage/ok").asBoolean()).isTrue();
      assertThat(after.at("/health/warnings").valueStream().map(w -> w.path("code").asString()))
          .as("the disk is as small as it was")
          .containsExactly("disk_space_low");
    }
  }

  private Path ballast() {
    return data.resolve("ballast");
  }

  private void fill() throws IOException {
    byte[] block = new byte[4 * 1024];
    try (OutputStream out = Files.newOutputStream(ballast())) {
      while (true) {
        out.write(block);
      }
    } catch (IOException e) {
      assertThat(Files.getFileStore(data).getUsableSpace()).isZero();
    }
  }

  /** The database has room of its own in the files it holds; it is full when that is used too. */
  private static Http.Answer submitUntilRefused(Http http) {
    int refusals = 0;
    for (int i = 0; i < 5_000; i++) {
      Http.Answer answer = submitLarge(http);
      refusals = answer.status() == 202 ? 0 : refusals + 1;
      if (refusals == 50) {
        return answer;
      }
    }
    throw new AssertionError("the disk never became full");
  }

  private static Http.Answer submitLarge(Http http) {
    return http.post("/v1/sessions/filling/runs", "{\"content\":\"" + "x".repeat(40_000) + "\"}");
  }

  private static int run(String... command) throws Exception {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return process.waitFor();
  }
}
