package dev.holdpoint.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** SIGTERM while callers wait: they are told how things are, and the daemon leaves. */
final class DrainIT {
  @TempDir private Path folder;

  @ParameterizedTest
  @EnumSource(Database.class)
  void whoever_waits_is_told_that_there_is_no_decision_yet_or_how_far_the_run_has_come(
      Database database) throws Exception {
    try (DaemonProcess daemon = DaemonProcess.start(folder, database.arguments());
        ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
      Http http = daemon.http();
      http.session("s");
      http.session("t");
      http.session("u");
      String approval = http.awaitApproval(http.submit("s", Script.approval("hold")));
      String question = http.awaitQuestion(http.submit("t", Script.ask("which?", 0)));
      Future<Http.Answer> first =
          callers.submit(() -> http.get("/v1/approvals/" + approval + "?wait_ms=60000"));
      Future<Http.Answer> second =
          callers.submit(() -> http.get("/v1/questions/" + question + "?wait_ms=60000"));
      Future<Http.Answer> third =
          callers.submit(() -> http.post("/v1/sessions/u/input", Http.work(Script.sleep(60_000))));
      http.await("/v1/runs?session_id=u", runs -> !runs.isEmpty());
      letArrive(http);

      long start = System.nanoTime();
      assertThat(daemon.terminate()).isZero();

      assertThat(Duration.ofNanos(System.nanoTime() - start))
          .as("they would have waited for a minute")
          .isLessThan(Duration.ofSeconds(20));
      assertThat(first.get().expect(200).json().path("status").asString()).isEqualTo("pending");
      assertThat(second.get().expect(200).json().path("status").asString()).isEqualTo("pending");
      assertThat(third.get().expect(202).json().at("/snapshot/status").asString())
          .isEqualTo("running");
    }
  }

  /** A caller who waits gives no sign; he has been heard when many later ones were answered. */
  private static void letArrive(Http http) {
    for (int i = 0; i < 100; i++) {
      http.get("/healthz").expect(200);
    }
  }
}
