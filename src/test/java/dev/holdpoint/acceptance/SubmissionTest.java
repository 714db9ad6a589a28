package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.blackbox.Sse;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Work is given to a session, inline or detached. */
@OnBothDatabases
class SubmissionTest extends Acceptance {
  SubmissionTest(Database database) {
    super(database);
  }

  private Http.Answer submit(String session, String door, String body) {
    return http.post("/v1/sessions/" + session + "/" + door, json(body));
  }

  @Test
  // K4-29, K4-187
  void K4_29_K4_187_input_runs_inline_and_answers_the_session() {
    String session = session();

    JsonNode view = submit(session, "input", "{'content':'hello'}").expect(200).json();

    assertThat(text(view, "session_id")).isEqualTo(session);
    assertThat(status(view.path("snapshot"))).isEqualTo("idle");
    assertThat(text(view.path("outputs").get(0), "content")).isEqualTo("You said: hello");
    assertThat(text(view.path("snapshot"), "last_assistant_message")).isEqualTo("You said: hello");
  }

  @Test
  // K4-02, K4-30, K4-188, K4-192
  void K4_02_K4_30_K4_188_K4_192_runs_are_detached_and_give_a_handle() {
    String session = session();

    JsonNode run = submit(session, "runs", "{'content':'hello'}").expect(202).json();

    assertThat(text(run, "session_id")).isEqualTo(session);
    assertThat(status(run)).isIn("queued", "running");
    try (Sse stream = http.stream("/v1/runs/" + id(run) + "/stream?cursor=0")) {
      stream.nextEvent("completed");
    }
    assertThat(lastWords(id(run))).isEqualTo("You said: hello");
  }

  @Test
  // K4-194
  void K4_194_input_that_parks_answers_the_waiting_session() {
    String session = session();

    String content = JSON.writeValueAsString("#!script\n" + Script.bash("true"));

    JsonNode approval =
        http.post("/v1/sessions/" + session + "/input", "{\"content\":" + content + "}")
            .expect(200)
            .json();

    assertThat(status(approval.path("snapshot"))).isEqualTo("waiting_for_approval");
    assertThat(approval.path("snapshot").path("pending_approvals").size()).isEqualTo(1);
  }

  @Test
  // K4-189, K4-190
  void K4_189_K4_190_input_is_refused_while_a_run_is_active_or_queued_or_waits() {
    String session = session();
    String running = http.submit(session, Script.work());
    awaitRun(running, "running");
    busy(session);
    String queued = http.submit(session, Script.approval("x"));
    busy(session);
    http.post("/v1/runs/" + running + "/cancel", null).expect(200);
    awaitRun(queued, "waiting_for_approval");
    busy(session);
    http.post("/v1/runs/" + queued + "/cancel", null).expect(200);

    submit(session, "input", "{'content':'now'}").expect(200);
  }

  private void busy(String session) {
    JsonNode before = http.get("/v1/runs?session_id=" + session).json();
    refused(submit(session, "input", "{'content':'hello'}"), 409, "sessions", "session_busy");
    assertThat(http.get("/v1/runs?session_id=" + session).json().size()).isEqualTo(before.size());
  }

  @Test
  void input_answers_202_when_timeout_ms_is_over_first_and_the_run_goes_on() {
    String session = session();
    String content = JSON.writeValueAsString("#!script\n" + Script.work());

    JsonNode view =
        http.post(
                "/v1/sessions/" + session + "/input?timeout_ms=30", "{\"content\":" + content + "}")
            .expect(202)
            .json();

    String run = text(view.path("snapshot"), "active_run_id");
    assertThat(status(run(run))).isEqualTo("running");
    http.post("/v1/runs/" + run + "/cancel", null).expect(200);
  }

