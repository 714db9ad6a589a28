package dev.holdpoint.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.daemon.TestDaemon;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
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
 * The conformance suite of the Model Context Protocol. It comes from npm, as {@code
 * src/test/conformance} pins it, and so does the Node.js that it takes ({@code src/test/node}). Its
 * client sends no token and calls tools of its own, so a proxy stands between that adds the one and
 * translates the other.
 */
@TestInstance(Lifecycle.PER_CLASS)
final class McpConformanceIT {
  private static final Path PINNED = Path.of("src", "test", "conformance");
  private static final Path PLACE = Path.of("target", "conformance").toAbsolutePath();

  /** Shared with the programs of {@code bin/generated-clients}, which installs it alike. */
  private static final Path PINNED_NODE = Path.of("src", "test", "node");

  private static final Path NODE = Path.of("target", "node").toAbsolutePath();
  private static final Path SUITE =
      PLACE.resolve("node_modules/@modelcontextprotocol/conformance/dist/index.js");
  private static final Pattern NAME = Pattern.compile("^ +- ([a-z0-9-]+)");
  private static final int PATIENCE_S = 300;

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

  private TestDaemon daemon = NOT_YET;
  private TokenProxy proxy = NO_PROXY;

  @SuppressWarnings("NullAway") // set before all tests
  private static final TestDaemon NOT_YET = null;

  @SuppressWarnings("NullAway") // set before all tests
  private static final TokenProxy NO_PROXY = null;

  @BeforeAll
  void start(@TempDir Path folder) throws IOException {
    install(PINNED, PLACE);
    install(PINNED_NODE, NODE);
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

  /** Once for a checkout, and again when another version is pinned. */
  private static void install(Path pinned, Path place) throws IOException {
    String lock = "package-lock.json";
    Path done = place.resolve("installed.json");
    if (Files.exists(done) && Files.mismatch(done, pinned.resolve(lock)) < 0) {
      return;
    }
    Files.createDirectories(place);
    for (String name : List.of("package.json", lock)) {
      Files.copy(pinned.resolve(name), place.resolve(name), StandardCopyOption.REPLACE_EXISTING);
    }
    // Nothing that comes along is to run before it is asked for.
    Ran ran = run(place, "npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund");
    assertThat(ran.exitCode())
        .as(
            "npm could not install %s; does this machine reach its registry?\n%s",
            pinned, ran.said())
        .isZero();
    Files.copy(pinned.resolve(lock), done, StandardCopyOption.REPLACE_EXISTING);
  }

  /** Of the packages that hold one for each kind of machine, npm installs the one that fits. */
  private static String node() throws IOException {
    try (Stream<Path> packages = Files.list(NODE.resolve("node_modules"))) {
      return packages
          .map(one -> one.resolve("bin").resolve("node"))
          .filter(Files::isExecutable)
          .findFirst()
          .map(Path::toString)
          .orElse("node");
    }
  }

  private record Ran(int exitCode, String said) {}

  private static Ran run(String... command) throws IOException {
    return run(PLACE, command);
  }

  private static Ran run(Path folder, String... command) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
    // Node.js compiles the suite once, not for each scenario.
    builder.environment().put("NODE_COMPILE_CACHE", PLACE.resolve("compiled").toString());
    Process process = builder.start();
    try {
      // What hangs would never end its output.
      process
          .onExit()
          .orTimeout(PATIENCE_S, TimeUnit.SECONDS)
          .exceptionally(_ -> process.destroyForcibly().onExit().join());
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (!process.waitFor(PATIENCE_S, TimeUnit.SECONDS)) {
        throw new IOException("it did not end: " + String.join(" ", command));
      }
      return new Ran(process.exitValue(), said);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void every_scenario_of_the_suite_is_run_or_has_a_reason_not_to_be() throws IOException {
    List<String> known = new ArrayList<>(APPLIES);
    known.addAll(DOES_NOT_APPLY.keySet());
    Ran ran = run(node(), SUITE.toString(), "list", "--server");
    TreeSet<String> named = new TreeSet<>();
    ran.said().lines().map(NAME::matcher).filter(m -> m.find()).forEach(m -> named.add(m.group(1)));
    assertThat(named)
        .as("Say of each new scenario that it applies, or why it does not:\n" + ran.said())
        .containsExactlyInAnyOrderElementsOf(known);
  }

  static Stream<String> scenarios() {
    return APPLIES.stream();
  }

  @ParameterizedTest
  @MethodSource("scenarios")
  void conforms(String scenario) throws IOException {
    Ran ran =
        run(
            node(),
            SUITE.toString(),
            "server",
            "--url",
            proxy.address() + "/mcp",
            "--scenario",
            scenario);
    assertThat(ran.exitCode()).as(ran.said()).isZero();
    assertThat(ran.said()).doesNotContain("FAILURE", "WARNING");
  }
}
