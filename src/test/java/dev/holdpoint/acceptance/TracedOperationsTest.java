package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.api.Endpoints;
import dev.holdpoint.api.endpoint.Endpoint;
import dev.holdpoint.blackbox.Host;
import dev.holdpoint.blackbox.Http;
import java.net.http.HttpRequest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** KT-29: every operation that makes a run takes {@code traceparent}, and the run shows it. */
@OnBothDatabases
class TracedOperationsTest extends Acceptance {
  private static final String MALFORMED =
      "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-more";

  TracedOperationsTest(Database database) {
    super(database);
  }

  /** How each is called under a header; gives the runs that came of it. */
  private Map<String, Function<Consumer<HttpRequest.Builder>, List<String>>> operations() {
    Map<String, Function<Consumer<HttpRequest.Builder>, List<String>>> all = new LinkedHashMap<>();
    all.put(
        "submitInput",
        with -> {
          String session = session();
          post(with, "/v1/sessions/" + session + "/input", Http.work(Script.say("x"))).expect(200);
          return runsOf(session);
        });
    all.put(
        "submitRun",
        with ->
            List.of(
                id(
                    post(with, "/v1/sessions/" + session() + "/runs", Http.work(Script.say("x")))
                        .expect(202)
                        .json())));
    all.put(
        "raiseApproval",
        with ->
            raised(
                with, "approval-requests", json("{'tool_name':'deploy','input':{},'reason':'r'}")));
    all.put(
        "raiseQuestion",
        with ->
            raised(
                with, "question-requests", "{\"questions\":[" + Script.ROUTING_AND_NOTES + "]}"));
    all.put(
        "chat",
        with ->
            List.of(
                id(
                    post(
                            with,
                            "/api/chat",
                            json("{'session_id':'%s','message':'hello'}", session()))
                        .expect(202)
                        .json())));
    all.put("sendMessage", this::sendMessage);
    all.put(
        "recordObservation",
        with -> {
          String session = session();
          String seen = "{'session_id':'%s','source':'sensor','content':'it rains'";
          String later = seen + ",'at_ms':%d}";
          long tomorrow = System.currentTimeMillis() + 86_400_000;
          post(with, "/v1/observations", json(seen + "}", session)).expect(202);
          post(with, "/v1/observations", json(later, session, tomorrow)).expect(202);
          List<String> runs = runsOf(session);
          assertThat(runs).as("at once, and put off").hasSize(2);
          return runs;
        });
    all.put("postMessage", this::postMessage);
    all.put("startTask", this::startTask);
    all.put("triggerSchedule", this::triggerSchedule);
    all.put(
        "claudePreToolUse", with -> hook(with, "pre-tool-use?wait_ms=0&then=defer", "PreToolUse"));
    all.put(
        "claudePermissionRequest",
        with -> hook(with, "permission-request?wait_ms=0", "PermissionRequest"));
    all.put("hookPreToolUse", with -> hookOf(with, "codex/pre-tool-use?wait_ms=0", "PreToolUse"));
    all.put(
        "hookPermissionRequest",
        with -> hookOf(with, "codex/permission-request?wait_ms=0", "PermissionRequest"));
    all.put(
        "runAgent",
        with -> {
          String session = session();
          String messages = ",'runId':'r','messages':[{'role':'user','content':'hello'}]}";
          post(with, "/ag-ui", json("{'threadId':'%s'" + messages, session)).expect(200);
          return runsOf(session);
        });
    all.put(
        "sendMcpMessage",
        with -> {
          String session = session();
          mcp(
              with,
              "request_approval",
              json("{'reason':'r','wait_ms':0,'session_id':'%s'}", session));
          mcp(
              with,
              "ask_user",
              json("{'session_id':'%s','wait_ms':0,'questions':[", session)
                  + Script.ROUTING_AND_NOTES
                  + "]}");
          mcp(with, "notify", json("{'message':'done','session_id':'%s'}", session));
          List<String> runs = runsOf(session);
          assertThat(runs).hasSize(3);
          return runs;
        });
    return all;
  }

  private Http.Answer post(Consumer<HttpRequest.Builder> with, String path, String body) {
    return http.send("POST", path, body, with);
  }

  private List<String> runsOf(String session) {
    return http.get("/v1/runs?session_id=" + session)
        .expect(200)
        .json()
        .valueStream()
        .map(Acceptance::id)
        .toList();
  }

  private List<String> raised(Consumer<HttpRequest.Builder> with, String what, String body) {
    return List.of(
        id(post(with, "/v1/sessions/" + session() + "/" + what, body).expect(201).json()));
  }

  private List<String> sendMessage(Consumer<HttpRequest.Builder> with) {
    Host host = Host.of(http, System::currentTimeMillis);
    JsonNode said =
        host.adapter()
            .send(
                "POST",
                "/conversations/" + host.conversation() + "/messages?stream=false",
                Host.content(Script.say("x")).toString(),
                with)
            .expect(201)
            .json();
    return List.of(text(said, "id").replace("msg_", "run_"));
  }

