package dev.holdpoint.acceptance;

import static dev.holdpoint.acceptance.Acceptance.allow;
import static dev.holdpoint.acceptance.Acceptance.id;
import static dev.holdpoint.acceptance.Acceptance.json;
import static dev.holdpoint.acceptance.Acceptance.text;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.daemon.TestDaemon;
import dev.holdpoint.daemon.trace.Collector;
import dev.holdpoint.engine.json.Digests;
import dev.holdpoint.outbound.Receiver;
import dev.holdpoint.outbound.Receiver.Says;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** KT-29: runs that are a part of their caller's trace. */
@OnBothDatabases
class TraceContextTest {
  private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
  private static final String PARENT = "b7ad6b7169203331";
  private static final String SAMPLED = "00-" + TRACE + "-" + PARENT + "-01";
  private static final String OTHER = "00-11111111111111111111111111111111-2222222222222222-01";

  private final Path folder = Database.newFolder();
  private final Collector collector = new Collector();
  private final Receiver receiver = new Receiver();
  private final Map<String, String> settings;

  TraceContextTest(Database database) {
    Map<String, String> more = new HashMap<>(collector.settings());
    more.put("HOLDPOINT_CONNECTORS_CRM_KIND", "external");
    more.put("HOLDPOINT_CONNECTORS_CRM_BASE_URL", receiver.url());
    more.put("HOLDPOINT_DELIVERIES_MAX_ATTEMPTS", "1");
    this.settings = database.settings(more);
  }

  @AfterEach
  void stop() {
    receiver.close();
    collector.close();
  }

  private void daemon(Consumer<Http> visit) {
    try (TestDaemon daemon = TestDaemon.start(folder, settings)) {
      visit.accept(daemon.http());
    }
  }

  /** A session whose outputs are delivered. */
  private static void session(Http http) {
    http.session("s");
    http.post(
            "/v1/sessions/s/reply-targets",
            json("{'reply_targets':[{'type':'external','connector':'crm','route':'r'}]}"))
        .expect(200);
  }

  private static Http.Answer post(Http http, String path, String body, String... lines) {
    return http.send(
        "POST",
        path,
        body,
        request -> {
          for (String line : lines) {
            request.header("traceparent", line);
          }
        });
  }

  private static Http.Answer raise(Http http, String key, String... lines) {
    return post(
        http,
        "/v1/sessions/s/approval-requests",
        json("{'tool_name':'deploy','input':{},'reason':'release','request_key':'%s'}", key),
        lines);
  }

  private static void decide(Http http, JsonNode raised) {
    http.post("/v1/runs/" + id(raised) + "/approvals", allow(text(raised.path("request"), "id")))
        .expect(202);
    http.awaitRun(id(raised), "completed");
  }

  private static String traceId(Http http, String runId) {
    return text(http.run(runId), "trace_id");
  }

  /** As every run had it before callers could name one. */
  private static String ownTrace(String runId) {
    return Digests.sha256Hex(("trace " + runId).getBytes(UTF_8)).substring(0, 32);
  }

  private @Nullable String delivered() {
    return receiver.next().header("traceparent");
  }

  @Test
  // KT-29
  void KT_29_spans_and_deliveries_of_a_raise_are_in_the_callers_trace_over_restarts() {
    JsonNode[] raised = new JsonNode[1];
    daemon(
        http -> {
          session(http);
          raised[0] = raise(http, "k", SAMPLED).expect(201).json();
          assertThat(traceId(http, id(raised[0]))).isEqualTo(TRACE);
        });
    receiver.says(Says.status(400));
    String[] dead = new String[1];
    String[] sent = new String[1];
    daemon(
        http -> {
          assertThat(traceId(http, id(raised[0]))).isEqualTo(TRACE);
          decide(http, raised[0]);
          List<JsonNode> spans = collector.ofRun(id(raised[0]));

          JsonNode root = Collector.span(spans, "run");
          assertThat(text(root, "parentSpanId")).isEqualTo(PARENT);
          assertThat(text(Collector.span(spans, "wait for approval"), "parentSpanId"))
              .isEqualTo(text(root, "spanId"));
          assertThat(spans).allMatch(span -> text(span, "traceId").equals(TRACE));
          sent[0] = "00-" + TRACE + "-" + text(root, "spanId") + "-01";
          assertThat(delivered()).isEqualTo(sent[0]);
          dead[0] =
              text(
                  http.await(
                          "/v1/deliveries?run_id=" + id(raised[0]),
                          list -> text(list.path(0), "status").equals("dead_lettered"))
                      .get(0),
                  "delivery_id");
        });
    receiver.forget();
    daemon(
        http -> {
          http.post("/v1/deliveries/" + dead[0] + "/replay", null).expect(201);
          assertThat(delivered()).as("a dead letter that is sent again").isEqualTo(sent[0]);
        });
  }

