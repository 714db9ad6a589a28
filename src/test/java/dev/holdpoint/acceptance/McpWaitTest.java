package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.blackbox.Mcp;
import dev.holdpoint.blackbox.Sse;
import dev.holdpoint.daemon.TestDaemon;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Clients wait for decisions, hang up, come back, and are started anew; so is the daemon. */
@OnBothDatabases
class McpWaitTest {
  private static final String ASK = "request_approval";
  private final Path folder = Database.newFolder();
  private final Map<String, String> settings;
  private TestDaemon daemon;
  private Http http;
  private Mcp mcp;

  McpWaitTest(Database database) {
    settings = database.settings(Map.of("HOLDPOINT_LIMITS_OPEN_STREAMS", "4"));
    daemon = TestDaemon.start(folder, settings);
    http = daemon.http();
    mcp = Mcp.open(http, "waiter");
  }

  @AfterEach
  void stop() {
    daemon.close();
  }

  private void restart() {
    daemon.close();
    daemon = TestDaemon.start(folder, settings);
    http = daemon.http();
    mcp = mcp.at(http);
  }

  private static String asks(String more) {
    return Acceptance.json("{'reason':'may I?','tool_name':'deploy','input':{}" + more + "}");
  }

  private JsonNode check(String key) {
    return Mcp.structured(mcp.call("check_decision", Acceptance.json("{'request_key':'%s'}", key)));
  }

  private JsonNode pending() {
    return http.get("/v1/approvals").expect(200).json();
  }

  private void allow(JsonNode row) {
    http.post(
            "/v1/runs/" + row.path("run_id").asString() + "/approvals",
            Http.allow(row.at("/request/id").asString()))
        .expect(202);
  }

  private static String status(JsonNode told) {
    return told.path("status").asString();
  }

  @Test
  void a_daemon_that_stops_says_pending_and_the_next_one_knows_the_client_and_its_key() {
    try (Sse stream = mcp.wait(ASK, asks(",'request_key':'k'"))) {
      restart();
      assertThat(status(Mcp.structured(Mcp.result(stream)))).isEqualTo("pending");
      stream.awaitEnd();
    }
    assertThat(status(check("k"))).isEqualTo("pending");
    allow(pending().get(0));
    assertThat(status(check("k"))).isEqualTo("approved");
    // The very call, made again, has the same answer and asks nobody.
    JsonNode again = Mcp.structured(mcp.call(ASK, asks(",'request_key':'k'")));
    assertThat(status(again)).isEqualTo("approved");
    assertThat(pending()).isEmpty();
  }

  @Test
  void a_stream_that_is_lost_is_taken_up_where_it_was_by_the_next_daemon() {
    String use =
        Acceptance.json("{'tool_name':'Bash','input':{'command':'ls'},'tool_use_id':'toolu_1'}");
    String place;
    try (Sse stream = mcp.wait("permission_prompt", use)) {
      restart();
      stream.awaitEnd();
      place = Objects.requireNonNull(stream.lastEventId());
    }
    try (Sse stream = mcp.resume(place)) {
      allow(pending().get(0));
      JsonNode answer = stream.next(frame -> frame.data().has("result")).data();
      assertThat(answer.path("id").asInt()).isEqualTo(1);
      assertThat(Mcp.text(answer.path("result"))).contains("\"allow\"");
    }
    // Whoever comes when it is decided hears it too.
    try (Sse stream = mcp.resume(place)) {
      assertThat(Mcp.text(Mcp.result(stream))).contains("\"allow\"");
    }
  }

  @Test
  void a_client_that_hung_up_and_asks_the_same_finds_what_waits() {
    mcp.wait(ASK, asks("")).close();
    JsonNode first = pending().get(0);
    try (Sse stream = mcp.wait(ASK, asks(""))) {
      assertThat(pending()).hasSize(1);
      allow(first);
      JsonNode told = Mcp.structured(Mcp.result(stream));
      assertThat(told.path("run_id")).isEqualTo(first.path("run_id"));
    }
  }

  @Test
  void the_same_asked_while_somebody_waits_for_it_is_asked_twice() {
    try (Sse one = mcp.wait(ASK, asks(""));
        Sse two = mcp.wait(ASK, asks(""))) {
      assertThat(pending()).hasSize(2);
      allow(pending().get(0));
      allow(pending().get(0));
      assertThat(Mcp.structured(Mcp.result(one)).path("run_id"))
          .isNotEqualTo(Mcp.structured(Mcp.result(two)).path("run_id"));
    }
  }

  @Test
  void a_cancelled_call_ends_its_wait_and_nothing_else() {
    try (Sse stream = mcp.wait(ASK, asks(",'request_key':'k'"))) {
      Mcp.open(http, "waiter").send(cancelled(mcp.lastId())).expect(202); // somebody else's number
      mcp.send(cancelled(mcp.lastId())).expect(202);
      stream.awaitEnd();
    }
    assertThat(status(check("k"))).isEqualTo("pending");
    // Nobody waits for it now, so it is what the same call finds.
    assertThat(status(Mcp.structured(mcp.call(ASK, asks(",'wait_ms':0"))))).isEqualTo("pending");
    assertThat(pending()).hasSize(1);
  }

  private static String cancelled(int id) {
    return Acceptance.json(
        "{'jsonrpc':'2.0','method':'notifications/cancelled','params':{'requestId':%d}}", id);
  }

  @Test
  void a_client_that_wants_to_hear_of_progress_hears_more_each_time() {
    try (Sse stream = mcp.wait(ASK, asks(""), Acceptance.json(",'_meta':{'progressToken':'p'}"))) {
      JsonNode first = progress(stream);
      JsonNode second = progress(stream);
      assertThat(first.path("progressToken").asString()).isEqualTo("p");
      assertThat(second.path("progress").asInt()).isGreaterThan(first.path("progress").asInt());
    }
  }

  private static JsonNode progress(Sse stream) {
    return stream
        .next(frame -> frame.data().path("method").asString().equals("notifications/progress"))
        .data()
        .path("params");
  }

  @Test
  void more_waits_than_there_may_be_are_refused_and_what_they_asked_is_kept() {
    try (Sse one = mcp.wait(ASK, asks(",'request_key':'1'"));
        Sse two = mcp.wait(ASK, asks(",'request_key':'2'"));
        Sse three = mcp.wait(ASK, asks(",'request_key':'3'"));
        Sse four = mcp.wait(ASK, asks(",'request_key':'4'"))) {
      Http.Answer refused =
          mcp.send(
                  Acceptance.json(
                          "{'jsonrpc':'2.0','id':77,'method':'tools/call','params':{'name':'%s',"
                              + "'arguments':",
                          ASK)
                      + asks(",'request_key':'5'")
                      + "}}")
              .expect(503);
      assertThat(refused.json().at("/error/message").asString()).contains("open streams");
      assertThat(status(check("5"))).isEqualTo("pending");
      assertThat(one.header("content-type")).startsWith("text/event-stream");
      assertThat(two.header("cache-control")).isEqualTo("no-store");
      assertThat(three.header("content-type")).isEqualTo(four.header("content-type"));
    }
  }

  @Test
  void a_client_of_an_older_version_gets_no_event_without_data() {
    Mcp older = Mcp.open(http, "older", "2025-06-18");
    try (Sse stream = older.wait(ASK, asks(",'wait_ms':1"))) {
      assertThat(status(Mcp.structured(Mcp.result(stream)))).isEqualTo("pending");
      assertThat(stream.lastEventId()).isNull();
    }
  }
}
