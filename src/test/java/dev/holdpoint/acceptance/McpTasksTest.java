package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.blackbox.Mcp;
import dev.holdpoint.blackbox.ModernMcp;
import dev.holdpoint.blackbox.Sse;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What waits for a person is a task for clients that know tasks: the gate under its own id. */
@OnBothDatabases
class McpTasksTest extends Tenancy {
  private static final AtomicInteger REASONS = new AtomicInteger();
  private final Http agent = http.withRole("agent", "task agent");
  private final ModernMcp client = new ModernMcp(agent, "tasks", ModernMcp.TASKS);

  McpTasksTest(Database database) {
    super(database);
  }

  private static String reason() {
    return "may I, the " + REASONS.incrementAndGet() + "th time?";
  }

  private JsonNode ask(String more) {
    return ask(client, more);
  }

  private static JsonNode ask(ModernMcp client, String more) {
    JsonNode task =
        client.call("request_approval", json("{'reason':'%s'" + more + "}", reason()), "");
    assertThat(text(task, "resultType")).as(task.toString()).isEqualTo("task");
    return task;
  }

  private JsonNode question() {
    return client.call(
        "ask_user", json("{'questions':[{'id':'q','question':'%s','options':[]}]}", reason()), "");
  }

  private String runOf(JsonNode task) {
    String id = text(task, "taskId");
    String kind = id.startsWith("apr_") ? "approvals" : "questions";
    return text(http.get("/v1/" + kind + "/" + id).expect(200).json(), "run_id");
  }

  private void allow(JsonNode task) {
    http.post("/v1/runs/" + runOf(task) + "/approvals", Http.allow(text(task, "taskId")))
        .expect(202);
  }

  private static String end(JsonNode task) {
    String decided = task.at("/result/structuredContent/status").asString("");
    return text(task, "status") + (decided.isEmpty() ? "" : " " + decided);
  }

  @Test
  void a_call_is_a_task_under_the_gates_own_id() {
    JsonNode task = ask(",'wait_ms':5000");
    assertThat(members(task))
        .containsExactly(
            "resultType",
            "taskId",
            "status",
            "statusMessage",
            "createdAt",
            "lastUpdatedAt",
            "ttlMs",
            "pollIntervalMs",
            "_meta");
    String id = text(task, "taskId");
    assertThat(id).startsWith("apr_");
    assertThat(text(task, "status")).isEqualTo("working");
    assertThat(text(task, "statusMessage"))
        .startsWith("Waiting for a person: http")
        .endsWith("/ui/approvals/" + id);
    assertThat(text(task, "createdAt")).matches("20\\d\\d-\\d\\d-\\d\\dT[0-9:.]+Z");
    assertThat(task.path("ttlMs").isNull()).isTrue();
    assertThat(task.path("pollIntervalMs").asInt()).isEqualTo(1_000);
    assertThat(text(question(), "taskId")).startsWith("qst_");
    // 0 wants no task, and what is decided needs none.
    JsonNode now = client.call("check_decision", json("{'request_id':'%s','wait_ms':0}", id), "");
    assertThat(text(Mcp.structured(now), "status")).isEqualTo("pending");
    JsonNode later =
        client.call("check_decision", json("{'request_id':'%s','wait_ms':5000}", id), "");
    assertThat(text(later, "taskId")).isEqualTo(id);
    allow(task);
    JsonNode decided =
        client.call("check_decision", json("{'request_id':'%s','wait_ms':5000}", id), "");
    assertThat(text(Mcp.structured(decided), "status")).isEqualTo("approved");
  }

  @Test
  @DisplayName("AG-60: a task is found at once, and a thousand polls write nothing")
  void a_task_is_found_at_once_and_reading_it_writes_nothing() {
    JsonNode task = ask("");
    JsonNode first = client.get(task);
    assertThat(text(first, "resultType")).isEqualTo("complete");
    String head = ledger(task);
    for (int i = 0; i < 1_000; i++) {
      assertThat(client.get(task)).isEqualTo(first);
    }
    assertThat(ledger(task)).isEqualTo(head);
    client.result("tasks/update", ModernMcp.task(task));
    client.result(
        "tasks/update",
        json("{'taskId':'%s','inputResponses':{'x':{'action':'accept'}}}", text(task, "taskId")));
    assertThat(client.get(task)).isEqualTo(first);
    assertThat(ledger(task)).isEqualTo(head);
  }

