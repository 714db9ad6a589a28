package dev.holdpoint.acceptance;

import static dev.holdpoint.acceptance.Acceptance.status;
import static dev.holdpoint.acceptance.Acceptance.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.daemon.TestDaemon;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/**
 * An agent that somebody else has written, unmodified: the example of the protocol's own TypeScript
 * SDK. It needs node, and npm's registry the first time.
 */
class ThirdPartyAgentTest {
  private static final String PACKAGE = "@agentclientprotocol/sdk@1.9.0";
  private static final Path PLACE = Path.of("target", "npm").toAbsolutePath();
  private static final Path AGENT =
      PLACE.resolve("node_modules/@agentclientprotocol/sdk/dist/examples/agent.js");

  private static @Nullable TestDaemon daemon;
  private static Http http = new Http("http://127.0.0.1:1", null);

  @BeforeAll
  static void install() throws Exception {
    String missing = missing();
    if (missing != null) {
      // Where this is printed, nothing has been shown with a stranger's agent.
      System.out.println("ThirdPartyAgentTest is skipped: " + missing);
    }
    assumeTrue(missing == null, missing);
    daemon =
        TestDaemon.start(
            Database.newFolder(),
            Map.of(
                "HOLDPOINT_AGENTS_EXAMPLE_COMMAND",
                "node",
                "HOLDPOINT_AGENTS_EXAMPLE_ARGS",
                AGENT.toString()));
    http = daemon.http();
  }

  @AfterAll
  static void stop() {
    if (daemon != null) {
      daemon.close();
    }
  }

  private static @Nullable String missing() throws IOException, InterruptedException {
    if (!runs("node", "--version")) {
      return "there is no node on this machine";
    }
    if (Files.exists(AGENT)) {
      return null;
    }
    Files.createDirectories(PLACE);
    return runs("npm", "install", "--no-save", "--no-audit", "--no-fund", PACKAGE)
            && Files.exists(AGENT)
        ? null
        : "npm could not install " + PACKAGE;
  }

  private static boolean runs(String... command) throws InterruptedException {
    try {
      Process process =
          new ProcessBuilder(List.of(command))
              .directory(Files.exists(PLACE) ? PLACE.toFile() : new File("."))
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      return process.waitFor(3, TimeUnit.MINUTES) && process.exitValue() == 0;
    } catch (IOException e) {
      return false;
    }
  }

  @ParameterizedTest
  @CsvSource({"allow,The changes have been applied.", "deny,I'll skip the configuration update."})
  // A2-09, A2-37, A2-67
  void its_permission_is_asked_here_and_it_goes_on_as_it_was_told(String behavior, String words) {
    String session = "third-party-" + behavior;
    http.session(session);
    String run = Staged.say(http, session, "example", "Please improve my project.");

    JsonNode parked = Staged.waiting(http, run);
    JsonNode request = parked.at("/pending_approvals/0");
    assertThat(text(request, "tool_name")).isEqualTo("Modifying critical configuration file");
    assertThat(request.at("/input/path").asString()).endsWith("config.json");
    http.post(
            "/v1/runs/" + run + "/approvals",
            Acceptance.resolutions(Acceptance.one(Acceptance.approvalId(parked), behavior, "")))
        .expect(202);

    JsonNode ended = Staged.ended(http, run);
    assertThat(status(ended)).isEqualTo("completed");
    assertThat(Staged.said(ended)).endsWith(words);
  }
}
