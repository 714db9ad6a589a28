package dev.holdpoint.chaos.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.holdpoint.blackbox.DaemonProcess;
import dev.holdpoint.blackbox.Http;
import dev.holdpoint.blackbox.Script;
import dev.holdpoint.chaos.fault.Preload.Calls;
import dev.holdpoint.chaos.fault.Preload.Failure;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The library is between a real daemon and its disk and clock, and does what it is told. */
final class PreloadIT {
  private static final int DAMAGED = 70;

  @TempDir private Path folder;

  @Test
  void it_sees_every_write_and_sync_and_makes_them_fail_or_wait() throws Exception {
    String missing = Preload.missing();
    assumeTrue(missing == null, String.valueOf(missing));
    try (Preload preload = Preload.over(folder.resolve("data"), folder.resolve("control"));
        DaemonProcess daemon = DaemonProcess.start(folder, preload.environment())) {
      Http http = daemon.http();
      long writes = preload.writes();
      long syncs = preload.syncs();
      assertThat(writes).as("of a start").isPositive();
      assertThat(syncs).isPositive();
      http.session("a");
      assertThat(preload.writes()).isGreaterThan(writes);
      assertThat(preload.syncs()).isGreaterThan(syncs);

      // Commands of runs are programs as ever.
      String run =
          http.submit(
              "a", Script.bash("echo \"${LD_PRELOAD:-none} ${HOLDPOINT_CHAOS:-none}\" > env"));
      http.approve(run);
      http.awaitRun(run, "completed");
      assertThat(daemon.workspace("a").resolve("env")).hasContent("none none");

      preload.slow(Calls.SYNCS, Duration.ofMillis(5));
      http.session("slow");
      assertThat(preload.slowed()).isPositive();

      preload.clock(Duration.ofHours(5));
      String later = http.submit("slow", Script.say("later"));
      assertThat(http.get("/v1/runs/" + later).expect(200).json().path("submitted_at_ms").asLong())
          .isGreaterThan(System.currentTimeMillis() + Duration.ofHours(4).toMillis());
      assertThat(preload.asked()).isPositive();
      preload.heal();

      preload.fail(Calls.WRITES, Failure.ENOSPC);
      Http.Answer full = http.post("/v1/sessions", "{\"session_id\":\"full\"}");
      assertThat(full.status()).isEqualTo(507);
      assertThat(full.code()).isEqualTo("storage_full");
      assertThat(preload.failed()).isPositive();
      preload.heal();
      http.session("full");

      preload.fail(Calls.SYNCS, Failure.EIO, 1, 1);
      // It ends before it could answer.
      assertThatThrownBy(() -> http.session("broken")).isInstanceOf(UncheckedIOException.class);
      assertThat(daemon.awaitEnd()).isEqualTo(DAMAGED);
      assertThat(preload.failed()).isEqualTo(1);
      assertThat(daemon.log()).contains("can no longer be trusted");
      daemon.restart();
      assertThat(daemon.http().get("/v1/sessions/full").status()).isEqualTo(200);
    }
  }
}
