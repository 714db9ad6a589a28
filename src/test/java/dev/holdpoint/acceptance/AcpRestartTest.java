package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.blackbox.Sse;
import dev.holdpoint.daemon.TestDaemon;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Agents end with their daemon, and nobody waits for them afterwards. */
@OnBothDatabases
class AcpRestartTest {
  private final Path folder = Database.newFolder();
  private final Path work = AcpAcceptance.newFolder(AcpAcceptance.WORKSPACES);
  private final Map<String, String> settings;

  AcpRestartTest(Database database) {
    this.settings = AcpAcceptance.settings(database);
  }

  @Test
  // A2-59
  void what_waits_when_the_daemon_stops_is_interrupted_when_it_is_back() {
    String path = AcpAcceptance.ROOT + "/editor";
    String run;
    String session;
    String question;
    try (TestDaemon daemon = TestDaemon.start(folder, settings)) {
      Http http = daemon.http();
      AcpAcceptance.start(http, "editor", work);
      try (Sse stream = http.stream(path)) {
        Thread.ofVirtual().start(() -> http.post(path, AcpAcceptance.promptBody(1, "question")));
        JsonNode asked = AcpAcceptance.asked(stream);
        question = asked.path("id").asString();
        run = asked.at("/params/_meta/holdpoint/run_id").asString();
        session = asked.at("/params/_meta/holdpoint/session_id").asString();
      }
      assertThat(session).isEqualTo("plain-1");
    }
    try (TestDaemon daemon = TestDaemon.start(folder, settings)) {
      Http http = daemon.http();
      JsonNode interrupted = http.get("/v1/runs/" + run).expect(200).json();
      assertThat(interrupted.path("status").asString()).isEqualTo("interrupted");
      assertThat(interrupted.path("error").asString())
          .isEqualTo("the agent's process ended with the daemon");
      assertThat(http.get("/v1/questions").expect(200).json()).isEmpty();
      assertThat(http.get(AcpAcceptance.ROOT).expect(200).json()).isEmpty();
      String late = AcpAcceptance.response(question, "{'status':'rejected'}");
      Acceptance.refused(http.post(path, late), 409, "agents", "acp_request_not_pending");

      // The agent's session of the same name goes on in the session that it had.
      AcpAcceptance.start(http, "editor", work);
      try (Sse stream = http.stream(path)) {
        Thread.ofVirtual().start(() -> http.post(path, AcpAcceptance.promptBody(1, "question")));
        JsonNode asked = AcpAcceptance.asked(stream);
        assertThat(asked.at("/params/_meta/holdpoint/session_id").asString()).isEqualTo(session);
      }
      // While another server's is told apart, though its agent calls it the same.
      AcpAcceptance.start(http, "other", work);
      try (Sse stream = http.stream(AcpAcceptance.ROOT + "/other")) {
        Thread.ofVirtual()
            .start(
                () ->
                    http.post(
                        AcpAcceptance.ROOT + "/other", AcpAcceptance.promptBody(1, "question")));
        JsonNode asked = AcpAcceptance.asked(stream);
        assertThat(asked.at("/params/_meta/holdpoint/session_id").asString())
            .startsWith("acp-other-");
      }
    }
  }
}
