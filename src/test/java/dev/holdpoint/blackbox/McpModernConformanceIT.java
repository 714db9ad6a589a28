package dev.holdpoint.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.daemon.TestDaemon;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The conformance suite at the revision 2026-07-28. Its client sends no token and calls tools of
 * its own. A proxy adds the one and translates the other, and a person allows what was asked as a
 * slow computation when its time is over.
 */
@TestInstance(Lifecycle.PER_CLASS)
final class McpModernConformanceIT {
  private static final JsonMapper JSON = new JsonMapper();

  /** Some checks only tell something. */
  private static final Set<String> PASSED = Set.of("SUCCESS", "INFO");

  private static final int TRIES = 3;

  /** What runs longer is meant to be cancelled before it ends. */
  private static final int LONGEST_S = 10;

  private static final List<String> SCENARIOS =
      List.of(
          "server-stateless",
          "tools-list",
          "tools-call-simple-text",
          "tools-call-error",
          "server-sse-multiple-streams",
          "dns-rebinding-protection",
          "caching",
          "http-header-validation",
          "tasks-lifecycle",
          "tasks-capability-negotiation",
          "tasks-wire-fields",
          "tasks-request-state-removal",
          "tasks-request-headers",
          "tasks-dispatch-and-envelope",
          "input-required-result-unsupported-methods");

  /** Checks that do not pass, by scenario and name, with the reason. */
  private static final Map<String, String> NOT_PASSED = new TreeMap<>();

  static {
    without(
        "it has no tool that needs something of the client, so none can be refused for that",
        "server-stateless",
        "ServerRejectsUndeclaredCapability",
        "MissingCapabilityHttp400");
    without(
        "it has no tool that asks the client in the middle of a stream",
        "server-stateless",
        "HttpServerNoIndependentRequestsOnStream");
    without(
        "its lists never change, so it announces no such notifications",
        "server-stateless",
        "ServerSendsPromptsListChangedOnSubscription",
        "ServerSendsToolsListChangedOnSubscription");
    without(
        "it has no prompts and no resources",
        "caching",
        "PromptsListCachingHints",
        "ResourcesListCachingHints",
        "ResourcesTemplatesListCachingHints",
        "ResourcesReadCachingHints");
    without(
        "its tools do not fail once they have asked: failing_job and protocol_error_job are not"
            + " offered",
        "tasks-lifecycle",
        "TasksToolErrorCompletedIsError",
        "TasksProtocolErrorFailedShape");
    without(
        "it calls failing_job, which is not offered; the same of request_approval is"
            + " TasksServerTaskCreation of tasks-lifecycle",
        "tasks-dispatch-and-envelope",
        "TasksServerDirectedCreationNoHint");
    without(
        "it wants the words of its own greet, and notify says what it did",
        "tasks-request-headers",
        "TasksHeadersTolerateMcpMethodOnToolsCall");
  }

  private static void without(String reason, String scenario, String... checks) {
    for (String check : checks) {
      NOT_PASSED.put(scenario + "/" + check, reason);
    }
  }

  private ConformanceSuite suite = NO_SUITE;
  private TestDaemon daemon = NOT_YET;
  private TokenProxy proxy = NO_PROXY;
  private final ScheduledExecutorService people = Executors.newScheduledThreadPool(2);

  @SuppressWarnings("NullAway") // set before all tests
  private static final ConformanceSuite NO_SUITE = null;

  @SuppressWarnings("NullAway") // set before all tests
  private static final TestDaemon NOT_YET = null;

  @SuppressWarnings("NullAway") // set before all tests
  private static final TokenProxy NO_PROXY = null;

  @BeforeAll
  void start(@TempDir Path folder) throws IOException {
    suite = ConformanceSuite.of("conformance-2026-07-28");
    daemon = TestDaemon.start(folder, Map.of());
    Http http = daemon.http().withRole("agent", "conformance");
    proxy = new TokenProxy(http.address(), String.valueOf(http.token()), this::translated);
  }

  @AfterAll
  void stop() throws IOException {
    people.shutdownNow();
    proxy.close();
    daemon.close();
  }

