package dev.holdpoint.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.daemon.TestDaemon;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The conformance suite of the Model Context Protocol, as far as it is about revisions with
 * sessions. Its client sends no token and calls tools of its own, so a proxy stands between that
 * adds the one and translates the other.
 */
@TestInstance(Lifecycle.PER_CLASS)
final class McpConformanceIT {
  private static final List<String> APPLIES =
      List.of(
          "server-initialize",
          "ping",
          "tools-list",
          "tools-call-simple-text",
          "tools-call-error",
          "server-sse-multiple-streams",
          "dns-rebinding-protection");

  /** What the daemon does not offer, and therefore does not announce. */
  private static final Map<String, String> DOES_NOT_APPLY = new TreeMap<>();

  static {
    without("it sends no log messages to clients", "logging-set-level", "tools-call-with-logging");
    without("it completes no arguments", "completion-complete");
    without(
        "its tools answer in text and structured content alone",
        "tools-call-image",
        "tools-call-audio",
        "tools-call-embedded-resource",
        "tools-call-mixed-content");
    without(
        "the scenario wants three steps within its tool's 100 ms, and whoever waits for a person"
            + " hears of it every ten seconds: McpWaitTest",
        "tools-call-with-progress");
    without(
        "it asks people, never the client or its model",
        "tools-call-sampling",
        "tools-call-elicitation",
        "elicitation-sep1034-defaults",
        "elicitation-sep1330-enums");
    without("it looks for a tool of the suite's own with just that schema", "json-schema-2020-12");
    without(
        "it wants a tool that breaks its own stream off; ours break off when the daemon stops, and"
            + " are taken up again: McpWaitTest, McpKills",
        "server-sse-polling");
    without(
        "it has no resources",
        "resources-list",
        "resources-read-text",
        "resources-read-binary",
        "resources-templates-read",
        "resources-subscribe",
        "resources-unsubscribe");
    without(
        "it has no prompts",
        "prompts-list",
        "prompts-get-simple",
        "prompts-get-with-args",
        "prompts-get-embedded-resource",
        "prompts-get-with-image");
  }

  private static void without(String reason, String... scenarios) {
    Arrays.stream(scenarios).forEach(name -> DOES_NOT_APPLY.put(name, reason));
  }

  private ConformanceSuite suite = NO_SUITE;
  private TestDaemon daemon = NOT_YET;
  private TokenProxy proxy = NO_PROXY;

  @SuppressWarnings("NullAway") // set before all tests
  private static final ConformanceSuite NO_SUITE = null;

  @SuppressWarnings("NullAway") // set before all tests
  private static final TestDaemon NOT_YET = null;

  @SuppressWarnings("NullAway") // set before all tests
  private static final TokenProxy NO_PROXY = null;

  @BeforeAll
  void start(@TempDir Path folder) throws IOException {
    suite = ConformanceSuite.of("@modelcontextprotocol/conformance");
    daemon = TestDaemon.start(folder, Map.of());
    Http http = daemon.http().withRole("agent", "conformance");
    proxy =
        new TokenProxy(
            http.address(),
            String.valueOf(http.token()),
            Map.of(
                "\"name\":\"test_simple_text\"",
                "\"name\":\"notify\",\"arguments\":{\"message\":\"This is a simple text.\"}",
                "\"name\":\"test_error_handling\"",
                "\"name\":\"request_approval\""));
  }

  @AfterAll
  void stop() throws IOException {
    proxy.close();
    daemon.close();
  }

  @Test
  void every_scenario_of_the_suite_is_run_or_has_a_reason_not_to_be() throws IOException {
    List<String> known = new ArrayList<>(APPLIES);
    known.addAll(DOES_NOT_APPLY.keySet());
    assertThat(suite.scenarios())
        .as("Say of each new scenario that it applies, or why it does not")
        .containsExactlyInAnyOrderElementsOf(known);
  }

  static Stream<String> scenarios() {
    return APPLIES.stream();
  }

  @ParameterizedTest
  @MethodSource("scenarios")
  void conforms(String scenario) throws IOException {
    ConformanceSuite.Ran ran =
        suite.run("server", "--url", proxy.address() + "/mcp", "--scenario", scenario);
    assertThat(ran.exitCode()).as(ran.said()).isZero();
    assertThat(ran.said()).doesNotContain("FAILURE", "WARNING");
  }
}
