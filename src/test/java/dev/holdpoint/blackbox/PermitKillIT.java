package dev.holdpoint.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** kill -9 while permits are redeemed: what was taken stays taken, and by the same runner. */
final class PermitKillIT {
  private static final int KILLS = 3;
  private static final int PERMITS = 8;
  private static final String CALL = "\"tool_name\":\"deploy\",\"input\":{\"to\":\"prod\"}";

  @TempDir private Path folder = Path.of("");

  private record Given(String path, String jws, String key) {
    Http.Answer redeem(Http http, String by) {
      return http.post(
          path + "/redeem",
          "{\"permit\":\"%s\",\"redeemer_key\":\"%s\",%s}".formatted(jws, by, CALL));
    }
  }

  private static Given permit(Http http, String session, int number) {
    JsonNode raised =
        http.post(
                "/v1/sessions/" + session + "/approval-requests",
                "{" + CALL + ",\"reason\":\"release\"}")
            .expect(201)
            .json();
    String gate = raised.at("/request/id").asString();
    http.post("/v1/runs/" + raised.path("run_id").asString() + "/approvals", Http.allow(gate))
        .expect(202);
    String path = "/v1/permits/prm_" + gate.substring(4);
    return new Given(
        path,
        http.get(path).expect(200).json().path("permit").asString(),
        "runner-0123456789-" + number);
  }

  // PF-21
  @ParameterizedTest
  @EnumSource
  @DisplayName("PF-21 after kill -9 during redemption the same key is started and another is not")
  void killed(Database database) throws Exception {
    try (DaemonProcess daemon = DaemonProcess.start(folder, Map.of(), database.arguments())) {
      for (int kill = 0; kill < KILLS; kill++) {
        String session = "kill-" + kill;
        daemon.http().session(session);
        List<Given> all = new ArrayList<>();
        for (int i = 0; i < PERMITS; i++) {
          all.add(permit(daemon.http(), session, i));
        }
        Set<String> heard = ConcurrentHashMap.newKeySet();
        // Each kill comes a little later: before the first answer, and among the others.
        CountDownLatch enough = new CountDownLatch(kill);
        List<Thread> runners = new ArrayList<>();
        Http http = daemon.http();
        for (Given one : all) {
          runners.add(Thread.ofVirtual().start(() -> redeem(http, one, heard, enough)));
        }
        enough.await();
        daemon.kill9();
        for (Thread runner : runners) {
          runner.join();
        }
        daemon.restart();
        for (Given one : all) {
          Http.Answer again = one.redeem(daemon.http(), one.key()).expect(200);
          assertThat(again.json().path("state").asString()).isEqualTo("started");
          if (heard.contains(one.path())) {
            assertThat(again.header("Idempotency-Replayed")).isEqualTo("true");
          }
          assertThat(one.redeem(daemon.http(), one.key() + "-other").expect(409).code())
              .isEqualTo("permit_redeemed");
        }
      }
    }
  }

  private static void redeem(Http http, Given one, Set<String> heard, CountDownLatch enough) {
    try {
      if (one.redeem(http, one.key()).status() == 200) {
        heard.add(one.path());
      }
    } catch (RuntimeException | AssertionError e) {
      // The daemon was killed: whether it was taken is what the test asks afterwards.
      return;
    } finally {
      enough.countDown();
    }
  }
}
