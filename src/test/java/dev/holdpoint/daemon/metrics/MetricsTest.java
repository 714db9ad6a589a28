package dev.holdpoint.daemon.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdpoint.agent.provider.StandInVendor;
import dev.holdpoint.agent.provider.Vendor;
import dev.holdpoint.blackbox.Http;
import dev.holdpoint.daemon.TestDaemon;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is measured is what the document says. */
class MetricsTest {
  private static final String ASK =
      "{\"tool\":\"request_approval\",\"input\":{\"reason\":\"secret reason\"}}";
  private static final Pattern ROW =
      Pattern.compile("\\| `(holdpoint_[a-z_]+)` \\| ([a-z]+) \\| ([a-z, ]*)\\|.*");
  private static final Pattern SAMPLE =
      Pattern.compile("([a-z_0-9]+)(?:\\{(.*)})? (-?[0-9.E+-]+|NaN|\\+Inf)");

  @TempDir private Path folder;

  /** Type and label names of a metric. */
  private record Shape(String type, Set<String> labels) {}

  private static Map<String, Shape> documented() throws IOException {
    Map<String, Shape> found = new TreeMap<>();
    for (String line : Files.readAllLines(Path.of("docs/metrics.md"))) {
      Matcher row = ROW.matcher(line);
      if (row.matches()) {
        Set<String> labels =
            Arrays.stream(row.group(3).strip().split(", *", -1))
                .filter(name -> !name.isEmpty())
                .collect(Collectors.toCollection(TreeSet::new));
        found.put(row.group(1), new Shape(row.group(2), labels));
      }
    }
    return found;
  }

  private static Map<String, Shape> scraped(String text) {
    Map<String, String> types = new TreeMap<>();
    Map<String, Shape> found = new TreeMap<>();
    for (String line : text.lines().toList()) {
      if (line.startsWith("# TYPE ")) {
        String[] words = line.split(" ", -1);
        types.put(words[2], words[3]);
        continue;
      }
      if (line.startsWith("#")) {
        continue;
      }
      Matcher sample = SAMPLE.matcher(line);
      assertThat(sample.matches()).as(line).isTrue();
      String name = sample.group(1);
      String family =
          types.containsKey(name) ? name : name.replaceFirst("_(bucket|sum|count)$", "");
      assertThat(types).as(line + " has a heading").containsKey(family);
      Set<String> labels = new TreeSet<>();
      if (sample.group(2) != null) {
        Matcher label = Pattern.compile("([a-z_]+)=\"").matcher(sample.group(2));
        while (label.find()) {
          labels.add(label.group(1));
        }
      }
      labels.remove("le");
      found.put(family, new Shape(Objects.requireNonNull(types.get(family)), labels));
    }
    return found;
  }

  private static double value(String text, String sample) {
    return text.lines()
        .filter(line -> line.startsWith(sample + " "))
        .mapToDouble(line -> Double.parseDouble(line.substring(sample.length() + 1)))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no " + sample + " in\n" + text));
  }

  @Test
  void the_list_and_a_scrape_agree_both_ways() throws Exception {
    try (StandInVendor vendor = new StandInVendor();
        TestDaemon daemon =
            TestDaemon.start(
                folder,
                Map.of(
                    "HOLDPOINT_OTEL_ENDPOINT", "http://127.0.0.1:9",
                    "HOLDPOINT_ROUTES_M_PROVIDER", "ollama",
                    "HOLDPOINT_ROUTES_M_MODEL", "llama3.2",
                    "HOLDPOINT_ROUTES_M_BASE_URL", vendor.url()))) {
      vendor.answers(StandInVendor.stream(Vendor.OLLAMA.answer("text")));
      Http http = daemon.http();
      http.session("s");
      http.approve(http.submit("s", ASK));
      http.session("t");
      http.post("/v1/sessions/t/input", "{\"content\":\"Hello?\",\"provider\":\"m\"}").expect(200);
      String text = http.get("/metrics").expect(200).text();
      Map<String, Shape> ours = new TreeMap<>(scraped(text));
      ours.keySet().removeIf(name -> !name.startsWith("holdpoint_"));
      assertThat(ours).as("docs/metrics.md lists what is scraped").isEqualTo(documented());

      String document = Files.readString(Path.of("docs/metrics.md"));
      assertThat(scraped(text).keySet())
          .allSatisfy(name -> assertThat(document).contains("`" + name + "`"));
    }
  }

