package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.daemon.TestDaemon;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Rules that all nodes ask at once. */
final class RulesAtNodesTest {
  private static final int USES = 7;
  private static final int EACH = 8;

  private final SharedLedger ledger = new SharedLedger();

  @Test
  @DisplayName("PG-36 a rule with a target allows no more calls than it may at three nodes at once")
  void PG_36_a_rule_with_a_target_allows_no_more_than_it_may_at_three_nodes() {
    try (TestDaemon one = ledger.node("one");
        TestDaemon two = ledger.node("two");
        TestDaemon three = ledger.node("three")) {
      String rule =
          one.http()
              .post(
                  "/v1/permission-rules",
                  Acceptance.json(
                      "{'behavior':'allow','tool':'write_file','target':'src/**',"
                          + "'scope':{'kind':'user'},'max_uses':%d}",
                      USES))
              .expect(201)
              .json()
              .path("rule_id")
              .asString();
      List<CompletableFuture<String>> runs = new ArrayList<>();
      List<Http> nodes = List.of(one.http(), two.http(), three.http());
      for (int i = 0; i < EACH * nodes.size(); i++) {
        Http node = nodes.get(i % nodes.size());
        String session = "s" + i;
        runs.add(
            CompletableFuture.supplyAsync(
                () -> written(node, session), task -> Thread.ofVirtual().start(task)));
      }
      List<String> ids = runs.stream().map(CompletableFuture::join).toList();

      long allowed = 0;
      for (String id : ids) {
        JsonNode run =
            nodes
                .getLast()
                .await(
                    "/v1/runs/" + id,
                    view ->
                        List.of("completed", "waiting_for_approval")
                            .contains(view.path("status").asString()));
        boolean applied =
            one.http().events(id).stream()
                .anyMatch(
                    entry -> entry.at("/event/type").asString().equals("permission_rule_applied"));
        assertThat(run.path("status").asString())
            .isEqualTo(applied ? "completed" : "waiting_for_approval");
        allowed += applied ? 1 : 0;
      }
      assertThat(allowed).isEqualTo(USES);
      JsonNode spent = two.http().get("/v1/permission-rules/" + rule).json();
      assertThat(spent.path("uses").asInt()).isEqualTo(USES);
      assertThat(spent.path("status").asString()).isEqualTo("used_up");
    }
  }

  private static String written(Http node, String session) {
    node.session(session);
    return node.submit(
        session, Script.tool("write_file", "{\"path\":\"src/x.ts\",\"content\":\"one\"}"));
  }
}
