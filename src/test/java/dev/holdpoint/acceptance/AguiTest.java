package dev.holdpoint.acceptance;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.client.proof.TrustedKeys;
import dev.holdpoint.client.proof.Verifier;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A front end that speaks AG-UI runs scripts in threads, and resumes what waits. */
@OnBothDatabases
class AguiTest extends Tenancy {
  private static final AtomicInteger NAMES = new AtomicInteger();

  private final String thread = "thread-" + NAMES.incrementAndGet();

  AguiTest(Database database) {
    super(database);
  }

  private static ObjectNode body(String thread, String run, String text) {
    ObjectNode body = JSON.createObjectNode().put("threadId", thread).put("runId", run);
    body.putArray("messages")
        .addObject()
        .put("id", "m-" + run)
        .put("role", "user")
        .put("content", text);
    body.putArray("tools");
    body.putArray("context");
    body.putObject("state");
    body.putObject("forwardedProps");
    return body;
  }

  private static String script(String... lines) {
    return "#!script\n" + String.join("\n", lines);
  }

  private ObjectNode input(String run, String... lines) {
    return body(thread, run, script(lines));
  }

  /** What a resume says to each gate: id, status and payload in turns. */
  private ObjectNode resume(String run, String... said) {
    ObjectNode body = body(thread, run, "as before");
    ArrayNode resume = body.putArray("resume");
    for (int i = 0; i < said.length; i += 3) {
      ObjectNode entry = resume.addObject().put("interruptId", said[i]).put("status", said[i + 1]);
      if (!said[i + 2].isEmpty()) {
        entry.set("payload", JSON.readTree(json(said[i + 2])));
      }
    }
    return body;
  }

  /** All events of a stream, which ends by itself. */
  private static List<JsonNode> events(Http by, ObjectNode body) {
    Http.Answer answer = by.post("/ag-ui", body.toString()).expect(200);
    assertThat(answer.header("Content-Type")).startsWith("text/event-stream");
    List<JsonNode> events =
        Arrays.stream(answer.text().split("\n\n", -1))
            .filter(frame -> !frame.isBlank() && !frame.startsWith(":"))
            .peek(frame -> assertThat(frame).startsWith("data: ").doesNotContain("\n"))
            .map(frame -> JSON.readTree(frame.substring("data: ".length())))
            .toList();
    Set<String> ends = Set.of("RUN_FINISHED", "RUN_ERROR");
    assertThat(type(events.getFirst())).isEqualTo("RUN_STARTED");
    assertThat(text(events.getFirst(), "threadId")).isEqualTo(text(body, "threadId"));
    assertThat(text(events.getFirst(), "runId")).isEqualTo(text(body, "runId"));
    assertThat(types(events).stream().filter(ends::contains)).hasSize(1);
    assertThat(ends).contains(type(events.getLast()));
    assertThat(events).allMatch(event -> event.at("/metadata/holdpoint").has("run_id"));
    return events;
  }

  private List<JsonNode> events(ObjectNode body) {
    return events(http, body);
  }

  private static String type(JsonNode event) {
    return text(event, "type");
  }

  private static List<String> types(List<JsonNode> events) {
    return events.stream().map(AguiTest::type).toList();
  }

  private static List<JsonNode> interrupts(List<JsonNode> events) {
    JsonNode outcome = events.getLast().path("outcome");
    assertThat(text(outcome, "type")).as(events.getLast().toString()).isEqualTo("interrupt");
    return outcome.path("interrupts").valueStream().toList();
  }

  private static List<String> ids(List<JsonNode> events) {
    return interrupts(events).stream().map(one -> text(one, "id")).toList();
  }

  private static void failed(List<JsonNode> events, String code) {
    assertThat(types(events)).as(events.toString()).containsExactly("RUN_STARTED", "RUN_ERROR");
    assertThat(text(events.getLast(), "code")).as(events.toString()).isEqualTo(code);
  }

  private static String runOf(List<JsonNode> events) {
    return events.getFirst().at("/metadata/holdpoint/run_id").asString();
  }

  private static List<String> started(List<JsonNode> events) {
    return events.stream()
        .filter(event -> type(event).equals("TOOL_CALL_START"))
        .map(event -> text(event, "toolCallId"))
        .toList();
  }