  @Test
  // K4-191, K4-193, K4-332
  void K4_191_K4_193_K4_332_runs_of_a_session_wait_for_each_other_and_run_in_order() {
    String session = session();
    String first = http.submit(session, Script.approval("hold"));
    List<String> later =
        List.of(
            http.submit(session, Script.say("second")),
            http.submit(session, Script.say("third")),
            http.submit(session, Script.say("fourth")));
    JsonNode waiting = awaitRun(first, "waiting_for_approval");

    assertThat(later.stream().map(r -> run(r).path("queued_position").asInt()))
        .containsExactly(1, 2, 3);
    assertThat(later.stream().map(r -> status(run(r)))).containsOnly("queued");
    http.post("/v1/runs/" + first + "/approvals", allow(approvalId(waiting))).expect(202);
    awaitRun(later.getLast(), "completed");

    JsonNode log = http.get("/v1/sessions/" + session + "/events").json().path("run_events");
    List<String> order =
        log.valueStream()
            .filter(e -> List.of("started", "completed").contains(e.at("/event/type").asString()))
            .map(e -> e.at("/event/type").asString() + " " + text(e, "run_id"))
            .toList();
    assertThat(order)
        .containsExactly(
            "started " + first,
            "completed " + first,
            "started " + later.get(0),
            "completed " + later.get(0),
            "started " + later.get(1),
            "completed " + later.get(1),
            "started " + later.get(2),
            "completed " + later.get(2));
  }

  @Test
  // K4-195
  void K4_195_of_two_inputs_at_once_one_runs_and_the_other_is_told_that_the_session_is_busy() {
    String session = session();
    String body =
        "{\"content\":" + JSON.writeValueAsString("#!script\n" + Script.approval("x")) + "}";

    List<Integer> statuses =
        atOnce(2, () -> http.post("/v1/sessions/" + session + "/input", body).status());

    assertThat(statuses).containsExactlyInAnyOrder(200, 409);
    assertThat(http.get("/v1/runs?session_id=" + session).json().size()).isEqualTo(1);
  }

  @Test
  // K4-196
  void K4_196_many_runs_at_once_are_all_run_and_none_is_lost() {
    String session = session();

    List<String> runs =
        atOnce(24, () -> id(submit(session, "runs", "{'content':'x'}").expect(202).json()));

    assertThat(runs).doesNotHaveDuplicates();
    runs.forEach(run -> awaitRun(run, "completed"));
    assertThat(http.get("/v1/runs?session_id=" + session).json().size()).isEqualTo(24);
  }

  @ParameterizedTest
  @ValueSource(strings = {"input", "runs"})
  // K4-204
  void K4_204_the_model_is_asked_as_the_request_says(String door) {
    String session = session();
    String generation = json("{'temperature':0.5,'max_output_tokens':77,'model':'mine'}");
    String script = JSON.writeValueAsString("#!script\n" + Script.sayRequest());

    http.post(
            "/v1/sessions/" + session + "/" + door,
            "{\"content\":" + script + ",\"generation\":" + generation + "}")
        .expect(door.equals("input") ? 200 : 202);

    JsonNode run = http.get("/v1/runs?session_id=" + session).json().get(0);
    JsonNode asked = JSON.readTree(lastWords(id(run)));
    assertThat(asked.path("generation")).isEqualTo(JSON.readTree(generation));
    assertThat(run.at("/request/model").asString()).isEqualTo("mine");
  }

  @ParameterizedTest
  @ValueSource(strings = {"input", "runs"})
  // K4-197, K4-198, K4-199, K4-200, K4-201, K4-206
  void K4_197_K4_198_K4_199_K4_200_K4_201_K4_206_every_field_is_taken(String door) {
    String session = session();

    submit(
            session,
            door,
            "{'provider':'scripted','source_plugin':'mail','source_kind':'message','actor_id':'ada',"
                + "'content':'hello','generation':{'temperature':0.5},'completion_requirements':[],"
                + "'metadata':{'ticket':{'n':7}},'reply_targets':[{'plugin':'daemon','address':'x'}],"
                + "'reply_plugin':'daemon','reply_address':'y','binding_keys':[]}")
        .expect(door.equals("input") ? 200 : 202);

    JsonNode run = http.get("/v1/runs?session_id=" + session).json().get(0);
    JsonNode summary = run.path("request");
    assertThat(text(summary, "provider")).isEqualTo("scripted");
    assertThat(text(summary, "source_plugin")).isEqualTo("mail");
    assertThat(text(summary, "source_kind")).isEqualTo("message");
    assertThat(text(summary, "actor_id")).isEqualTo("ada");
    assertThat(text(summary, "text_preview")).isEqualTo("hello");
    assertThat(run.path("input_metadata").toString()).isEqualTo(json("{'ticket':{'n':7}}"));
  }

