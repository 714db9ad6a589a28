package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.daemon.TestDaemon;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Hooks where there are two nodes: one waits, and the other decides. */
final class HookAtNodesTest {
  private static final String DIALOG = ClaudeHookTest.fixture("permission-request.write.json");
  private static final String SESSION = "5d1f3c0a-7b52-4d0e-9a1c-0e7f2b9d4c11";

  private final SharedLedger ledger = new SharedLedger();

  @Test
  @DisplayName("AG-43 a hook at one node is answered at the other, and over there withdraws")
  void AG_43_a_hook_is_answered_and_withdrawn_at_the_other_node() {
    try (TestDaemon one = ledger.node("here");
        TestDaemon two = ledger.node("there")) {
      Http here = one.http().withRole("agent", "hook");
      Http there = two.http(String.valueOf(here.token()));

      var answered = posted(here);
      JsonNode row = waiting(two.http());
      assertThat(row.at("/request/waits").asString()).isEqualTo("now");
      two.http()
          .post(
              "/v1/runs/" + row.path("run_id").asString() + "/approvals",
              Http.allow(row.at("/request/id").asString()))
          .expect(202);
      assertThat(answered.join().expect(200).text())
          .isEqualTo(ClaudeHookTest.fixture("permission-request.allow.json"));

      var withdrawn = posted(here);
      waiting(two.http());
      there
          .post(
              "/hooks/claude/over",
              Acceptance.json("{'session_id':'%s','hook_event_name':'Stop'}", SESSION))
          .expect(200);
      assertThat(withdrawn.join().expect(200).text()).isEqualTo("{}");
    }
  }

  private static CompletableFuture<Http.Answer> posted(Http by) {
    return CompletableFuture.supplyAsync(
        () -> by.post("/hooks/claude/permission-request", DIALOG),
        task -> Thread.ofVirtual().start(task));
  }

  private static JsonNode waiting(Http http) {
    return http.await("/v1/approvals?session_id=" + SESSION, list -> list.size() == 1).get(0);
  }
}