  private List<String> postMessage(Consumer<HttpRequest.Builder> with) {
    String one = session();
    String two = session();
    String channel =
        text(
            http.post("/v1/channels", json("{'title':'P','members':['%s','%s']}", one, two))
                .expect(201)
                .json(),
            "channel_id");
    List<String> runs =
        texts(
            post(
                    with,
                    "/v1/channels/" + channel + "/messages",
                    json("{'author':'ada','content':'well?','to':['%s','%s']}", one, two))
                .expect(202)
                .json()
                .path("run_ids"));
    assertThat(runs).hasSize(2);
    return runs;
  }

  private List<String> startTask(Consumer<HttpRequest.Builder> with) {
    String session = session();
    String project =
        text(
            http.post("/v1/projects", json("{'title':'P','members':['%s']}", session))
                .expect(201)
                .json(),
            "project_id");
    String tasks = "/v1/projects/" + project + "/tasks";
    String task =
        text(
            http.post(tasks, json("{'title':'T','session_id':'%s','content':'x'}", session))
                .expect(201)
                .json(),
            "task_id");
    return List.of(
        id(http.send("POST", tasks + "/" + task + "/start", null, with).expect(202).json()));
  }

  private List<String> triggerSchedule(Consumer<HttpRequest.Builder> with) {
    String schedule =
        text(
            http.post(
                    "/v1/schedules",
                    json(
                        "{'session_id':'%s','content':'x','trigger':{'type':'once','at_ms':%d}}",
                        session(), System.currentTimeMillis() + 86_400_000))
                .expect(201)
                .json(),
            "schedule_id");
    return List.of(
        id(
            http.send("POST", "/v1/schedules/" + schedule + "/trigger", null, with)
                .expect(202)
                .json()));
  }

  private List<String> hook(Consumer<HttpRequest.Builder> with, String path, String event) {
    return hookOf(with, "claude/" + path, event);
  }

  private List<String> hookOf(Consumer<HttpRequest.Builder> with, String path, String event) {
    String session = UUID.randomUUID().toString();
    post(
            with,
            "/hooks/" + path,
            json(
                "{'session_id':'%s','hook_event_name':'%s','cwd':'/tmp','tool_name':'Bash',"
                    + "'tool_input':{'command':'make'},'tool_use_id':'toolu_1'}",
                session, event))
        .expect(200);
    return runsOf(session);
  }

  private void mcp(Consumer<HttpRequest.Builder> with, String tool, String arguments) {
    JsonNode answer =
        post(
                request -> {
                  request.header("Accept", "application/json, text/event-stream");
                  with.accept(request);
                },
                "/mcp",
                json("{'jsonrpc':'2.0','id':1,'method':'tools/call','params':{'name':'%s',", tool)
                    + "\"arguments\":"
                    + arguments
                    + "}}")
            .expect(200)
            .json();
    assertThat(answer.at("/result/isError").asBoolean(false)).as(answer.toString()).isFalse();
  }

  @Test
  // KT-29
  void KT_29_every_operation_that_makes_a_run_takes_traceparent_and_none_else_does() {
    assertThat(operations().keySet())
        .containsExactlyInAnyOrderElementsOf(
            Endpoints.ALL.stream().filter(Endpoint::traced).map(Endpoint::id).toList());
  }

  @Test
  // KT-29
  void KT_29_the_runs_of_every_operation_show_the_trace_that_its_caller_named() {
    int number = 0;
    for (var operation : operations().entrySet()) {
      String trace = "%032x".formatted(++number);
      String header = "00-" + trace + "-b7ad6b7169203331-01";
      List<String> runs = operation.getValue().apply(with -> with.header("traceparent", header));

      assertThat(runs).as(operation.getKey()).isNotEmpty();
      assertThat(runs)
          .as(operation.getKey())
          .allSatisfy(run -> assertThat(text(run(run), "trace_id")).isEqualTo(trace));
    }
  }

  @Test
  // KT-29
  void KT_29_at_every_operation_a_malformed_one_is_passed_over() {
    for (var operation : operations().entrySet()) {
      List<String> runs = operation.getValue().apply(with -> with.header("traceparent", MALFORMED));

      assertThat(runs).as(operation.getKey()).isNotEmpty();
      assertThat(runs)
          .as(operation.getKey())
          .allSatisfy(
              run ->
                  assertThat(text(run(run), "trace_id"))
                      .matches("[0-9a-f]{32}")
                      .isNotEqualTo(MALFORMED.substring(3, 35)));
      assertThat(runs.stream().map(run -> text(run(run), "trace_id")))
          .as("each a trace of its own")
          .doesNotHaveDuplicates();
    }
  }
}
