package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.api.Endpoints;
import dev.holdpoint.api.endpoint.Endpoint;
import dev.holdpoint.blackbox.Http;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** A key lets a caller who lost the answer ask again, through every door that takes one. */
@OnBothDatabases
class IdempotencyTest extends Acceptance {
  /** More than one writer's batch of simultaneous callers. */
  private static final int MANY = 32;

  IdempotencyTest(Database database) {
    super(database);
  }

  /** Every endpoint that takes a key, by its id; see {@link #every_keyed_endpoint_is_here}. */
  enum Door {
    submitInput,
    submitRun,
    resolveSessionApprovals,
    resolveDetached,
    resolveRunApprovals,
    resolveSessionQuestion,
    resolveRunQuestion,
    cancelQuestion
  }

  /** One call through a door: where, what, something else, and the run it is about. */
  private record Request(String path, String body, String otherBody, String session) {}

  private Request request(Door door) {
    String session = session();
    String sessionPath = "/v1/sessions/" + session;
    return switch (door) {
      case submitInput, submitRun ->
          new Request(
              sessionPath + (door == Door.submitInput ? "/input" : "/runs"),
              json("{'content':'hello','metadata':{'a':1,'b':2}}"),
              json("{'content':'other'}"),
              session);
      case resolveSessionApprovals, resolveDetached, resolveRunApprovals -> {
        JsonNode run = park(session, Script.approval("x"), Script.SAY_LAST_RESULT);
        String path =
            switch (door) {
              case resolveSessionApprovals -> sessionPath + "/approvals";
              case resolveDetached -> sessionPath + "/approval-runs";
              default -> "/v1/runs/" + id(run) + "/approvals";
            };
        yield new Request(path, allow(approvalId(run)), deny(approvalId(run), "no"), session);
      }
      case resolveSessionQuestion, resolveRunQuestion, cancelQuestion -> {
        JsonNode run = park(session, Script.ask(), Script.SAY_LAST_RESULT);
        String runPath = "/v1/runs/" + id(run) + "/questions";
        yield switch (door) {
          case cancelQuestion ->
              new Request(
                  runPath + "/" + questionId(run) + "/cancel",
                  json("{'justification':'why'}"),
                  json("{'justification':'other'}"),
                  session);
          case resolveRunQuestion ->
              new Request(runPath, answer(questionId(run)), decline(questionId(run)), session);
          default ->
              new Request(
                  sessionPath + "/questions",
                  answer(questionId(run)),
                  decline(questionId(run)),
                  session);
        };
      }
    };
  }

  private JsonNode onlyRun(Request request) {
    JsonNode runs = http.get("/v1/runs?session_id=" + request.session).expect(200).json();
    assertThat(runs.size()).as("runs of " + request.session).isEqualTo(1);
    return runs.get(0);
  }

  private void endsOnce(Request request) {
    JsonNode run = awaitRun(id(onlyRun(request)), r -> r.path("finished_at_ms").isNumber());
    List<String> types = eventTypes(id(run));
    assertThat(types).doesNotHaveDuplicates();
  }

  private static String withKey(String body, String key) {
    return json("{'idempotency_key':'%s',", key) + body.substring(1);
  }

  /**
   * Gates from outside stay open, so their keys are shown in {@link OutsideGateTest}, those of
   * boards in {@link BoardTest}, that of a replay in {@link DeliveryTest}; the others answer with
   * no run and are shown below. Those of plans are in {@link PlanKeysTest}, those of hosts in
   * {@code SignedIdempotencyTest}.
   */
  @Test
  void every_keyed_endpoint_is_here() {
    assertThat(
            Stream.of(
                    Stream.of(Door.values()).map(Door::name),
                    Stream.of(
                        "raiseApproval",
                        "resolveApprovals",
                        "triageGate",
                        "raiseQuestion",
                        "createSession",
                        "interruptSession",
                        "createPersona",
                        "createLearning",
                        "createBoard",
                        "reviseBoard",
                        "replayDelivery",
                        "approveApproval",
                        "denyApproval",
                        "createConversation",
                        "sendMessage",
                        "chat"),
                    PlanKeysTest.DOORS.stream(),
                    ShownOnceTest.DOORS.stream())
                .flatMap(doors -> doors))
        .containsExactlyInAnyOrderElementsOf(
            Endpoints.ALL.stream()
                .filter(e -> e.idempotency() == Endpoint.Idempotency.KEYED)
                .map(Endpoint::id)
                .toList());
  }

