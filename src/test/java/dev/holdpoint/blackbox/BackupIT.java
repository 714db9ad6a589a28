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
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Backup and restore with real processes, under load, and killed half-way. */
final class BackupIT {
  private static final int CALLERS = 1;
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  /** Bytes that nothing can make fewer: they take some time from one folder to the other. */
  private static final int LARGE = 24 << 20;

  @TempDir private Path folder;

  private record Said(int exitCode, String text) {}

  private Process start(String... args) throws IOException {
    List<String> command = new ArrayList<>(List.of(DaemonProcess.launcher().toString()));
    command.addAll(List.of(args));
    return new ProcessBuilder(command)
        .directory(folder.toFile())
        .redirectErrorStream(true)
        .redirectOutput(folder.resolve("said").toFile())
        .start();
  }

  private Said end(Process process) throws Exception {
    assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    return new Said(
        process.exitValue(), Files.readString(folder.resolve("said"), StandardCharsets.UTF_8));
  }

  private Process backup(DaemonProcess daemon, Path to) throws IOException {
    return start(
        "backup",
        "--url",
        daemon.address(),
        "--token-file",
        daemon.data().resolve("admin-token").toString(),
        "--to",
        to.toString());
  }

  @Test
  void what_was_acknowledged_before_a_backup_is_in_it_and_goes_on_where_it_is_restored()
      throws Exception {
    Path archive = folder.resolve("backup.zip");
    List<String> before = new ArrayList<>();
    String parked;
    JsonNode asParked;
    try (DaemonProcess daemon = DaemonProcess.start(folder.resolve("one"))) {
      Http http = daemon.http();
      http.session("parked");
      parked = http.submit("parked", Script.bash("echo done > done.txt"), Script.say("bye"));
      http.awaitApproval(parked);
      asParked = http.run(parked);
      ConcurrentLinkedQueue<String> acknowledged = new ConcurrentLinkedQueue<>();
      AtomicBoolean enough = new AtomicBoolean();
      List<Thread> callers =
          IntStream.range(0, CALLERS)
              .mapToObj(
                  caller ->
                      Thread.ofVirtual().start(() -> load(http, caller, acknowledged, enough)))
              .toList();
      await().atMost(PATIENCE).until(() -> acknowledged.size() > 40);
      before.addAll(acknowledged);
      Said made = end(backup(daemon, archive));
      int after = acknowledged.size();
      enough.set(true);
      for (Thread caller : callers) {
        caller.join();
      }
      daemon.kill9();
      assertThat(made.exitCode()).as(made.text).isZero();
      assertThat(after).as("runs went on while it was made").isGreaterThan(before.size());
    }
    Path restored = folder.resolve("two/data");
    Said said = end(start("restore", archive.toString(), "--data", restored.toString()));
    assertThat(said.exitCode()).as(said.text).isZero();

    try (DaemonProcess daemon = DaemonProcess.start(folder.resolve("two"))) {
      assertThat(daemon.log()).contains("was restored from a backup");
      Http http = daemon.http();
      assertThat(http.run(parked)).isEqualTo(asParked);
      before.forEach(run -> http.awaitRun(run, "completed"));
      http.approve(parked);
      http.awaitRun(parked, "completed");
      assertThat(daemon.workspace("parked").resolve("done.txt")).hasContent("done");
    }
  }

  private static void load(
      Http http, int caller, ConcurrentLinkedQueue<String> acknowledged, AtomicBoolean enough) {
    String session = "load-" + caller;
    http.session(session);
    while (!enough.get()) {
      String run = http.submit(session, Script.say("x"));
      acknowledged.add(run);
      // One after the other: a slow machine would have a backup of thousands of queued runs.
      http.awaitRun(run, "completed");
    }
  }

  @Test
  void a_kill_in_the_middle_leaves_nothing_that_looks_complete() throws Exception {
    Path archive = folder.resolve("cut.zip");
    Path whole = folder.resolve("whole.zip");
    try (DaemonProcess daemon = DaemonProcess.start(folder.resolve("one"))) {
      daemon.http().session("s");
      Path large = Files.createDirectories(daemon.workspace("s")).resolve("large");
      byte[] random = new byte[LARGE];
      new Random(7).nextBytes(random);
      Files.write(large, random);
      Process backup = backup(daemon, archive);
      await()
          .atMost(PATIENCE)
          .pollInterval(Duration.ofMillis(1))
          .until(() -> parts() > LARGE / 100);
      daemon.kill9();
      Said cut = end(backup);
      assertThat(cut.exitCode()).as(cut.text).isEqualTo(3);
      assertThat(cut.text).contains("closed the connection too early; its log has the details");
      assertThat(archive).doesNotExist();
      assertThat(parts()).isEqualTo(-1);

      daemon.restart();
      assertThat(daemon.data().resolve("unfinished-backup")).doesNotExist();
      Said made = end(backup(daemon, whole));
      assertThat(made.exitCode()).as(made.text).isZero();
    }
    Path data = folder.resolve("two/data");
    Process restore = start("restore", whole.toString(), "--data", data.toString());
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(1))
        .until(() -> Files.exists(data.resolve("unfinished-restore")));
    restore.destroyForcibly().waitFor();

    DaemonProcess.Refusal refusal = DaemonProcess.refused(data);
    assertThat(refusal.exitCode()).isEqualTo(1);
    assertThat(refusal.said()).contains("was interrupted");
  }

  /** How much of a backup has come; -1 when none is being written. */
  private long parts() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        if (file.toString().endsWith(".part")) {
          return Files.size(file);
        }
      }
    }
    return -1;
  }
}