  /** The run as it is, and all that has happened in it. */
  private String ledger(JsonNode task) {
    String run = runOf(task);
    return http.run(run).toString() + http.events(run);
  }

  @Test
  @DisplayName("AG-61: every end of a gate has its status as a task")
  void every_end_has_its_status() {
    JsonNode allowed = ask("");
    allow(allowed);
    JsonNode told = client.get(allowed);
    assertThat(end(told)).isEqualTo("completed approved");
    assertThat(told.has("pollIntervalMs")).isFalse();
    assertThat(told.at("/result/resultType").asString()).isEqualTo("complete");
    assertThat(text(told, "lastUpdatedAt")).isGreaterThanOrEqualTo(text(told, "createdAt"));

    JsonNode denied = ask("");
    http.post(
            "/v1/runs/" + runOf(denied) + "/approvals",
            json(
                "{'resolutions':[{'request_id':'%s','behavior':'deny','reason':'no'}]}",
                text(denied, "taskId")))
        .expect(202);
    assertThat(end(client.get(denied))).isEqualTo("completed denied");

    JsonNode expired = ask(",'expires_after_ms':1");
    http.awaitRun(runOf(expired), "failed");
    assertThat(end(client.get(expired))).isEqualTo("completed expired");

    JsonNode answered = question();
    http.post(
            "/v1/runs/" + runOf(answered) + "/questions",
            Http.answer(text(answered, "taskId"), "yes"))
        .expect(202);
    assertThat(end(client.get(answered))).isEqualTo("completed answered");

    JsonNode declined = question();
    http.post("/v1/runs/" + runOf(declined) + "/questions", decline(text(declined, "taskId")))
        .expect(202);
    assertThat(end(client.get(declined))).isEqualTo("completed declined");

    JsonNode withdrawn = ask("");
    http.post("/v1/runs/" + runOf(withdrawn) + "/cancel", "").expect(200);
    assertThat(end(client.get(withdrawn))).isEqualTo("completed cancelled");

    for (JsonNode task : List.of(ask(""), question())) {
      client.result("tasks/cancel", ModernMcp.task(task));
      JsonNode cancelled = client.get(task);
      assertThat(end(cancelled)).isEqualTo("cancelled");
      client.result("tasks/cancel", ModernMcp.task(task));
      assertThat(client.get(task)).isEqualTo(cancelled);
      assertThat(http.run(runOf(task)).toString())
          .contains("the client cancelled its task", "task agent");
    }
    JsonNode before = client.get(allowed);
    client.result("tasks/cancel", ModernMcp.task(allowed));
    assertThat(client.get(allowed)).isEqualTo(before);
  }

  @Test
  @DisplayName("AG-61: a cancel that races with an allow settles once")
  void a_cancel_that_races_with_an_allow_settles_once() {
    for (int i = 0; i < 20; i++) {
      JsonNode task = ask("");
      String path = "/v1/runs/" + runOf(task) + "/approvals";
      AtomicInteger turns = new AtomicInteger();
      List<Http.Answer> answers =
          atOnce(
              2,
              () ->
                  turns.getAndIncrement() == 0
                      ? client.send("tasks/cancel", ModernMcp.task(task)).expect(200)
                      : http.post(path, Http.allow(text(task, "taskId"))));
      boolean won = answers.stream().anyMatch(answer -> answer.status() == 202);
      assertThat(answers).anyMatch(answer -> answer.text().contains("resultType"));
      assertThat(end(client.get(task))).isEqualTo(won ? "completed approved" : "cancelled");
      assertThat(
              http.events(runOf(task)).stream()
                  .filter(event -> text(event, "type").startsWith("approval_resolved")))
          .hasSizeLessThanOrEqualTo(1);
    }
  }