  @Test
  // KT-29
  void KT_29_who_asks_again_finds_the_run_in_the_trace_of_the_first() {
    daemon(
        http -> {
          session(http);
          JsonNode raised = raise(http, "k", SAMPLED).expect(201).json();

          assertThat(raise(http, "k", OTHER).expect(201).json()).isEqualTo(raised);
          assertThat(raise(http, "k").expect(201).json()).isEqualTo(raised);
          assertThat(traceId(http, id(raised))).isEqualTo(TRACE);

          Consumer<String> keyed =
              line ->
                  assertThat(
                          id(
                              http.send(
                                      "POST",
                                      "/v1/sessions/s/runs",
                                      Http.work(Script.say("x")),
                                      request ->
                                          request
                                              .header("Idempotency-Key", "same")
                                              .header("traceparent", line))
                                  .expect(202)
                                  .json()))
                      .satisfies(run -> assertThat(traceId(http, run)).isEqualTo(TRACE));
          keyed.accept(SAMPLED);
          keyed.accept(OTHER);
        });
  }

  @Test
  // KT-29
  void KT_29_what_is_not_sampled_is_not_exported_and_is_said_on() {
    daemon(
        http -> {
          session(http);
          JsonNode hidden = raise(http, "hidden", SAMPLED.replace("-01", "-00")).expect(201).json();
          decide(http, hidden);
          assertThat(traceId(http, id(hidden))).isEqualTo(TRACE);
          assertThat(delivered()).matches("00-" + TRACE + "-[0-9a-f]{16}-00");

          JsonNode shown = raise(http, "shown", OTHER).expect(201).json();
          decide(http, shown);
          collector.ofRun(id(shown));
        });
    // The daemon has sent all that it had to send before it was closed.
    assertThat(collector.received().stream().map(span -> text(span, "traceId")).distinct())
        .containsExactly("11111111111111111111111111111111");
  }

  @Test
  // KT-29
  void KT_29_a_malformed_one_changes_nothing() {
    String unsampled = SAMPLED.replace("-01", "-00");
    List<List<String>> malformed =
        List.of(
            List.of("00-00000000000000000000000000000000-" + PARENT + "-00"),
            List.of("00-" + TRACE + "-0000000000000000-00"),
            List.of("ff-" + TRACE + "-" + PARENT + "-00"),
            List.of("00-" + TRACE.toUpperCase(Locale.ROOT) + "-" + PARENT + "-00"),
            List.of(unsampled + "-more"),
            // Only one of them can be meant.
            List.of(unsampled, unsampled));
    daemon(
        http -> {
          session(http);
          for (int i = 0; i < malformed.size(); i++) {
            String[] lines = malformed.get(i).toArray(String[]::new);
            JsonNode raised = raise(http, "k" + i, lines).expect(201).json();
            decide(http, raised);

            String own = ownTrace(id(raised));
            assertThat(traceId(http, id(raised))).as(malformed.get(i).toString()).isEqualTo(own);
            assertThat(delivered()).isNull();
            List<JsonNode> spans = collector.ofRun(id(raised));
            assertThat(Collector.span(spans, "run").has("parentSpanId")).isFalse();
            assertThat(spans).allMatch(span -> text(span, "traceId").equals(own));
          }
        });
  }

  @Test
  // KT-29
  void KT_29_children_and_what_they_ask_and_write_inherit_it() {
    daemon(
        http -> {
          http.session("s");
          String parent =
              id(
                  post(
                          http,
                          "/v1/sessions/s/runs",
                          Http.work(
                              Script.spawnAs(
                                  "child",
                                  Script.clarify(),
                                  Script.message("s", Script.say("hello")))),
                          SAMPLED)
                      .expect(202)
                      .json());
          http.awaitRun(parent, "completed");
          String child = id(runs(http, "child", 1).getFirst());
          JsonNode asked =
              http.await("/v1/questions?session_id=s", list -> list.size() == 1).get(0);
          http.post(
                  "/v1/runs/" + id(asked) + "/questions",
                  Acceptance.answer(text(asked.path("request"), "id")))
              .expect(202);
          http.awaitRun(child, "completed");
          List<JsonNode> all = runs(http, "s", 3);
          String letter =
              all.stream()
                  .filter(run -> text(run, "kind").equals("mailbox_delivery"))
                  .map(Acceptance::id)
                  .findFirst()
                  .orElseThrow();
          http.awaitRun(letter, "completed");

          assertThat(all).allMatch(run -> text(run, "trace_id").equals(TRACE));
          assertThat(traceId(http, child)).isEqualTo(TRACE);
          assertThat(root(parent, "parentSpanId")).isEqualTo(PARENT);
          assertThat(root(child, "parentSpanId")).isEqualTo(root(parent, "spanId"));
          assertThat(root(id(asked), "parentSpanId")).isEqualTo(root(child, "spanId"));
          assertThat(root(letter, "parentSpanId")).isEqualTo(root(child, "spanId"));

          // A run that is submitted later without a trace has one of its own.
          String next = http.submit("child", Script.say("x"));
          assertThat(traceId(http, next)).isEqualTo(ownTrace(next));
        });
  }

  private static List<JsonNode> runs(Http http, String session, int many) {
    return http.await("/v1/runs?session_id=" + session, list -> list.size() == many)
        .valueStream()
        .toList();
  }

  private String root(String run, String member) {
    return text(Collector.span(collector.ofRun(run), "run"), member);
  }
}
