package dev.holdpoint.acceptance;

import static dev.holdpoint.acceptance.Acceptance.status;
import static dev.holdpoint.acceptance.Acceptance.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.daemon.TestDaemon;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
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
 * Agents that others have written: the example of the protocol's own TypeScript SDK, unmodified,
 * and one that asks a question through that SDK. They need node, and npm's registry the first time;
 * {@code ./test} installs npm, so without them this fails.
 */
class ThirdPartyAgentTest {
  private static final String PACKAGE = "@agentclientprotocol/sdk@1.9.0";
  private static final Path PLACE = Path.of("target", "npm").toAbsolutePath();
  private static final Path AGENT =
      PLACE.resolve("node_modules/@agentclientprotocol/sdk/dist/examples/agent.js");
  private static final Path ASKING = PLACE.resolve("asking-agent.mjs");

  private static @Nullable TestDaemon daemon;
  private static Http http = new Http("http://127.0.0.1:1", null);

  @BeforeAll
  static void install() throws Exception {
    assertThat(missing()).as("what is missing for an agent of another's").isNull();
    Files.copy(
        Path.of("src/test/resources/acp/asking-agent.mjs"),
        ASKING,
        StandardCopyOption.REPLACE_EXISTING);
    daemon =
        TestDaemon.start(
            Database.newFolder(),
            Map.of(
                "HOLDPOINT_AGENTS_EXAMPLE_COMMAND",
                "node",
                "HOLDPOINT_AGENTS_EXAMPLE_ARGS",
                AGENT.toString(),
                "HOLDPOINT_AGENTS_ASKING_COMMAND",
                "node",
                "HOLDPOINT_AGENTS_ASKING_ARGS",
                ASKING.toString()));
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

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "answer  | answered | option-b",
        "decline | rejected | status",
      })
  // A2-06, A2-09, A2-67: it asks only because the extension was advertised to it
  void A2_06_A2_09_A2_67_its_question_is_asked_here_and_it_hears_the_answer(
      String how, String status, String word) {
    String session = "asking-" + how;
    http.session(session);
    String run = Staged.say(http, session, "asking", "Go on.");

    JsonNode parked = Staged.waiting(http, run);
    JsonNode asked = parked.at("/pending_questions/0/questions/0");
    assertThat(text(asked, "question")).isEqualTo("Which way?");
    assertThat(asked.path("options").valueStream().map(option -> text(option, "label")))
        .containsExactly("Left", "Right");
    String request = Acceptance.questionId(parked);
    http.post(
            "/v1/runs/" + run + "/questions",
            how.equals("answer")
                ? Acceptance.resolution(
                    request,
                    Acceptance.json(
                        "'answers':[{'question_id':'%s','selected_option_ids':['%s']}]",
                        text(asked, "id"), text(asked.at("/options/1"), "id")))
                : Acceptance.decline(request))
        .expect(202);

    JsonNode ended = Staged.ended(http, run);
    assertThat(status(ended)).isEqualTo("completed");
    assertThat(Staged.said(ended)).startsWith("answered ").contains(status, word);
  }
}