  @Test
  @DisplayName("AG-62: what is not the caller's is told in the same words as what is not there")
  void what_is_not_the_callers_is_not_there() {
    String tenant = tenant();
    ModernMcp own = new ModernMcp(bound(tenant, "agent"), "own", ModernMcp.TASKS);
    JsonNode task = ask(own, "");
    String none = refusal(own, "tasks/get", json("{'taskId':'apr_none'}"));
    assertThat(none).contains("-32602");
    JsonNode removed = ask(own, ",'session_id':'gone-%s'".formatted(tenant));
    own.result("tasks/cancel", ModernMcp.task(removed));
    http.post("/v1/sessions/gone-" + tenant + "/end", "").expect(200);
    http.send("DELETE", "/v1/sessions/gone-" + tenant, null, _ -> {}).expect(204);
    List<ModernMcp> others =
        List.of(
            own.at(bound(tenant, "agent")), own.at(bound(tenant(), "agent")),
            own.at(bound(tenant(), "operator")), own.at(agent));
    for (String method : List.of("tasks/get", "tasks/update", "tasks/cancel")) {
      assertThat(refusal(own, method, ModernMcp.task(removed))).isEqualTo(none);
      for (ModernMcp other : others) {
        assertThat(refusal(other, method, ModernMcp.task(task))).isEqualTo(none);
      }
    }
    for (Http decides : List.of(bound(tenant, "operator"), http)) {
      assertThat(text(own.at(decides).get(task), "status")).isEqualTo("working");
      // To read is not to have asked.
      assertThat(refusal(own.at(decides), "tasks/cancel", ModernMcp.task(task))).isEqualTo(none);
    }
    // A gate of a run of ours is no task, whoever looks.
    String run = http.submit(session(), Script.tool("bash", json("{'command':'true'}")));
    assertThat(
            refusal(client.at(http), "tasks/get", json("{'taskId':'%s'}", http.awaitApproval(run))))
        .isEqualTo(none);
    // Somebody else's request can be waited for, as before, and is no task.
    try (Sse stream =
        own.at(bound(tenant, "agent")).stream(
            "tools/call",
            ModernMcp.call(
                "check_decision", json("{'request_id':'%s','wait_ms':1}", text(task, "taskId"))))) {
      assertThat(text(Mcp.structured(ModernMcp.result(stream)), "status")).isEqualTo("pending");
    }
  }

  private static String refusal(ModernMcp client, String method, String params) {
    return client.send(method, params).expect(200).json().path("error").toString();
  }

  @Test
  void the_same_call_again_is_the_same_task_under_a_key_alone() {
    String ask = json("{'reason':'%s'}", reason());
    JsonNode first = client.call("request_approval", ask, "");
    assertThat(client.call("request_approval", ask, "").path("taskId"))
        .as("one decision is for one call")
        .isNotEqualTo(first.path("taskId"));
    String key = reason();
    String keyed = json("{'reason':'%s','request_key':'%s'}", reason(), key);
    JsonNode named = client.call("request_approval", keyed, "");
    assertThat(client.call("request_approval", keyed, "").path("taskId"))
        .isEqualTo(named.path("taskId"));
    allow(named);
    JsonNode again = client.call("request_approval", keyed, "");
    assertThat(text(again, "resultType")).isEqualTo("complete");
    assertThat(text(Mcp.structured(again), "request_id")).isEqualTo(text(named, "taskId"));
    // The result of the task is that of a call that waits, with its key.
    assertThat(client.get(named).path("result")).isEqualTo(again);
    assertThat(text(Mcp.structured(again), "request_key")).isEqualTo(key);
  }