  @Test
  @DisplayName("AG-80 streams begin and end once, and no call is started twice over an interrupt")
  void a_run_parks_with_an_interrupt_and_goes_on_with_the_edited_input() {
    ObjectNode first =
        input("r1", Script.say("first"), Script.bash("echo one"), Script.SAY_LAST_RESULT);
    ((ArrayNode) first.path("tools")).addObject().put("name", "theirs").put("description", "");
    List<JsonNode> parked = events(first);
    assertThat(type(parked.get(1))).isEqualTo("CUSTOM");
    assertThat(parked.get(1).at("/value/tools/0").asString()).isEqualTo("theirs");
    assertThat(types(parked))
        .containsSubsequence(
            "TOOL_CALL_START",
            "TOOL_CALL_ARGS",
            "TOOL_CALL_END",
            "MESSAGES_SNAPSHOT",
            "RUN_FINISHED");
    JsonNode interrupt = interrupts(parked).getFirst();
    assertThat(text(interrupt, "reason")).isEqualTo("tool_call");
    assertThat(started(parked)).containsExactly(text(interrupt, "toolCallId"));
    assertThat(texts(interrupt.at("/responseSchema/required"))).containsExactly("approved");
    assertThat(interrupt.at("/responseSchema/properties").has("editedArgs")).isTrue();
    assertThat(interrupt.at("/metadata/holdpoint/session_id").asString()).isEqualTo(thread);
    assertThat(interrupt.at("/metadata/holdpoint/url").asString())
        .endsWith("/ui/approvals/" + text(interrupt, "id"));
    JsonNode messages = parked.get(parked.size() - 2).path("messages");
    assertThat(text(messages.get(0), "id")).isEqualTo("m-r1");
    assertThat(messages.get(messages.size() - 1).at("/toolCalls/0/id").asString())
        .isEqualTo(text(interrupt, "toolCallId"));
    JsonNode shown = http.get("/ag-ui/" + thread).expect(200).json();
    assertThat(text(shown, "status")).isEqualTo("waiting_for_approval");
    assertThat(shown.at("/interrupts/0")).isEqualTo(interrupt);

    String edited = "{'approved':true,'editedArgs':{'command':'echo two'}}";
    ObjectNode second = resume("r2", text(interrupt, "id"), "resolved", edited);
    List<JsonNode> rest = events(second);
    assertThat(started(rest)).isEmpty();
    assertThat(types(rest)).contains("TOOL_CALL_RESULT", "TEXT_MESSAGE_CONTENT");
    assertThat(rest.getLast().at("/outcome/type").asString()).isEqualTo("success");
    assertThat(text(rest.getLast(), "result")).contains("two").doesNotContain("one");
    assertThat(runOf(rest)).isEqualTo(runOf(parked));
    for (List<JsonNode> all : List.of(parked, rest)) {
      assertThat(all)
          .allMatch(event -> event.at("/metadata/holdpoint/run_id").asString().equals(runOf(all)));
    }

    // Attached, each part is told again as it was.
    assertThat(events(second)).isEqualTo(rest);
    List<JsonNode> whole = events(first);
    assertThat(new HashSet<>(started(whole))).hasSameSizeAs(started(whole));
    assertThat(text(http.get("/ag-ui/" + thread).json(), "status")).isEqualTo("idle");
    failed(events(body(thread, "r1", "something else")), "idempotency_conflict");
    failed(events(input("r3", Script.fail("out of luck"))), "failed");
  }

  @Test
  @DisplayName("AG-81 a resume takes all gates at once, or settles nothing")
  void two_gates_are_resumed_together_or_not_at_all() {
    List<JsonNode> parked =
        events(
            input(
                "r1",
                Script.together(Script.bash("echo left"), Script.bash("echo right")),
                Script.SAY_LAST_RESULT));
    List<String> gates = ids(parked);
    assertThat(gates).hasSize(2);
    String yes = "{'approved':true}";
    String[] both = {gates.get(0), "resolved", yes, gates.get(1), "resolved", yes};

    failed(events(resume("r2", gates.get(0), "resolved", yes)), "interrupts_pending");
    failed(events(input("r2", Script.say("hello"))), "interrupts_pending");
    List<String> bad =
        List.of(
            "{}",
            "{'approved':'yes'}",
            "{'approved':true,'more':1}",
            "{'approved':false,'editedArgs':{'command':'x'}}",
            "{'approved':true,'editedArgs':{'command':7}}",
            "{'approved':true,'reason':7}",
            "7");
    for (String payload : bad) {
      String[] wrong = both.clone();
      wrong[5] = payload;
      List<JsonNode> refused = events(resume("r2", wrong));
      failed(refused, "payload_invalid");
      assertThat(runOf(refused)).isEqualTo(runOf(parked));
    }
    failed(
        events(resume("r2", gates.get(0), "maybe", yes, gates.get(1), "resolved", yes)),
        "payload_invalid");
    failed(events(resume("r2", "apr_nobody", "resolved", yes)), "interrupt_unknown");
    assertThat(waitedFor(runOf(parked))).containsExactlyInAnyOrderElementsOf(gates);
  }

