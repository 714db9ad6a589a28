package dev.holdpoint.blackbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdpoint.agent.mcp.ModernStage;
import dev.holdpoint.agent.mcp.StageServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A server of tools works for a run, or asks. */
final class McpServerKills {
  private static final JsonMapper JSON = new JsonMapper();

  private McpServerKills() {}

  static void on(Stories stories) throws IOException {
    Path log = stories.folder("server").resolve("log");
    List<String> command = StageServer.command(log);
    ModernStage modern = stories.prop(new ModernStage());
    stories
        .configured(
            "mcp_servers:\n  modern:\n    url: %s\n  stage:\n    command: %s\n    connect_timeout_ms: 60000\n    args: [%s]\n"
                .formatted(
                    modern.url("/modern"),
                    command.getFirst(),
                    command.stream()
                        .skip(1)
                        .map(JSON::writeValueAsString)
                        .collect(Collectors.joining(", "))))
        .tell("killed in a call", lives -> killed_in_a_call(lives, log))
        .tell("AG-69 killed while a task is under way", lives -> killed_in_a_task(lives, modern))
        .tell("AG-71 killed between two answers", lives -> killed_between_answers(lives, modern));
  }

  private static void killed_in_a_task(Lives lives, ModernStage modern) throws Exception {
    String run = begin(lives.http(), "working", "mcp__modern__job", "{\"id\":\"lasting\"}");
    await().atMost(Lives.PATIENCE).until(() -> !modern.received("tasks/get").isEmpty());

    Http again = lives.killed();

    int polls = modern.received("tasks/get").size();
    await().atMost(Lives.PATIENCE).until(() -> modern.received("tasks/get").size() > polls + 1);
    modern.task(
        "lasting", "'status':'completed','result':{'content':[{'type':'text','text':'built'}]}");
    assertThat(ended(again, run)).isEqualTo("completed");
    assertThat(modern.calls("job")).hasSize(1);
    assertThat(modern.received("tasks/cancel")).isEmpty();
  }

  private static void killed_between_answers(Lives lives, ModernStage modern) throws Exception {
    String run = begin(lives.http(), "between", "mcp__modern__ask", "{}");
    JsonNode both =
        lives.http().await("/v1/questions?session_id=between", found -> found.size() == 2);
    answer(lives.http(), run, both.get(0), "small");

    Http again = lives.killed();

    assertThat(modern.calls("ask")).hasSize(1);
    answer(again, run, both.get(1), "large");
    assertThat(ended(again, run)).isEqualTo("completed");
    // The call, and the answers once.
    assertThat(modern.calls("ask")).hasSize(2);
    assertThat(modern.calls("ask").getLast().params().path("inputResponses"))
        .isEqualTo(
            JSON.readTree(
                "{\"a\":{\"action\":\"accept\",\"content\":{\"size\":\"small\"}},"
                    + "\"b\":{\"action\":\"accept\",\"content\":{\"size\":\"large\"}}}"));
  }

  private static void answer(Http http, String run, JsonNode question, String size) {
    http.post(
            "/v1/runs/" + run + "/questions",
            "{\"resolution\":{\"request_id\":%s,\"answers\":[{\"question_id\":\"size\",\"selected_option_ids\":[\"%s\"]}]}}"
                .formatted(question.at("/request/id"), size))
        .expect(202);
  }

  private static String ended(Http http, String run) {
    return http.await("/v1/runs/" + run, one -> one.path("finished_at_ms").isNumber())
        .path("status")
        .asString();
  }

  private static String call(Http http, String session, String tool) {
    return begin(http, session, "mcp__stage__" + tool, "{}");
  }

  /** Begins a call that nobody is asked about. */
  static String begin(Http http, String session, String tool, String input) {
    http.session(session);
    http.post(
            "/v1/permission-rules",
            "{\"behavior\":\"allow\",\"tool\":\"mcp__*\",\"scope\":{\"kind\":\"session\",\"id\":\"%s\"}}"
                .formatted(session))
        .expect(201);
    String content = "#!script\n{\"tool\":\"%s\",\"input\":%s}".formatted(tool, input);
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

  private static void killed_in_a_call(Lives lives, Path log) throws Exception {
    Http http = lives.http();
    // One after the other: a server that asks while two calls are under way is not understood.
    String asking = call(http, "asking", "ask");
    JsonNode question = http.await("/v1/questions?session_id=asking", all -> !all.isEmpty()).get(0);
    String hanging = call(http, "hanging", "hang");
    await().atMost(Lives.PATIENCE).until(() -> Files.readAllLines(log).contains("hang"));

    Http again = lives.killed();

    for (String run : List.of(asking, hanging)) {
      JsonNode ended = again.await("/v1/runs/" + run, one -> one.path("finished_at_ms").isNumber());
      assertThat(ended.path("status").asString()).isEqualTo("interrupted");
      assertThat(ended.path("error").asString())
          .contains("mcp__stage__", "may have taken effect and is not repeated");
    }
    JsonNode waited = again.get("/v1/runs/" + question.path("run_id").asString()).json();
    assertThat(waited.path("status").asString()).isEqualTo("interrupted");
    assertThat(again.get("/v1/questions?session_id=asking").expect(200).json()).isEmpty();
    again.await("/v1/mcp-servers/stage", one -> one.path("status").asString().equals("connected"));
    assertThat(Files.readAllLines(log)).containsExactly("ask", "hang");
    // The one of the new daemon, and nothing of the old one's.
    assertThat(servers(log)).isEqualTo(1);
    lives.alone().kill9();
    await().atMost(Lives.PATIENCE).until(() -> servers(log) == 0);
  }
}