  /** The decision belongs to the task, which its client can read as often as it likes. */
  @Test
  void a_decision_answers_no_later_call_of_the_same_words() {
    String ask = json("{'reason':'%s'}", reason());
    JsonNode read = client.call("request_approval", ask, "");
    allow(read);
    assertThat(end(client.get(read))).isEqualTo("completed approved");
    JsonNode unread = client.call("request_approval", ask, "");
    assertThat(text(unread, "resultType")).isEqualTo("task");
    assertThat(text(unread, "taskId")).isNotEqualTo(text(read, "taskId"));
    allow(unread);
    JsonNode third = client.call("request_approval", ask, "");
    assertThat(text(third, "resultType")).isEqualTo("task");
    assertThat(text(third, "taskId")).isNotEqualTo(text(unread, "taskId"));
  }

  /** However the decision was read, it was read: the same call again is another request. */
  @Test
  void one_yes_is_not_given_again_however_it_was_received() {
    String now = json("{'reason':'%s','wait_ms':0}", reason());
    JsonNode pending = Mcp.structured(client.call("request_approval", now, ""));
    String id = text(pending, "request_id");
    http.post("/v1/runs/" + text(pending, "run_id") + "/approvals", Http.allow(id)).expect(202);
    // Somebody else who may look does not use it up, and neither is it theirs.
    String look = json("{'request_id':'%s'}", id);
    JsonNode seen = client.at(http).call("check_decision", look, "");
    assertThat(text(Mcp.structured(seen), "status")).isEqualTo("approved");
    assertThat(text(Mcp.structured(client.call("check_decision", look, "")), "status"))
        .isEqualTo("approved");
    assertThat(text(Mcp.structured(client.call("request_approval", now, "")), "status"))
        .as("after wait_ms 0 it is found by its id alone")
        .isEqualTo("pending");

    String ask = json("{'reason':'%s'}", reason());
    ModernMcp streams = new ModernMcp(agent, "tasks", "{}");
    JsonNode heard;
    try (Sse waits = streams.stream("tools/call", ModernMcp.call("request_approval", ask))) {
      JsonNode row = http.await("/v1/approvals", all -> found(all, ask) != null);
      heard = Objects.requireNonNull(found(row, ask));
      http.post(
              "/v1/runs/" + text(heard, "run_id") + "/approvals",
              Http.allow(text(heard.path("request"), "id")))
          .expect(202);
      assertThat(text(Mcp.structured(ModernMcp.result(waits)), "status")).isEqualTo("approved");
    }
    String task = json("{'taskId':'%s'}", text(heard.path("request"), "id"));
    assertThat(end(client.result("tasks/get", task))).isEqualTo("completed approved");
    assertThat(text(client.call("request_approval", ask, ""), "resultType"))
        .as("a stream has received it")
        .isEqualTo("task");
  }

  private static @Nullable JsonNode found(JsonNode all, String ask) {
    String reason = text(JSON.readTree(ask), "reason");
    return all.valueStream()
        .filter(one -> text(one.path("request"), "reason").equals(reason))
        .findFirst()
        .orElse(null);
  }

  @Test
  @DisplayName("AG-60: a permission prompt is no task, also for whoever knows the id of its gate")
  void a_permission_prompt_is_no_task() {
    String command = reason();
    String use = json("{'tool_name':'Bash','input':{'command':'%s'}}", command);
    String none = refusal(client, "tasks/get", json("{'taskId':'apr_none'}"));
    try (Sse waits = client.stream("tools/call", ModernMcp.call("permission_prompt", use))) {
      assertThat(waits.header("content-type")).startsWith("text/event-stream");
      JsonNode row =
          http.await("/v1/approvals", all -> all.toString().contains(command))
              .valueStream()
              .filter(one -> one.toString().contains(command))
              .findFirst()
              .orElseThrow();
      String id = text(row.path("request"), "id");
      for (String method : List.of("tasks/get", "tasks/update", "tasks/cancel")) {
        assertThat(refusal(client, method, json("{'taskId':'%s'}", id))).isEqualTo(none);
      }
      try (Sse looks =
          client.stream(
              "tools/call",
              ModernMcp.call("check_decision", json("{'request_id':'%s','wait_ms':1}", id)))) {
        assertThat(text(Mcp.structured(ModernMcp.result(looks)), "status")).isEqualTo("pending");
      }
      http.post("/v1/runs/" + text(row, "run_id") + "/approvals", Http.allow(id)).expect(202);
      assertThat(ModernMcp.result(waits).toString()).contains("allow");
      assertThat(refusal(client, "tasks/get", json("{'taskId':'%s'}", id))).isEqualTo(none);
    }
  }