  @Test
  @DisplayName("AG-81 both gates are one transaction")
  void both_are_settled_by_one_commit() {
    List<String> gates =
        ids(
            events(
                input(
                    "r1",
                    Script.together(Script.bash("echo left"), Script.bash("echo right")),
                    Script.SAY_LAST_RESULT)));
    List<JsonNode> rest =
        events(
            resume(
                "r2",
                gates.get(0),
                "resolved",
                "{'approved':true}",
                gates.get(1),
                "cancelled",
                ""));
    assertThat(rest.getLast().at("/outcome/type").asString()).isEqualTo("success");
    JsonNode left = http.get("/v1/approvals/" + gates.get(0)).expect(200).json();
    JsonNode right = http.get("/v1/approvals/" + gates.get(1)).expect(200).json();
    assertThat(right.at("/resolution/reason").asString()).isEqualTo("left without an answer");
    assertThat(left.at("/resolution/at_ms")).isEqualTo(right.at("/resolution/at_ms"));
  }

  @Test
  void questions_are_answered_by_their_ids() {
    List<JsonNode> parked = events(input("r1", Script.ask(), Script.SAY_LAST_RESULT));
    JsonNode interrupt = interrupts(parked).getFirst();
    assertThat(text(interrupt, "reason")).isEqualTo("input_required");
    assertThat(members(interrupt.at("/responseSchema/properties")))
        .containsExactly("routing", "notes");
    String id = text(interrupt, "id");
    failed(events(resume("r2", id, "resolved", "{'routing':'local'}")), "payload_invalid");
    failed(
        events(resume("r2", id, "resolved", "{'routing':'local','notes':'n','x':'y'}")),
        "payload_invalid");
    List<JsonNode> rest =
        events(resume("r2", id, "resolved", "{'routing':'local','notes':'none'}"));
    assertThat(text(rest.getLast(), "result")).contains("local", "none");
  }

  @Test
  void what_may_have_several_answers_takes_a_list() {
    String asked = "{'id':'q','question':'Which?','multi_select':true,'options':['a','b','c']}";
    List<JsonNode> parked =
        events(input("r1", Script.ask(json(asked), ""), Script.SAY_LAST_RESULT));
    String id = text(interrupts(parked).getFirst(), "id");
    for (String wrong : List.of("{'q':'a'}", "{'q':'zz'}", "{'q':[1]}", "{'q':null}", "{}")) {
      failed(events(resume("r2", id, "resolved", wrong)), "payload_invalid");
    }
    List<JsonNode> rest = events(resume("r2", id, "resolved", "{'q':['a','c']}"));
    assertThat(rest.getLast().at("/outcome/type").asString()).isEqualTo("success");
    JsonNode decided = http.get("/v1/questions/" + id).expect(200).json();
    assertThat(decided.at("/resolution/answers/0").toString()).contains("[\"a\",\"c\"]");
  }

  @Test
  @DisplayName("AG-82 decided elsewhere in the same sense goes on, in another it is told")
  void what_was_settled_in_the_inbox_goes_on_in_the_same_sense_alone() {
    List<JsonNode> parked = events(input("r1", Script.bash("echo one"), Script.SAY_LAST_RESULT));
    String gate = ids(parked).getFirst();
    http.post("/v1/runs/" + runOf(parked) + "/approvals", allow(gate)).expect(202);
    awaitRun(runOf(parked), "completed");

    List<JsonNode> other = events(resume("r2", gate, "resolved", "{'approved':false}"));
    failed(other, "interrupt_settled");
    assertThat(text(other.getLast(), "message")).contains("allow, by admin at 20");
    failed(events(resume("r2", gate, "cancelled", "")), "interrupt_settled");
    failed(
        events(
            resume("r2", gate, "resolved", "{'approved':true,'editedArgs':{'command':'echo 2'}}")),
        "interrupt_settled");
    List<JsonNode> same = events(resume("r2", gate, "resolved", "{'approved':true}"));
    assertThat(types(same)).contains("TOOL_CALL_RESULT").doesNotContain("TOOL_CALL_START");
    assertThat(text(same.getLast(), "result")).contains("one");
  }

