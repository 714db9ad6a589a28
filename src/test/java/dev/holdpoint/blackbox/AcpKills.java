package dev.holdpoint.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.acceptance.PlainAgent;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** An agent asks through a server. */
final class AcpKills {
  private static final String SERVER = "/v1/acp/editor";

  private AcpKills() {}

  /** How the agent is configured. */
  static String agent() {
    return "  plain:\n    command: " + PlainAgent.command() + "\n";
  }

  static void on(Stories stories) {
    stories.tell(
        "A2-59 a question that waits at kill -9 is told as failed, and no process is left",
        AcpKills::killed_while_a_question_waits);
  }

  private static void killed_while_a_question_waits(Lives lives) throws Exception {
    Http http = lives.http();
    http.post(SERVER + "?agent=plain", request(1, "initialize", "\"protocolVersion\":1"))
        .expect(200);
    Path folder = lives.process().data().resolve("workspaces");
    http.post(SERVER, request(2, "session/new", "\"cwd\":\"" + folder + "\"")).expect(200);
    JsonNode asked;
    try (Sse stream = http.stream(SERVER)) {
      Thread.ofVirtual().start(() -> http.post(SERVER, prompt()));
      asked = stream.next().data();
    }
    String run = asked.at("/params/_meta/holdpoint/run_id").asString();
    assertThat(http.run(run).path("status").asString()).isEqualTo("waiting_for_user_question");
    assertThat(agents(lives.process())).isNotEmpty();

    Http second = lives.killed();

    JsonNode interrupted = second.run(run);
    assertThat(interrupted.path("status").asString()).isEqualTo("interrupted");
    assertThat(interrupted.path("error").asString()).contains("ended with the daemon");
    assertThat(second.get("/v1/questions?limit=100").json().valueStream())
        .noneMatch(question -> question.path("run_id").asString().equals(run));
    String late =
        "{\"jsonrpc\":\"2.0\",\"id\":\"%s\",\"result\":{\"status\":\"rejected\"}}"
            .formatted(asked.path("id").asString());
    assertThat(second.post(SERVER, late).status()).isEqualTo(409);
    assertThat(agents(lives.process())).isEmpty();
  }

  /** Those of this test alone. Java itself tells nothing of a command line as long as theirs. */
  private static Stream<ProcessHandle> agents(DaemonProcess daemon) {
    return ProcessHandle.allProcesses()
        .filter(AcpKills::isAgent)
        .filter(process -> belongs(process, daemon));
  }

  private static boolean isAgent(ProcessHandle process) {
    try {
      return Files.readString(
              Path.of("/proc", Long.toString(process.pid()), "cmdline"),
              StandardCharsets.ISO_8859_1)
          .contains(PlainAgent.class.getName());
    } catch (IOException e) {
      return false; // It has ended meanwhile.
    }
  }

  /** By the folder in which it was started. */
  private static boolean belongs(ProcessHandle process, DaemonProcess daemon) {
    try {
      return Files.readSymbolicLink(Path.of("/proc", Long.toString(process.pid()), "cwd"))
          .startsWith(daemon.data().toRealPath());
    } catch (IOException e) {
      return false; // It has ended meanwhile.
    }
  }

  private static String prompt() {
    return request(
        3,
        "session/prompt",
        "\"sessionId\":\"plain-1\",\"prompt\":[{\"type\":\"text\",\"text\":\"question\"}]");
  }

  private static String request(int id, String method, String params) {
    return "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"%s\",\"params\":{%s}}"
        .formatted(id, method, params);
  }
}