  @Test
  void counts_follow_what_happens_and_labels_name_nobody() throws Exception {
    try (TestDaemon daemon = TestDaemon.start(folder, Map.of())) {
      Http http = daemon.http();
      http.session("private-session");
      String done = http.submit("private-session", ASK);
      String decided = http.awaitApproval(done);
      http.approve(done);
      http.awaitRun(done, "completed");
      String waiting = http.submit("private-session", ASK);
      String approval = http.awaitApproval(waiting);
      http.get("/v1/runs/run_01M7FEJA0W00008PDF6Q3YMQ38").expect(404);
      http.get("/no/such/path").expect(404);
      http.as("wrong").get("/v1/runs").expect(401);

      String text = http.get("/metrics").expect(200).text();

      assertThat(value(text, "holdpoint_runs_submitted_total")).isEqualTo(2);
      assertThat(value(text, "holdpoint_runs_ended_total{status=\"completed\"}")).isEqualTo(1);
      assertThat(value(text, "holdpoint_gates_resolved_total{kind=\"approval\"}")).isEqualTo(1);
      assertThat(value(text, "holdpoint_gates_pending{kind=\"approval\"}")).isEqualTo(1);
      assertThat(value(text, "holdpoint_runs{status=\"waiting_for_approval\"}")).isEqualTo(1);
      assertThat(value(text, "holdpoint_gates_oldest_pending_seconds")).isPositive();
      assertThat(value(text, "holdpoint_commit_seconds_count")).isPositive();
      assertThat(value(text, "holdpoint_ledger_bytes")).isPositive();
      assertThat(
              value(
                  text,
                  "holdpoint_http_requests_total{method=\"GET\",route=\"/v1/runs\",status=\"401\"}"))
          .isEqualTo(1);
      assertThat(
              value(text, "holdpoint_http_requests_total{method=\"-\",route=\"-\",status=\"404\"}"))
          .isEqualTo(1);
      assertThat(text)
          .contains("route=\"/v1/runs/{run_id}\",status=\"404\"")
          .doesNotContain("private-session", waiting, done, approval, "no/such", "secret reason");
      decisions(http);
      stagesAndLateAnswers(http, done, decided);
    }
  }

  /** Decisions are counted a moment later. */
  // DX-80
  private static void decisions(Http http) {
    String allowed =
        "holdpoint_decisions_total{kind=\"approval\",outcome=\"allowed\",by=\"person\"}";
    String text =
        await()
            .atMost(Duration.ofSeconds(20))
            .until(() -> http.get("/metrics").expect(200).text(), it -> value(it, allowed) == 1);
    String of = "{kind=\"approval\",outcome=\"allowed\"}";
    assertThat(value(text, "holdpoint_gate_decision_seconds_count" + of)).isEqualTo(1);
    assertThat(value(text, "holdpoint_gate_seen_seconds_count{kind=\"approval\"}")).isEqualTo(1);
    assertThat(value(text, "holdpoint_gates_unseen")).isEqualTo(1);
    assertThat(value(text, "holdpoint_rubber_stamps_total")).isBetween(0.0, 1.0);
    assertThat(value(text, "holdpoint_stages_opened_total{because=\"unseen\"}")).isZero();
    assertThat(value(text, "holdpoint_late_answers_total")).isZero();
    assertThat(text.lines().filter(line -> line.contains("decision") || line.contains("gate_")))
        .noneMatch(line -> line.contains("admin") || line.contains("request_approval"));
  }

  // DX-80
  private static void stagesAndLateAnswers(Http http, String run, String approval) {
    assertThat(
            http.post(
                    "/v1/runs/" + run + "/approvals",
                    """
                    {"resolutions":[{"request_id":"%s","behavior":"deny"}]}\
                    """
                        .formatted(approval))
                .status())
        .isBetween(400, 409);
    http.post(
            "/v1/approval-policies",
            """
            {"name":"quick","match":{"sessions":["staged"]},"needs":"anyone within 1s else anyone"}\
            """)
        .expect(201);
    http.session("staged");
    http.submit("staged", ASK);
    await()
        .atMost(Duration.ofSeconds(30))
        .until(
            () -> http.get("/metrics").expect(200).text(),
            it ->
                value(it, "holdpoint_late_answers_total") == 1
                    && value(it, "holdpoint_stages_opened_total{because=\"time\"}") == 1
                    && value(it, "holdpoint_stages_opened_total{because=\"unseen\"}") == 0);
  }
}
