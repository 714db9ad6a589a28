package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.blackbox.Sse;
import dev.holdpoint.daemon.TestDaemon;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/**
 * Permits of agents over ACP: the option that is told redeems them, the call's update ends them.
 */
@OnBothDatabases
class AcpPermitsTest extends AcpAcceptance {
  private final Database database;

  AcpPermitsTest(Database database) {
    super(database);
    this.database = database;
  }

  private static String permitOf(String approval) {
    return "/v1/permits/" + approval.replace("apr_", "prm_");
  }

  /** Has the agent ask, allows it, and waits until the agent has heard and said what it says. */
  private static String allowed(Http http, String server, String status) {
    try (Sse stream = http.stream(ROOT + "/" + server)) {
      Thread.ofVirtual()
          .start(() -> http.post(ROOT + "/" + server, promptBody(5, "tool " + status)));
      String approval = text(asked(stream), "id");
      http.post(
              ROOT + "/" + server,
              response(approval, "{'outcome':{'outcome':'selected','optionId':'id-allow_once'}}"))
          .expect(202);
      assertThat(got(stream)).contains("id-allow_once");
      return approval;
    }
  }

  @ParameterizedTest
  @CsvSource({"completed, succeeded", "failed, failed"})
  @DisplayName("PF-31 An option that is told is the redemption, the call's last update its result")
  void PF_31_an_option_that_is_told_is_the_redemption(String status, String state) {
    String permit = permitOf(allowed(http, server(), status));
    JsonNode shown = http.get(permit + "?wait_ms=20000").expect(200).json();
    assertThat(text(shown, "state")).isEqualTo(state);
    assertThat(text(shown, "runner")).isEqualTo("outside");
    assertThat(text(shown, "redeemed_by")).isEqualTo("agent:plain");
    assertThat(shown.path("redeemed_at_ms").isIntegralNumber()).isTrue();
    refused(
        http.post(
            permit + "/redeem",
            json(
                "{'permit':'x','input_digest':'%s','redeemer_key':'0123456789abcdef'}",
                text(shown, "digest"))),
        409,
        "permits",
        "permit_not_redeemable");
  }

  @Test
  @DisplayName("PF-31 A rule's yes is redeemed when the agent is told of it")
  void PF_31_what_a_rule_allows_is_redeemed_too() {
    String server = server();
    String first = allowed(http, server, "completed");
    JsonNode known = http.get("/v1/approvals/" + first).expect(200).json();
    String session = text(known, "session_id");
    http.post(
            "/v1/permission-rules",
            json(
                "{'behavior':'allow','tool':'acp:plain/%s','scope':{'kind':'session','id':'%s'}}",
                text(known.path("request"), "tool_name"), session))
        .expect(201);
    try (Sse stream = http.stream(ROOT + "/" + server)) {
      Thread.ofVirtual()
          .start(() -> http.post(ROOT + "/" + server, promptBody(6, "tool completed")));
      assertThat(got(stream)).contains("selected");
    }
    String second = ruled(session, first);
    assertThat(text(http.get(permitOf(second) + "?wait_ms=20000").expect(200).json(), "state"))
        .isEqualTo("succeeded");
  }

  /** The approval of the session that is not this one. */
  private String ruled(String session, String other) {
    for (JsonNode permit : http.get("/v1/permits?session_id=" + session).expect(200).json()) {
      if (!text(permit, "approval_id").equals(other)) {
        return text(permit, "approval_id");
      }
    }
    throw new AssertionError("nothing was redeemed but " + other);
  }

  @Test
  @DisplayName("PF-31 A permit without an update stays started, over a restart too")
  void PF_31_without_an_update_it_stays_started() {
    Path data = Database.newFolder();
    Map<String, String> settings = settings(database);
    String permit;
    try (TestDaemon daemon = TestDaemon.start(data, settings)) {
      start(daemon.http(), "editor", folder);
      permit = permitOf(allowed(daemon.http(), "editor", "in_progress"));
      assertThat(text(daemon.http().get(permit).expect(200).json(), "state")).isEqualTo("started");
    }
    try (TestDaemon daemon = TestDaemon.start(data, settings)) {
      JsonNode shown = daemon.http().get(permit).expect(200).json();
      assertThat(text(shown, "state")).isEqualTo("started");
      assertThat(shown.has("result_due_at_ms")).isFalse();
      assertThat(daemon.http().get("/v1/questions").expect(200).json()).isEmpty();
    }
  }

  @Test
  @DisplayName("PF-19 What was denied to an agent has no permit")
  void PF_19_what_was_denied_has_no_permit() {
    String server = server();
    try (Sse stream = http.stream(ROOT + "/" + server)) {
      Thread.ofVirtual()
          .start(() -> http.post(ROOT + "/" + server, promptBody(7, "tool completed")));
      String approval = text(asked(stream), "id");
      http.post(
              ROOT + "/" + server,
              response(approval, "{'outcome':{'outcome':'selected','optionId':'id-reject_once'}}"))
          .expect(202);
      assertThat(got(stream)).contains("id-reject_once");
      http.get(permitOf(approval)).expect(404);
    }
  }
}
