package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.agent.acp.AcpTranslation;
import dev.holdpoint.agent.form.NotUnderstood;
import dev.holdpoint.agent.peer.AgentRequest;
import dev.holdpoint.blackbox.Http;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.core.run.RunHead;
import dev.holdpoint.core.run.RunKind;
import dev.holdpoint.core.run.RunSettings;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.daemon.TestDaemon;
import dev.holdpoint.engine.Consequences;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.commit.Writer;
import dev.holdpoint.engine.delivery.OutboundPolicy;
import dev.holdpoint.engine.external.ExternalGates;
import dev.holdpoint.engine.gate.Approvals;
import dev.holdpoint.engine.gate.Clarifications;
import dev.holdpoint.engine.gate.GateDraft;
import dev.holdpoint.engine.port.ToolInputs;
import dev.holdpoint.engine.port.store.Store;
import dev.holdpoint.engine.run.Submission;
import dev.holdpoint.engine.session.Sessions;
import dev.holdpoint.store.Stores;
import dev.holdpoint.vault.AuditKey;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * Answers to the form of an agent are held against it before anything reaches the agent. The form
 * is asked by the engine before the daemon starts.
 */
@OnOneDatabase
class FormAnswerTest {
  private static final String FORM =
      """
      {"sessionId":"a","mode":"form","message":"Please fill in.","requestedSchema":{
        "type":"object","required":["name","tags"],"properties":{
          "name":{"type":"string","minLength":2},
          "mail":{"type":"string","format":"email"},
          "days":{"type":"integer","minimum":1,"maximum":30},
          "color":{"type":"string","oneOf":[{"const":"r","title":"Red"},{"const":"b","title":"Blue"}]},
          "tags":{"type":"array","minItems":2,"items":{"type":"string","enum":["x","y","z"]}}}}}""";

  private final TestDaemon daemon;
  private final Http http;
  private final String run;
  private final String question;

  FormAnswerTest(Database database) throws NotUnderstood {
    Path folder = Database.newFolder();
    Map<String, String> settings = database.settings(Map.of());
    ask(folder, settings);
    daemon = TestDaemon.start(folder, settings);
    http = daemon.http();
    JsonNode waiting = http.get("/v1/runs").expect(200).json().get(0);
    run = Acceptance.id(waiting);
    question = Acceptance.questionId(waiting);
  }

  @AfterEach
  void stop() {
    daemon.close();
  }

  private static void ask(Path folder, Map<String, String> settings) throws NotUnderstood {
    AgentRequest.Inquiry form =
        (AgentRequest.Inquiry) AcpTranslation.read("elicitation/create", new Json(FORM), "1").ask();
    AtomicLong keys = new AtomicLong();
    try (Store store = Stores.open(settings.get("HOLDPOINT_DATABASE"), folder)) {
      Engine engine =
          new Engine(
              store,
              InstantSource.system(),
              prefix -> Ulid.id(prefix, keys.incrementAndGet(), 0),
              broken -> {
                throw new AssertionError(broken);
              },
              Consequences.parts(OutboundPolicy.USUAL, AuditKey.generate()));
      try (Writer writer = new Writer(engine).start()) {
        new Sessions(writer)
            .createOrReuse(new Sessions.Spec("s", null, null, null, null, null), null);
        new ExternalGates(
                writer,
                Clarifications.slots(() -> true),
                new Approvals(writer, Clarifications.slots(() -> true), ToolInputs.ANYTHING))
            .raise(
                "s",
                new Submission(
                    RunKind.INPUT,
                    RunHead.Driver.OUTSIDE,
                    "admin",
                    "daemon",
                    "external",
                    "admin",
                    "Please fill in.",
                    null,
                    new Json("[]"),
                    Json.NULL,
                    RunSettings.NONE),
                new ExternalGates.Gate(
                    new ToolCall("call_1", form.tool(), form.input()),
                    new GateDraft.OfQuestion(
                        "call_1",
                        form.questions(),
                        new GateDraft.Deadline(null, null),
                        form.form(),
                        null)),
                null,
                null);
      }
    }
  }

  private Http.Answer answer(String answers) {
    return http.post(
        "/v1/runs/" + run + "/questions",
        Acceptance.resolution(question, Acceptance.json("'answers':[" + answers + "]")));
  }

  private static List<String> pointers(JsonNode problem) {
    return problem.path("errors").valueStream().map(e -> Acceptance.text(e, "pointer")).toList();
  }