  private static String listen(JsonNode... tasks) {
    StringBuilder ids = new StringBuilder();
    for (JsonNode task : tasks) {
      ids.append(ids.isEmpty() ? "" : ",").append(task.path("taskId"));
    }
    return json("{'notifications':{'toolsListChanged':true,'taskIds':[") + ids + "]}}";
  }

  @Test
  @DisplayName("AG-64: listeners hear of each of their tasks once, and of nobody else's")
  void listeners_hear_of_each_of_their_tasks_once() {
    JsonNode settled = ask("");
    allow(settled);
    JsonNode one = ask("");
    JsonNode two = ask("");
    JsonNode left = ask("");
    JsonNode foreign = ask(client.at(http.withRole("agent", "other agent")), "");
    try (Sse stream =
        client.stream("subscriptions/listen", listen(settled, one, one, two, foreign))) {
      JsonNode first = stream.next().data();
      assertThat(text(first, "method")).isEqualTo("notifications/subscriptions/acknowledged");
      assertThat(members(first.at("/params/notifications"))).containsExactly("taskIds");
      assertThat(texts(first.at("/params/notifications/taskIds")))
          .containsExactly(text(settled, "taskId"), text(one, "taskId"), text(two, "taskId"));
      assertThat(next(stream)).isEqualTo(client.get(settled).path("taskId").asString());
      allow(foreign);
      allow(left);
      allow(two);
      assertThat(next(stream)).isEqualTo(text(two, "taskId"));
      client.result("tasks/cancel", ModernMcp.task(one));
      assertThat(next(stream)).isEqualTo(text(one, "taskId"));
      assertThat(stream.isQuiet()).isTrue();
    }
  }

  /** The task that is told of next, which is told whole. */
  private String next(Sse stream) {
    JsonNode told = stream.next(frame -> frame.data().has("method")).data();
    assertThat(text(told, "method")).isEqualTo("notifications/tasks");
    JsonNode task = told.path("params");
    assertThat(task.path("_meta").path("io.modelcontextprotocol/subscriptionId").isInt()).isTrue();
    JsonNode read = client.get(task);
    for (String member : members(task)) {
      if (!member.equals("_meta")) {
        assertThat(task.path(member)).isEqualTo(read.path(member));
      }
    }
    return text(task, "taskId");
  }

  @Test
  @DisplayName("AG-64: a 101st id is refused, and so is what is no list of ids")
  void a_list_that_is_too_long_is_refused() {
    StringBuilder ids = new StringBuilder("'x'");
    ids.append(",'x'".repeat(100));
    for (String wrong :
        List.of(
            "{'notifications':{'taskIds':[" + ids + "]}}",
            "{'notifications':{'taskIds':'x'}}",
            "{'notifications':{'taskIds':[7]}}",
            "{'notifications':[]}",
            "{}")) {
      assertThat(client.error("subscriptions/listen", json(wrong))).isEqualTo(-32_602);
    }
  }

  @Test
  void whoever_listens_to_nothing_that_is_offered_is_told_so() {
    ModernMcp plain = new ModernMcp(agent, "plain", "{}");
    try (Sse stream =
        plain.stream("subscriptions/listen", json("{'notifications':{'toolsListChanged':true}}"))) {
      assertThat(stream.next().data().at("/params/notifications")).isEmpty();
    }
    assertThat(
            plain
                .send("subscriptions/listen", json("{'notifications':{'taskIds':[]}}"))
                .expect(400)
                .json()
                .at("/error/code")
                .asInt())
        .isEqualTo(-32_021);
  }
}
