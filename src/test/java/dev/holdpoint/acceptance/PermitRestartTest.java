package dev.holdpoint.acceptance;

import static dev.holdpoint.acceptance.Acceptance.id;
import static dev.holdpoint.acceptance.Acceptance.json;
import static dev.holdpoint.acceptance.Acceptance.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.daemon.TestDaemon;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The time of a result is in the ledger, not in the daemon. */
@OnBothDatabases
class PermitRestartTest {
  private final Path folder = Database.newFolder();
  private final Map<String, String> settings;
  private Clock clock = Clock.systemUTC();

  PermitRestartTest(Database database) {
    this.settings = database.settings(Map.of());
  }

  private void daemon(Consumer<Http> visit) {
    try (TestDaemon daemon = TestDaemon.start(folder, settings, clock)) {
      visit.accept(daemon.http());
    }
  }

  // PF-38
  @Test
  void PF_38_a_result_that_fell_due_while_the_daemon_was_down_is_asked_about_once() {
    String[] permit = new String[1];
    String call = json("'tool_name':'deploy','input':{'to':'prod'}");
    daemon(
        http -> {
          http.session("s");
          JsonNode raised =
              http.post(
                      "/v1/sessions/s/approval-requests",
                      json("{%s,'reason':'release','permit':{'result_within_ms':3600000}}", call))
                  .expect(201)
                  .json();
          String gate = text(raised.path("request"), "id");
          http.post("/v1/runs/" + id(raised) + "/approvals", Acceptance.allow(gate)).expect(202);
          permit[0] = "/v1/permits/prm_" + gate.substring(4);
          http.post(
                  permit[0] + "/redeem",
                  json(
                      "{'permit':'%s','redeemer_key':'job-0123456789abcdef',%s}",
                      text(http.get(permit[0]).json(), "permit"), call))
              .expect(200);
          assertThat(http.get("/v1/questions").expect(200).json()).isEmpty();
        });
    clock = Clock.offset(clock, Duration.ofHours(2));
    String[] question = new String[1];
    daemon(
        http -> {
          question[0] = text(http.await(permit[0], view -> view.has("question_id")), "question_id");
          assertThat(http.get("/v1/questions").expect(200).json().size()).isEqualTo(1);
        });
    daemon(
        http -> {
          assertThat(text(http.get(permit[0]).expect(200).json(), "question_id"))
              .isEqualTo(question[0]);
          assertThat(http.get("/v1/questions").expect(200).json().size()).isEqualTo(1);
        });
  }
}