  @Test
  void a_form_is_shown_with_what_may_be_left_open_and_what_is_closed() {
    JsonNode request = http.get("/v1/questions/" + question).expect(200).json().path("request");

    assertThat(Acceptance.text(request.at("/form/properties/mail"), "format")).isEqualTo("email");
    assertThat(Acceptance.members(request.at("/questions/0")))
        .containsExactly("id", "header", "question", "options", "multi_select");
    assertThat(request.at("/questions/0/question").asString()).isEqualTo("Please fill in.\nname");
    assertThat(request.at("/questions/1/optional").asBoolean()).isTrue();
    assertThat(request.at("/questions/1").has("closed")).isFalse();
    assertThat(request.at("/questions/3/closed").asBoolean()).isTrue();
    assertThat(request.at("/questions/4").has("optional")).isFalse();
  }

  @Test
  void answers_that_do_not_fit_are_refused_with_their_places_and_change_nothing() {
    JsonNode before = http.get("/v1/runs/" + run).json();

    JsonNode problem =
        Acceptance.refused(
            answer(
                "{'question_id':'name','freeform_answer':'A'},"
                    + "{'question_id':'mail','freeform_answer':'nobody'},"
                    + "{'question_id':'days','freeform_answer':'many'},"
                    + "{'question_id':'tags','selected_option_ids':['x']}"),
            400,
            "questions",
            "question_answer_invalid");

    assertThat(pointers(problem))
        .containsExactlyInAnyOrder(
            "/resolution/answers/0/freeform_answer",
            "/resolution/answers/1/freeform_answer",
            "/resolution/answers/2/freeform_answer",
            "/resolution/answers/3/selected_option_ids");
    assertThat(http.get("/v1/runs/" + run).json()).isEqualTo(before);
  }

  @Test
  void words_where_only_options_count_and_a_missing_answer_are_refused_as_ever() {
    Acceptance.refused(
        answer(
            "{'question_id':'name','freeform_answer':'Ada'},"
                + "{'question_id':'color','freeform_answer':'green'},"
                + "{'question_id':'tags','selected_option_ids':['x','y']}"),
        400,
        "questions",
        "question_option_not_found");
    Acceptance.refused(
        answer("{'question_id':'name','freeform_answer':'Ada'}"),
        400,
        "questions",
        "question_answer_missing");
    assertThat(http.get("/v1/questions").json()).hasSize(1);
  }

  @Test
  void answers_that_fit_end_the_wait_and_what_is_optional_may_be_left_open() {
    answer(
            "{'question_id':'name','freeform_answer':'Ada'},"
                + "{'question_id':'mail'},"
                + "{'question_id':'days','freeform_answer':'7'},"
                + "{'question_id':'tags','selected_option_ids':['x','y']}")
        .expect(202);

    assertThat(http.get("/v1/questions/" + question).json().at("/resolution/behavior").asString())
        .isEqualTo("answered");
  }

  @Test
  void cards_ask_one_by_one_and_say_at_once_what_does_not_fit() {
    assertThat(respond("name", "A").status()).isEqualTo(400);
    respond("name", "Ada").expect(200);
    assertThat(respond("mail", "nobody").status()).isEqualTo(400);
    respond("mail", "ada@example.com").expect(200);
    assertThat(respond("days", "31").status()).isEqualTo(400);
    http.post(
            "/api/clarify/respond",
            Acceptance.json("{'session_id':'s','clarify_id':'%s:days','response':[]}", question))
        .expect(200);
    assertThat(respond("color", "green").status()).isEqualTo(400);
    respond("color", "Blue").expect(200);
    http.post(
            "/api/clarify/respond",
            Acceptance.json(
                "{'session_id':'s','clarify_id':'%s:tags','response':['x','z']}", question))
        .expect(200);

    JsonNode decision = http.get("/v1/questions/" + question).json().path("resolution");
    assertThat(decision.path("answers").toString())
        .isEqualTo(
            Acceptance.json(
                "[{'question_id':'name','selected_option_ids':[],'freeform_answer':'Ada'},"
                    + "{'question_id':'mail','selected_option_ids':[],'freeform_answer':'ada@example.com'},"
                    + "{'question_id':'days','selected_option_ids':[]},"
                    + "{'question_id':'color','selected_option_ids':['b']},"
                    + "{'question_id':'tags','selected_option_ids':['x','z']}]"));
  }

  private Http.Answer respond(String part, String response) {
    return http.post(
        "/api/clarify/respond",
        Acceptance.json(
            "{'session_id':'s','clarify_id':'%s:%s','response':'%s'}", question, part, response));
  }
}