  @Test
  @DisplayName("AG-84 an agent's token starts and does not resume; tenants and signatures hold")
  void roles_tenants_and_signatures_hold() throws IOException {
    Http agent = http.withRole("agent", "front end of " + thread);
    List<JsonNode> parked = events(agent, input("r1", Script.bash("echo one")));
    String gate = ids(parked).getFirst();
    ObjectNode yes = resume("r2", gate, "resolved", "{'approved':true}");
    agent.post("/ag-ui", yes.toString()).expect(403);
    http.withRole("viewer", "viewer of " + thread).post("/ag-ui", yes.toString()).expect(403);
    http.as(null).post("/ag-ui", yes.toString()).expect(401);
    assertThat(waitedFor(runOf(parked))).containsExactly(gate);

    String tenant = tenant();
    Http elsewhere = bound(tenant, "operator");
    elsewhere.get("/ag-ui/" + thread).expect(404);
    for (ObjectNode body : List.of(yes, input("r3", Script.say("x")))) {
      refused(elsewhere.post("/ag-ui", body.toString()), 404, "sessions", "session_not_found");
    }
    http.get("/ag-ui/nobody").expect(404);

    Approver ada = Approver.in(http, tenant, "ada");
    put(at(tenant) + "/approval-policy", "{'signature_required':true}").expect(200);
    String own = thread + "-signed";
    List<JsonNode> signed = events(elsewhere, body(own, "r1", script(Script.bash("echo signed"))));
    JsonNode interrupt = interrupts(signed).getFirst();
    assertThat(interrupt.at("/metadata/holdpoint/signature_required").asBoolean()).isTrue();
    assertThat(interrupt.at("/responseSchema/properties").has("editedArgs")).isFalse();
    String id = text(interrupt, "id");
    ObjectNode bare = resume("r2", id, "resolved", "{'approved':true}").put("threadId", own);
    refused(
        elsewhere.post("/ag-ui", bare.toString()), 403, "approvals", "approval_signature_required");
    ObjectNode entry = (ObjectNode) bare.at("/resume/0");
    entry.set("metadata", JSON.readTree("{" + ada.signs(id, true).substring(1) + "}"));
    List<JsonNode> rest = events(elsewhere, bare);
    assertThat(rest.getLast().at("/outcome/type").asString()).isEqualTo("success");
    // Anybody can check the signature, without this daemon.
    String export = http.get("/v1/audit/export").expect(200).text();
    assertThat(export.lines().filter(line -> line.contains(id) && line.contains("\"signature\"")))
        .isNotEmpty();
    assertThat(
            Verifier.verify(new ByteArrayInputStream(export.getBytes(UTF_8)), TrustedKeys.NOTHING)
                .findings())
        .isEmpty();
  }

  @Test
  @DisplayName("AG-79 under a policy the input can be edited by those whose yes alone decides")
  void who_may_edit_is_told_so() {
    Http ada = http.withRole("operator", "ada-" + thread);
    Http bob = http.withRole("operator", "bob-" + thread);
    Http frontEnd = http.withRole("agent", "front-end-" + thread);
    String policy =
        "{'name':'%1$s','needs':'person:ada-%1$s','match':{'sessions':['%1$s']}}".formatted(thread);
    String path =
        "/v1/approval-policies/"
            + text(
                http.post("/v1/approval-policies", json(policy)).expect(201).json(), "policy_id");
    try {
      List<JsonNode> parked =
          events(frontEnd, input("r1", Script.bash("echo one"), Script.SAY_LAST_RESULT));
      String gate = ids(parked).getFirst();
      assertThat(mayEdit(interrupts(parked).getFirst())).isFalse();
      assertThat(mayEdit(bob.get("/ag-ui/" + thread).expect(200).json().at("/interrupts/0")))
          .isFalse();
      assertThat(mayEdit(ada.get("/ag-ui/" + thread).expect(200).json().at("/interrupts/0")))
          .isTrue();

      String edited = "{'approved':true,'editedArgs':{'command':'echo two'}}";
      failed(events(bob, resume("r2", gate, "resolved", edited)), "payload_invalid");
      List<JsonNode> rest = events(ada, resume("r2", gate, "resolved", edited));
      assertThat(text(rest.getLast(), "result")).contains("two");
    } finally {
      http.send("DELETE", path, null, _ -> {}).expect(204);
    }
  }

  private static boolean mayEdit(JsonNode interrupt) {
    return interrupt.at("/responseSchema/properties").has("editedArgs");
  }

  @Test
  void what_is_no_input_is_refused_before_anything_is_made() {
    List<ObjectNode> unsupported = new ArrayList<>();
    ObjectNode image = body(thread, "r1", "");
    ((ObjectNode) image.at("/messages/0")).putArray("content").addObject().put("type", "image");
    unsupported.add(image);
    for (ObjectNode body : unsupported) {
      failed(events(body), "input_not_supported");
    }
    failed(events(body(thread, "r1", "  ")), "input_empty");
    http.post("/ag-ui", "{}").expect(400);
    http.send("POST", "/ag-ui", "hello", request -> request.setHeader("Content-Type", "text/plain"))
        .expect(415);
    http.post("/ag-ui", body(thread, "", "x").toString()).expect(400);
    http.post("/ag-ui", body(thread, "r1", "x".repeat(1 << 20)).toString()).expect(413);
    assertThat(types(events(body("no good/id", "r1", "x")))).contains("RUN_ERROR");
    http.get("/ag-ui/" + thread).expect(404);
    assertThat(http.post("/ag-ui?route=nowhere", body(thread, "r1", "x").toString()).status())
        .isIn(200, 404);
    http.get("/ag-ui/" + thread).expect(404);
  }
}