  @Test
  void a_message_that_is_said_again_with_its_key_is_one_run() {
    String session = session();
    String body = json("{'session_id':'%s','message':'hello'}", session);
    String key = "say-" + session;
    List<Http.Answer> answers = atOnce(MANY, () -> keyed("/api/chat", body, key));

    assertThat(answers.stream().map(a -> text(a.expect(202).json(), "run_id")).distinct())
        .hasSize(1);
    assertThat(answers.stream().filter(a -> a.header("Idempotency-Replayed").isEmpty())).hasSize(1);
    JsonNode runs = http.get("/v1/runs?session_id=" + session).expect(200).json();
    assertThat(runs.size()).isEqualTo(1);
    AmbientErrorTest.plain(
        keyed("/api/chat", json("{'session_id':'%s','message':'other'}", session), key),
        409,
        "idempotency_conflict");
  }

  @Test
  void a_session_that_is_made_again_with_its_key_is_the_same_one() {
    String body = json("{'thread_id':'t'}");
    String key = "make-" + session();
    List<Http.Answer> answers = atOnce(MANY, () -> keyed("/v1/sessions", body, key));

    assertThat(answers.stream().map(a -> text(a.expect(201).json(), "session_id")).distinct())
        .hasSize(1);
    assertThat(answers.stream().filter(a -> a.header("Idempotency-Replayed").isEmpty())).hasSize(1);
    refused(
        keyed("/v1/sessions", json("{'thread_id':'other'}"), key),
        409,
        "idempotency",
        "idempotency_conflict");
  }

  @Test
  void an_interrupt_that_is_repeated_with_its_key_leaves_the_next_run_alone() {
    String session = session();
    String path = "/v1/sessions/" + session;
    String work = "{\"content\":" + JSON.writeValueAsString("#!script\n" + Script.work()) + "}";
    JsonNode first = http.post(path + "/runs", work).expect(202).json();
    JsonNode second = http.post(path + "/runs", work).expect(202).json();
    awaitRun(id(first), "running");

    Http.Answer hit = keyed(path + "/interrupt", "", "stop-" + session);
    Http.Answer again = keyed(path + "/interrupt", "", "stop-" + session);

    assertThat(hit.expect(200).json().path("interrupted").asBoolean()).isTrue();
    assertThat(again.expect(200).json().path("interrupted").asBoolean()).isTrue();
    assertThat(again.header("Idempotency-Replayed")).isEqualTo("true");
    assertThat(status(run(id(first)))).isEqualTo("interrupted");
    assertThat(status(awaitRun(id(second), "running"))).isEqualTo("running");
    http.post("/v1/runs/" + id(second) + "/cancel", "").expect(200);
  }

  @ParameterizedTest
  @EnumSource
  // K0-56, K0-67, K0-69, K0-72, K0-76, K0-88, K0-90
  void K0_56_K0_67_K0_69_K0_72_K0_76_K0_88_K0_90_the_same_request_is_done_once_and_answered_again(
      Door door) {
    Request request = request(door);
    String key = "again-" + request.session;

    Http.Answer first = http.post(request.path, withKey(request.body, key));
    Http.Answer inBody = http.post(request.path, withKey(request.body, key));
    Http.Answer inHeader = keyed(request.path, request.body, key);
    endsOnce(request);
    Http.Answer afterTheEnd = keyed(request.path, withKey(request.body, key), key);

    assertThat(first.header("Idempotency-Replayed")).isEmpty();
    for (Http.Answer answer : List.of(inBody, inHeader, afterTheEnd)) {
      answer.expect(first.status());
      assertThat(answer.header("Idempotency-Replayed")).isEqualTo("true");
      for (String member : List.of("run_id", "session_id")) {
        assertThat(answer.json().path(member)).isEqualTo(first.json().path(member));
      }
    }
    endsOnce(request);
  }

  @ParameterizedTest
  @EnumSource
  // K0-70, K0-90, K0-105, K0-124
  void K0_70_K0_90_K0_105_K0_124_the_same_key_for_something_else_is_a_conflict(Door door) {
    Request request = request(door);
    String key = "conflict-" + request.session;
    http.post(request.path, withKey(request.body, key));
    JsonNode before = awaitRun(id(onlyRun(request)), r -> r.path("finished_at_ms").isNumber());

    refused(
        keyed(request.path, request.otherBody, key), 409, "idempotency", "idempotency_conflict");

    assertThat(onlyRun(request)).as("the first one stands").isEqualTo(before);
  }

