package dev.holdpoint.blackbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdpoint.agent.mcp.StageServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The daemon is killed while a server of tools works for it, and while it asks. */
final class McpServerKillIT {
  private static final JsonMapper JSON = new JsonMapper();

  @TempDir private Path folder;

  private DaemonProcess daemon(Database database, Path log) throws IOException {
    List<String> command = StageServer.command(log);
    Path config = folder.resolve("servers.yaml");
    Files.writeString(
        config,
        "mcp_servers:\n  stage:\n    command: %s\n    connect_timeout_ms: 60000\n    args: [%s]\n"
            .formatted(
                command.getFirst(),
                command.stream()
                    .skip(1)
                    .map(JSON::writeValueAsString)
                    .collect(Collectors.joining(", "))));
    return DaemonProcess.start(
        folder,
        Stream.concat(Stream.of(database.arguments()), Stream.of("--config", config.toString()))
            .toArray(String[]::new));
  }

  private static String call(Http http, String session, String tool) {
    http.session(session);
    http.post(
            "/v1/permission-rules",
            "{\"behavior\":\"allow\",\"tool\":\"mcp__*\",\"scope\":{\"kind\":\"session\",\"id\":\"%s\"}}"
                .formatted(session))
        .expect(201);
    String content = "#!script\n{\"tool\":\"mcp__stage__%s\",\"input\":{}}".formatted(tool);
    return http.post(
            "/v1/sessions/" + session + "/runs",
            "{\"content\":" + JSON.writeValueAsString(content) + "}")
        .expect(202)
        .json()
        .path("run_id")
        .asString();
  }

  /** By what the kernel knows: the class path is too long for what Java tells of arguments. */
  private static long servers(Path log) {
    return ProcessHandle.allProcesses()
        .filter(process -> words(process).endsWith("\0" + log + "\0"))
        .count();
  }

  private static String words(ProcessHandle process) {
    try {
      return Files.readString(Path.of("/proc", Long.toString(process.pid()), "cmdline"));
    } catch (IOException e) {
      return ""; // It has ended meanwhile.
    }
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource
  void killed_in_a_call(Database database) throws IOException {
    Path log = folder.resolve("log");
    try (DaemonProcess daemon = daemon(database, log)) {
      Http http = daemon.http();
      // One after the other: a server that asks while two calls are under way is not understood.
      String asking = call(http, "s1", "ask");
      JsonNode question = http.await("/v1/questions?session_id=s1", all -> !all.isEmpty()).get(0);
      String hanging = call(http, "s2", "hang");
      await().until(() -> Files.readAllLines(log).contains("hang"));

      daemon.kill9();
      daemon.restart();
      Http again = daemon.http();
      for (String run : List.of(asking, hanging)) {
        JsonNode ended =
            again.await("/v1/runs/" + run, one -> one.path("finished_at_ms").isNumber());
        assertThat(ended.path("status").asString()).isEqualTo("interrupted");
        assertThat(ended.path("error").asString())
            .contains("mcp__stage__", "may have taken effect and is not repeated");
      }
      JsonNode waited = again.get("/v1/runs/" + question.path("run_id").asString()).json();
      assertThat(waited.path("status").asString()).isEqualTo("interrupted");
      assertThat(again.get("/v1/questions").expect(200).json()).isEmpty();
      again.await(
          "/v1/mcp-servers/stage", one -> one.path("status").asString().equals("connected"));
      assertThat(Files.readAllLines(log)).containsExactly("ask", "hang");
      // The one of the new daemon, and nothing of the old one's.
      assertThat(servers(log)).isEqualTo(1);
    }
    await().until(() -> servers(log) == 0);
  }
}
