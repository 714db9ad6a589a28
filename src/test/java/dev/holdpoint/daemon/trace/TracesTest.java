package dev.holdpoint.daemon.trace;

import static dev.holdpoint.daemon.trace.Collector.attribute;
import static dev.holdpoint.daemon.trace.Collector.span;
import static dev.holdpoint.daemon.trace.Collector.text;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.daemon.TestDaemon;
import dev.holdpoint.engine.json.Digests;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** One run is one trace, from submission over the wait for a person to its end. */
class TracesTest {
  private static final String BASH =
      "{\"tool\":\"bash\",\"input\":{\"command\":\"echo very-private-output\"}}";
  private static final String SAY = "{\"say\":\"very-private-words\"}";

  @TempDir private Path folder;
  private final Collector collector = new Collector();

  @AfterEach
  void stop() {
    collector.close();
  }

  private Map<String, String> settings() {
    return collector.settings();
  }

  private List<JsonNode> trace(String runId) {
    List<JsonNode> trace = collector.ofRun(runId);
    assertThat(trace.stream().map(span -> text(span, "traceId")).distinct())
        .as("as it was always named")
        .containsExactly(Digests.sha256Hex(("trace " + runId).getBytes(UTF_8)).substring(0, 32));
    return trace;
  }

  private static long nanos(JsonNode span, String name) {
    return Long.parseLong(text(span, name));
  }

  @Test
  void a_run_that_waited_over_a_restart_is_one_trace_and_says_who_decided() {
    String run;
    try (TestDaemon daemon = TestDaemon.start(folder, settings())) {
      Http http = daemon.http();
      http.session("s");
      run = http.submit("s", BASH, SAY);
      http.awaitApproval(run);
    }
    assertThat(collector.received()).as("nothing is sent before the end").isEmpty();
    try (TestDaemon daemon = TestDaemon.start(folder, settings())) {
      Http ada = daemon.http().withRole("operator", "ada");
      ada.approve(run);
      JsonNode view = ada.awaitRun(run, "completed");

      List<JsonNode> trace = trace(run);

      JsonNode root = span(trace, "run");
      assertThat(root.has("parentSpanId")).isFalse();
      assertThat(nanos(root, "startTimeUnixNano"))
          .isEqualTo(view.path("submitted_at_ms").asLong() * 1_000_000);
      assertThat(nanos(root, "endTimeUnixNano"))
          .isEqualTo(view.path("finished_at_ms").asLong() * 1_000_000);
      assertThat(attribute(root, "holdpoint.run_id")).isEqualTo(run);
      assertThat(attribute(root, "holdpoint.status")).isEqualTo("completed");
      JsonNode wait = span(trace, "wait for approval");
      assertThat(attribute(wait, "holdpoint.decided_by")).isEqualTo("ada");
      assertThat(attribute(wait, "holdpoint.decision")).isEqualTo("allow");
      JsonNode tool = span(trace, "tool bash");
      assertThat(nanos(tool, "startTimeUnixNano"))
          .as("the tool runs after the decision")
          .isGreaterThanOrEqualTo(nanos(wait, "endTimeUnixNano"));
      assertThat(trace.stream().filter(one -> text(one, "name").equals("model turn")))
          .as("one that asked, one that spoke")
          .hasSizeGreaterThanOrEqualTo(2);
      span(trace, "queued");
      for (JsonNode span : trace) {
        assertThat(text(span, "traceId")).matches("[0-9a-f]{32}");
        assertThat(text(span, "spanId")).matches("[0-9a-f]{16}");
        assertThat(nanos(span, "endTimeUnixNano"))
            .isGreaterThanOrEqualTo(nanos(span, "startTimeUnixNano"));
        if (!Objects.equals(span, root)) {
          assertThat(text(span, "parentSpanId")).isEqualTo(text(root, "spanId"));
        }
      }
      assertThat(trace.stream().map(span -> text(span, "spanId"))).doesNotHaveDuplicates();
      assertThat(collector.text()).doesNotContain("very-private");
    }
  }

  @Test
  void a_run_that_failed_and_a_question_that_was_answered_are_told() {
    try (TestDaemon daemon = TestDaemon.start(folder, settings())) {
      Http http = daemon.http();
      http.session("s");
      String failed = http.submit("s", "{\"fail\":\"very-private-error\"}");
      http.awaitRun(failed, "failed");
      assertThat(span(trace(failed), "run").at("/status/code").asInt()).isEqualTo(2);

      String asked =
          http.submit(
              "s",
              "{\"ask\":{\"questions\":[{\"id\":\"q\",\"header\":\"h\",\"question\":\"why?\",\"options\":[]}]}}");
      String question = http.awaitQuestion(asked);
      http.post("/v1/runs/" + asked + "/questions", Http.answer(question, "very-private-answer"));
      http.awaitRun(asked, "completed");
      JsonNode wait = span(trace(asked), "wait for question");
      assertThat(attribute(wait, "holdpoint.decision")).isEqualTo("answered");
      assertThat(collector.text()).doesNotContain("very-private");
    }
  }

  @Test
  void a_collector_that_refuses_costs_spans_and_nothing_else() {
    collector.answers(500);
    try (TestDaemon daemon = TestDaemon.start(folder, settings())) {
      Http http = daemon.http();
      http.session("s");
      http.awaitRun(http.submit("s", SAY), "completed");
      await()
          .atMost(Duration.ofSeconds(30))
          .until(() -> dropped(http.get("/metrics").expect(200).text()) > 0);

      collector.answers(200);
      String next = http.submit("s", SAY);
      http.awaitRun(next, "completed");
      assertThat(span(trace(next), "run")).isNotNull();
    }
  }

  private static double dropped(String metrics) {
    return metrics
        .lines()
        .filter(line -> line.startsWith("holdpoint_spans_dropped_total "))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.indexOf(' '))))
        .findFirst()
        .orElseThrow();
  }
}
