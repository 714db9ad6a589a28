package dev.holdpoint.acceptance;

import static dev.holdpoint.acceptance.Acceptance.json;
import static dev.holdpoint.acceptance.Acceptance.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.blackbox.Mcp;
import dev.holdpoint.blackbox.ModernMcp;
import dev.holdpoint.blackbox.Sse;
import dev.holdpoint.daemon.TestDaemon;
import dev.holdpoint.store.EmbeddedPostgres;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** A client comes to one node and then to another, and one of them stops. */
final class McpTasksAtNodesTest {
  private static final String ASK = "request_approval";
  private static final long DAY_MS = 86_400_000;
  private final String url = EmbeddedPostgres.shared().newDatabase();
  private final Path keys = Database.newFolder();

  private TestDaemon node(String name) {
    return TestDaemon.start(
        Database.newFolder(),
        Map.of(
            "HOLDPOINT_DATABASE",
            url,
            "HOLDPOINT_CLUSTER_NAME",
            name,
            "HOLDPOINT_AUDIT_KEY_FILE",
            keys.resolve("audit-key").toString(),
            "HOLDPOINT_VAULT_KEY_FILE",
            keys.resolve("vault-key").toString(),
            "HOLDPOINT_RETENTION_RUNS_MS",
            Long.toString(DAY_MS),
            "HOLDPOINT_LIMITS_OPEN_STREAMS",
            "1"));
  }

  private static void allow(Http http, String gate) {
    String run = text(http.get("/v1/approvals/" + gate).expect(200).json(), "run_id");
    http.post("/v1/runs/" + run + "/approvals", Http.allow(gate)).expect(202);
  }

  @Test
  @SuppressWarnings("try") // it stops while the other is asked
  @DisplayName("AG-60, AG-64: a task is the same at every node, and a node that stops says so")
  void a_task_is_the_same_at_every_node() {
    try (TestDaemon one = node("here");
        TestDaemon two = node("there")) {
      Http here = one.http();
      Http agent = here.withRole("agent", "walker");
      Http there = two.http(String.valueOf(agent.token()));
      ModernMcp client = new ModernMcp(agent, "walker", ModernMcp.TASKS);
      JsonNode task = client.call(ASK, json("{'reason':'here?'}"), "");
      JsonNode later = client.call(ASK, json("{'reason':'later?'}"), "");
      assertThat(text(client.at(there).get(task), "status")).isEqualTo("working");
      assertThat(text(client.get(task), "status")).isEqualTo("working");
      String listens =
          json(
              "{'notifications':{'taskIds':['%s','%s']}}",
              text(task, "taskId"), text(later, "taskId"));
      Sse stream = client.at(there).stream("subscriptions/listen", listens);
      try (stream) {
        assertThat(stream.next().data().at("/params/notifications/taskIds")).hasSize(2);
        // As many streams as there may be: the next is refused, and told so by its id.
        Http.Answer refused = client.at(there).send("subscriptions/listen", listens).expect(503);
        assertThat(refused.json().path("id").asInt()).isEqualTo(1);
        allow(here, text(task, "taskId"));
        JsonNode told = stream.next(frame -> frame.data().has("method")).data();
        assertThat(text(told, "method")).isEqualTo("notifications/tasks");
        assertThat(told.at("/params/taskId")).isEqualTo(task.path("taskId"));
        assertThat(told.at("/params/ttlMs").asLong()).isBetween(DAY_MS, DAY_MS + 600_000);
        two.close();
        JsonNode last = stream.next(frame -> frame.data().has("result")).data();
        assertThat(ModernMcp.check(last).path("id").asInt()).isEqualTo(1);
        assertThat(last.at("/result/_meta").path("io.modelcontextprotocol/subscriptionId").asInt())
            .isEqualTo(1);
        stream.awaitEnd();
      }
      assertThat(text(client.get(later), "status")).isEqualTo("working");
    }
  }

  @Test
  @DisplayName("AG-65: what one node gave out for a call is taken at another")
  void a_request_state_is_taken_at_every_node() {
    try (TestDaemon one = node("here");
        TestDaemon two = node("there")) {
      Http agent = one.http().withRole("agent", "walker");
      ModernMcp client = new ModernMcp(agent, Mcp.PATH + "?elicit=url", "walker", ModernMcp.BOTH);
      JsonNode first = client.call(ASK, json("{'reason':'where?'}"), "");
      JsonNode task =
          client
              .at(two.http(String.valueOf(agent.token())))
              .call(
                  ASK,
                  json("{'reason':'where?'}"),
                  json(
                      ",'inputResponses':{'open':{'action':'accept'}},'requestState':%s",
                      first.path("requestState")));
      assertThat(first.at("/inputRequests/open/params/url").asString())
          .endsWith(text(task, "taskId"));
    }
  }
}