  private TokenProxy.Sent translated(TokenProxy.Sent sent) {
    if (!sent.body().contains("\"tools/call\"")) {
      return sent;
    }
    ObjectNode body = (ObjectNode) JSON.readTree(sent.body());
    ObjectNode params = (ObjectNode) body.path("params");
    JsonNode arguments = params.path("arguments");
    String theirs = params.path("name").asString();
    ObjectNode ours = JSON.createObjectNode();
    String name =
        switch (theirs) {
          case "greet" -> {
            ours.put("message", "Hello, " + arguments.path("name").asString() + "!");
            yield "notify";
          }
          case "test_simple_text", "test_logging_tool" -> {
            ours.put("message", theirs);
            yield "notify";
          }
          case "test_error_handling" -> "request_approval";
          case "confirm_delete" -> {
            String file = arguments.path("filename").asString();
            ours.put("reason", file);
            allowLater(file, 0);
            yield "request_approval";
          }
          case "slow_compute" -> {
            String label = arguments.path("label").asString();
            ours.put("reason", label);
            allowLater(label, arguments.path("seconds").asInt());
            yield "request_approval";
          }
          default -> theirs;
        };
    if (name.equals(theirs)) {
      return sent;
    }
    params.put("name", name).set("arguments", ours);
    return new TokenProxy.Sent(
        sent.head().replaceFirst("(?im)^(mcp-name: *)" + theirs + " *$", "$1" + name),
        JSON.writeValueAsString(body));
  }

  private void allowLater(String label, int seconds) {
    if (seconds > LONGEST_S) {
      return;
    }
    var _ = people.schedule(() -> allow(label, seconds == 0), seconds, TimeUnit.SECONDS);
  }

  /**
   * @param early whether it may not be there yet; later it may be gone again, cancelled
   */
  private void allow(String label, boolean early) {
    Http person = daemon.http();
    String quoted = JSON.writeValueAsString(label);
    JsonNode rows =
        early
            ? person.await("/v1/approvals", all -> all.toString().contains(quoted))
            : person.get("/v1/approvals").expect(200).json();
    rows.valueStream()
        .filter(row -> row.toString().contains(quoted))
        .forEach(
            row ->
                person.post(
                    "/v1/runs/" + row.path("run_id").asString() + "/approvals",
                    Http.allow(row.at("/request/id").asString())));
  }

  static Stream<String> scenarios() {
    return SCENARIOS.stream();
  }

  @ParameterizedTest
  @MethodSource("scenarios")
  @DisplayName("AG-56: the suite passes at 2026-07-28, but for what the table names")
  void conforms(String scenario, @TempDir Path folder) throws IOException {
    Verdict verdict = verdict(scenario, folder.resolve("1"));
    // The suite waits half a second for some answers, and a busy machine may miss that.
    for (int i = 2; i <= TRIES && !verdict.wrong.isEmpty(); i++) {
      verdict = verdict(scenario, folder.resolve(Integer.toString(i)));
    }
    assertThat(verdict.wrong).as(verdict.said).isEmpty();
  }

  /**
   * @param wrong the checks that did not pass and are not in the table, and the rows of the table
   *     that passed or were not checked
   */
  private record Verdict(List<String> wrong, String said) {}

  private Verdict verdict(String scenario, Path results) throws IOException {
    String said = run(scenario, ModernMcp.VERSION, results);
    List<String> wrong = new ArrayList<>();
    Set<String> rows = new TreeSet<>(NOT_PASSED.keySet());
    rows.removeIf(row -> !row.startsWith(scenario + "/"));
    List<JsonNode> checks = checks(results);
    assertThat(checks).as(said).isNotEmpty();
    for (JsonNode check : checks) {
      String key = scenario + "/" + check.path("name").asString();
      if (PASSED.contains(check.path("status").asString())) {
        continue;
      }
      rows.remove(key);
      if (!NOT_PASSED.containsKey(key)) {
        wrong.add(key + " " + check.path("status") + ": " + check.path("errorMessage"));
      }
    }
    rows.forEach(row -> wrong.add(row + " is in the table, and passed or was not checked"));
    return new Verdict(wrong, said);
  }

  private String run(String scenario, String version, Path results) throws IOException {
    return suite
        .run(
            "server",
            "--url",
            proxy.address() + "/mcp",
            "--scenario",
            scenario,
            "--spec-version",
            version,
            // Extensions are on no revision's own list.
            "--force",
            "--output-dir",
            results.toString())
        .said();
  }

  /** There is nothing of a session to end, so DELETE is 405, and the scenario leaves it at that. */
  @Test
  @DisplayName("AG-56: the life of an older session is skipped after 405")
  void an_older_session_has_no_end(@TempDir Path results) throws IOException {
    String said = run("server-session-lifecycle", Mcp.NEWEST, results);
    assertThat(checks(results))
        .as(said)
        .isNotEmpty()
        .noneMatch(check -> check.path("status").asString().equals("FAILURE"))
        .anyMatch(check -> check.path("status").asString().equals("SKIPPED"));
  }

  private static List<JsonNode> checks(Path results) throws IOException {
    try (Stream<Path> files = Files.walk(results)) {
      List<JsonNode> all = new ArrayList<>();
      for (Path file : files.filter(one -> one.endsWith("checks.json")).toList()) {
        JSON.readTree(Files.readString(file)).forEach(all::add);
      }
      return all;
    }
  }
}