  @ParameterizedTest
  @EnumSource
  // K0-68
  void K0_68_a_key_in_the_header_and_another_in_the_body_is_refused_and_nothing_done(Door door) {
    Request request = request(door);
    JsonNode before = http.get("/v1/sessions/" + request.session + "/events").json();

    refused(
        keyed(request.path, withKey(request.body, "one"), "two"),
        400,
        "idempotency",
        "invalid_idempotency_key");

    assertThat(http.get("/v1/sessions/" + request.session + "/events").json()).isEqualTo(before);
  }

  @ParameterizedTest
  @EnumSource
  void a_key_that_is_empty_or_too_long_is_refused_and_nothing_done(Door door) {
    Request request = request(door);
    JsonNode before = http.get("/v1/sessions/" + request.session + "/events").json();

    for (String key : List.of("", "k".repeat(256))) {
      refused(
          http.post(request.path, withKey(request.body, key)),
          400,
          "idempotency",
          "invalid_idempotency_key");
    }
    refused(
        keyed(request.path, request.body, "k".repeat(256)),
        400,
        "idempotency",
        "invalid_idempotency_key");
    assertThat(http.get("/v1/sessions/" + request.session + "/events").json()).isEqualTo(before);
  }

  @ParameterizedTest
  @EnumSource
  // K0-73, K0-90
  void K0_73_K0_90_many_at_once_with_one_key_are_one(Door door) {
    Request request = request(door);
    String key = "many-" + request.session;

    List<Http.Answer> answers = atOnce(MANY, () -> keyed(request.path, request.body, key));

    int status = answers.getFirst().status();
    assertThat(status).isBetween(200, 202);
    assertThat(answers).allSatisfy(answer -> answer.expect(status));
    assertThat(answers.stream().map(a -> text(a.json(), "run_id")).distinct()).hasSize(1);
    assertThat(answers.stream().filter(a -> a.header("Idempotency-Replayed").isEmpty())).hasSize(1);
    endsOnce(request);
  }

  @Test
  // K0-74
  void K0_74_the_same_payload_may_be_written_in_another_way() {
    String session = session();
    String path = "/v1/sessions/" + session + "/runs";

    Http.Answer first =
        keyed(path, json("{'content':'hello','metadata':{'a':1,'b':[1,2]}}"), "written");
    Http.Answer again =
        keyed(
            path,
            json("\n{ 'metadata' : { 'b':[1, 2],\t'a':1.0 },\n 'content':'h\\u0065llo' }"),
            "written");

    assertThat(id(again.expect(202).json())).isEqualTo(id(first.expect(202).json()));
    refused(
        keyed(path, json("{'content':'hello','metadata':{'a':1,'b':[2,1]}}"), "written"),
        409,
        "idempotency",
        "idempotency_conflict");
  }

  @Test
  void a_key_belongs_to_its_caller_and_its_operation() {
    String one = session();
    String other = session();
    String body = json("{'content':'hello'}");
    Http operator = http.as(operatorToken());

    String first = id(keyed("/v1/sessions/" + one + "/runs", body, "shared").expect(202).json());
    refused(
        keyed("/v1/sessions/" + other + "/runs", body, "shared"),
        409,
        "idempotency",
        "idempotency_conflict");
    String byAnother =
        id(
            operator
                .send(
                    "POST",
                    "/v1/sessions/" + one + "/runs",
                    body,
                    request -> request.header("Idempotency-Key", "shared"))
                .expect(202)
                .json());

    String bySomethingElse =
        text(keyed("/v1/sessions", "{}", "shared").expect(201).json(), "session_id");

    assertThat(List.of(first, bySomethingElse, byAnother)).doesNotHaveDuplicates();
  }

  private String operatorToken() {
    return text(
        http.post("/v1/tokens", json("{'name':'second','role':'operator'}")).expect(201).json(),
        "token");
  }

  @Test
  void a_refused_request_leaves_its_key_free() {
    JsonNode run = park(session(), Script.approval("x"));
    String path = "/v1/runs/" + id(run) + "/approvals";
    refused(
        keyed(path, resolutions(one(approvalId(run), "maybe", "")), "free"),
        400,
        "approvals",
        "approval_invalid_resolution");

    keyed(path, allow(approvalId(run)), "free").expect(202);
    awaitRun(id(run), "completed");
  }
}
