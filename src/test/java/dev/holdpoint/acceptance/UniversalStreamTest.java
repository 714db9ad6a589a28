package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Sse;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** What older clients read of a session: what is asked, and how it was resolved. */
@OnBothDatabases
class UniversalStreamTest extends Acceptance {
  private static final String COLOR =
      json(
          "{'id':'color','question':'Choose a color','options':["
              + "{'id':'r','label':'Red'},{'id':'b','label':'Blue'}]}");
  private static final String NOTES = json("{'id':'notes','question':'Anything else?'}");

  UniversalStreamTest(Database database) {
    super(database);
  }

  private JsonNode ask(String session, String... questions) {
    return park(session, Script.ask(String.join(",", questions), ""), Script.SAY_LAST_RESULT);
  }

  private Sse universal(String session, String cursor) {
    return http.stream("/v1/sessions/" + session + "/stream?format=universal" + cursor);
  }

  /** Something new is asked from outside, so that whatever came before it has come. */
  private String mark(String session) {
    JsonNode raised =
        http.post(
                "/v1/sessions/" + session + "/question-requests",
                json("{'questions':[{'id':'mark','question':'Mark?'}]}"))
            .expect(201)
            .json();
    return text(raised.path("request"), "id");
  }

  private void nothingButTheMark(Sse stream, String session) {
    String mark = mark(session);
    Sse.Frame frame = stream.next();
    assertThat(frame.type()).isEqualTo("question.requested");
    assertThat(text(frame.data(), "question_id")).isEqualTo(mark);
  }

  private void reply(String session, JsonNode run, String answers) {
    http.post(
            "/v1/sessions/" + session + "/questions/" + questionId(run) + "/reply",
            json("{'answers':" + answers + "}"))
        .expect(204);
  }

  @Test
  // A2-11, A2-12, A2-13, A2-14, A2-15, A2-16, A2-18, A2-31, A2-38, A2-39, A2-40, A2-42
  void
      A2_11_A2_12_A2_13_A2_14_A2_15_A2_16_A2_18_A2_31_A2_38_A2_39_A2_40_A2_42_a_question_is_rendered_and_answered_from_its_event_alone() {
    String session = session();
    try (Sse stream = universal(session, "")) {
      ask(session, COLOR, NOTES);

      Sse.Frame requested = stream.next();
      JsonNode asked = requested.data();
      assertThat(requested.type()).isEqualTo("question.requested");
      assertThat(members(asked))
          .containsExactly("question_id", "prompt", "options", "response", "status");
      assertThat(text(asked, "prompt")).isEqualTo("Choose a color\nAnything else?");
      assertThat(texts(asked.path("options"))).containsExactly("Red", "Blue");
      assertThat(asked.path("response").isNull()).isTrue();
      assertThat(text(asked, "status")).isEqualTo("requested");

      http.post(
              "/v1/sessions/" + session + "/questions/" + text(asked, "question_id") + "/reply",
              json("{'answers':[['%s'],['none']]}", asked.at("/options/1").asString()))
          .expect(204);

      Sse.Frame resolved = stream.next();
      assertThat(resolved.type()).isEqualTo("question.resolved");
      assertThat(resolved.number()).isGreaterThan(requested.number());
      assertThat(resolved.data().toString())
          .isEqualTo(
              asked
                  .toString()
                  .replace("\"response\":null", "\"response\":\"Blue\"")
                  .replace(
                      "\"status\":\"requested\"",
                      "\"status\":\"answered\",\"outcome\":\"answered\""));
      nothingButTheMark(stream, session);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"reject", "decline", "cancel question", "cancel run", "interrupt"})
  // A2-36, A2-41
  void A2_36_A2_41_whatever_ends_a_question_without_an_answer_rejects_it(String way) {
    String session = session();
    JsonNode run = ask(session, COLOR);
    String question = questionId(run);
    String ofRun = "/v1/runs/" + id(run);
    switch (way) {
      case "reject" ->
          http.post("/v1/sessions/" + session + "/questions/" + question + "/reject", null)
              .expect(204);
      case "decline" -> http.post(ofRun + "/questions", decline(question)).expect(202);
      case "cancel question" ->
          http.post(ofRun + "/questions/" + question + "/cancel", null).expect(200);
      case "cancel run" -> http.post(ofRun + "/cancel", null).expect(200);
      default -> http.post("/v1/sessions/" + session + "/interrupt", null).expect(200);
    }

    try (Sse stream = universal(session, "&cursor=0")) {
      assertThat(stream.next().type()).isEqualTo("question.requested");
      Sse.Frame resolved = stream.next();
      assertThat(resolved.type()).isEqualTo("question.resolved");
      assertThat(text(resolved.data(), "question_id")).isEqualTo(question);
      assertThat(text(resolved.data(), "status")).isEqualTo("rejected");
      assertThat(resolved.data().path("response").isNull()).isTrue();
      nothingButTheMark(stream, session);
    }
  }

  @Test
  // A2-05, A2-42
  void A2_05_A2_42_each_is_told_once_over_as_many_connections_as_it_takes() {
    String session = session();
    JsonNode first = ask(session, COLOR);
    String seen;
    try (Sse stream = universal(session, "&cursor=0")) {
      seen = Long.toString(stream.next("question.requested").number());
    }
    reply(session, first, "[['Red']]");
    awaitRun(id(first), "completed");
    JsonNode second = ask(session, COLOR);

    try (Sse stream =
        http.stream(
            "/v1/sessions/" + session + "/stream?format=universal",
            request -> request.header("Last-Event-ID", seen))) {
      assertThat(text(stream.next("question.resolved").data(), "question_id"))
          .isEqualTo(questionId(first));
      assertThat(text(stream.next("question.requested").data(), "question_id"))
          .isEqualTo(questionId(second));
      nothingButTheMark(stream, session);
    }
  }

  @Test
  void the_ids_are_those_of_the_native_stream() {
    String session = session();
    ask(session, COLOR);

    try (Sse natively = http.stream("/v1/sessions/" + session + "/stream?format=native&cursor=0");
        Sse universal = universal(session, "&cursor=0")) {
      assertThat(universal.next("question.requested").id())
          .isEqualTo(natively.next("question_requested").id());
    }
  }

  @Test
  void another_format_and_a_cursor_that_is_none_are_refused() {
    String path = "/v1/sessions/" + session() + "/stream";

    refused(http.get(path + "?format=other"), 400, "api", "invalid_request");
    refused(http.get(path + "?format=universal&cursor=x"), 400, "events", "invalid_event_cursor");
    refused(
        http.get("/v1/sessions/nobody/stream?format=universal"),
        404,
        "sessions",
        "session_not_found");
  }

  @Test
  void a_cursor_that_was_never_given_out_is_a_gap() {
    try (Sse stream = universal(session(), "&cursor=9223372036854775000")) {
      assertThat(text(stream.next("stream_gap").data(), "reason")).isEqualTo("restart_epoch");
    }
  }

  @Test
  // A2-64
  void A2_64_the_extension_is_no_endpoint() {
    JsonNode paths = http.get("/v1/openapi.json").expect(200).json().path("paths");

    assertThat(List.copyOf(paths.propertyNames()))
        .contains("/v1/sessions/{session_id}/questions/{question_id}/reply")
        .noneMatch(path -> path.contains("_sandboxagent") || path.contains("request_question"));
  }
}
