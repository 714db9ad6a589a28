package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.daemon.TestDaemon;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Standing answers stand after the daemon was stopped and started again. */
@OnBothDatabases
class PermissionRestartTest {
  private static final String RULES = "/v1/permission-rules";

  private final Path folder = Database.newFolder();
  private final Map<String, String> settings;

  PermissionRestartTest(Database database) {
    this.settings = database.settings(Map.of());
  }

  private void daemon(Consumer<Http> visit) {
    try (TestDaemon daemon = TestDaemon.start(folder, settings)) {
      visit.accept(daemon.http());
    }
  }

  private static void passes(Http http, String session, String command) {
    http.session(session);
    http.awaitRun(http.submit(session, Script.bash(command)), "completed");
  }

  private static void asks(Http http, String session, String command) {
    http.session(session);
    http.awaitApproval(http.submit(session, Script.bash(command)));
  }

  @Test
  // H3-36
  void H3_36_rules_and_their_counts_survive_a_restart() {
    JsonNode[] before = new JsonNode[2];
    daemon(
        http -> {
          http.session("first");
          String run = http.submit("first", Script.bash("echo always"));
          String approval = http.awaitApproval(run);
          http.post(
                  "/v1/runs/" + run + "/approvals",
                  Acceptance.resolutions(
                      Acceptance.one(
                          approval,
                          "allow",
                          Acceptance.json(",'grant':{'scope':'user','max_uses':3}"))))
              .expect(202);
          http.awaitRun(run, "completed");
          passes(http, "second", "echo always");
          before[0] = http.get(RULES).expect(200).json();
          assertThat(before[0].at("/0/uses").asInt()).isEqualTo(1);
        });
    daemon(
        http -> {
          assertThat(http.get(RULES).expect(200).json()).isEqualTo(before[0]);
          passes(http, "third", "echo always");
          passes(http, "second", "echo always");
          asks(http, "third", "echo always");
          before[1] = http.get(RULES).expect(200).json();
          assertThat(before[1].at("/0/status").asString()).isEqualTo("used_up");
        });
    daemon(
        http -> {
          assertThat(http.get(RULES).expect(200).json()).isEqualTo(before[1]);
          asks(http, "fourth", "echo always");
          String rule = before[1].at("/0/rule_id").asString();
          http.send("DELETE", RULES + "/" + rule, null, _ -> {}).expect(204);
        });
    daemon(http -> assertThat(http.get(RULES).expect(200).json()).isEmpty());
  }
}