  @Test
  // K4-84, K4-85, K4-343, K4-344, K4-345, K4-347
  void K4_84_K4_85_K4_343_K4_344_K4_345_K4_347_what_is_not_said_has_a_default() {
    JsonNode run = park(session(), Script.say("x"));

    JsonNode summary = run.path("request");
    assertThat(text(summary, "source_plugin")).isEqualTo("daemon");
    assertThat(text(summary, "source_kind")).isEqualTo("api");
    assertThat(text(summary, "actor_id")).isEqualTo("api-user");
    assertThat(text(summary, "provider")).as("the daemon's default route").isEqualTo("scripted");
    assertThat(text(summary, "model")).isEqualTo("scripted");
    assertThat(run.path("input_metadata").isNull()).isTrue();
  }

  @Test
  // K4-85
  void K4_85_a_provider_that_is_no_route_is_refused() {
    refused(
        submit(session(), "runs", "{'content':'x','provider':'openai'}"),
        400,
        "routes",
        "route_not_found");
  }

  @ParameterizedTest
  @ValueSource(strings = {"input", "runs"})
  // K4-202, K4-213, K4-224, K4-228
  void K4_202_K4_213_K4_224_K4_228_text_items_are_input_too_and_keep_their_order(String door) {
    String session = session();

    submit(session, door, "{'input_items':[{'type':'text','text':'b'},{'type':'text','text':'a'}]}")
        .expect(door.equals("input") ? 200 : 202);

    JsonNode run = http.get("/v1/runs?session_id=" + session).json().get(0);
    assertThat(lastWords(id(run))).isEqualTo("You said: b\na");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
      K4-211 | {'content':'x','input_items':[{'type':'text','text':'y'}]}
      K4-212 | {'attachments':[{'file_name':'a','content_base64':'aGk='}],'input_items':[{'type':'text','text':'y'}]}
      K4-214 | {}
      K4-214 | {'content':''}
      K4-214 | {'content':null,'input_items':[],'attachments':[]}
      K4-221 | {'input_items':[{'type':'inline_asset','file_name':'','media_type':'text/plain','content_base64':'aGk='}]}
      K4-222 | {'input_items':[{'type':'inline_asset','file_name':'a','media_type':'text/plain','content_base64':''}]}
      K4-223 | {'input_items':[{'type':'inline_asset','file_name':'a','media_type':'text/plain','content_base64':'!!'}]}
      K4-228 | {'input_items':[{'type':'unheard_of','text':'y'}]}
      -      | {'content':7}
      -      | {'content':'x','generation':{'response_format':{'type':'structured_json','schema':{'$ref':'#'}}}}
      -      | {'content':'x','metadata':[]}
      -      | {'content':'x','metadata':{'daemon':{'a':1}}}
      """)
  // K4-211, K4-212, K4-214, K4-221, K4-222, K4-223, K4-228
  void K4_211_K4_212_K4_214_K4_221_K4_222_K4_223_K4_228_input_that_makes_no_sense_is_refused(
      String row, String body) {
    String session = session();

    for (String door : List.of("input", "runs")) {
      refused(submit(session, door, body), 400, "runs", "invalid_input");
    }
    assertThat(http.get("/v1/runs?session_id=" + session).text()).as(row).isEqualTo("[]");
  }

  @Test
  // K4-346
  void K4_346_a_long_text_is_shown_by_its_first_160_characters() {
    String session = session();
    submit(session, "input", "{'content':'" + "ä".repeat(160) + "'}").expect(200);
    assertThat(preview(session)).isEqualTo("ä".repeat(160));

    submit(session, "input", "{'content':'" + "😀".repeat(161) + "'}").expect(200);
    assertThat(preview(session)).isEqualTo("😀".repeat(160) + "…");
  }

  private String preview(String session) {
    return http.get("/v1/runs?limit=1&session_id=" + session)
        .json()
        .at("/0/request/text_preview")
        .asString();
  }

  @Test
  // K4-46
  void K4_46_work_for_a_session_that_is_not_there_is_refused() {
    for (String door : List.of("input", "runs")) {
      refused(submit("nobody-here", door, "{'content':'x'}"), 404, "sessions", "session_not_found");
    }
  }
}
