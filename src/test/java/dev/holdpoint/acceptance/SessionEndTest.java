package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.blackbox.Sse;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** A session that has ended takes no work and tells all it knew. */
@OnBothDatabases
class SessionEndTest extends Acceptance {
  SessionEndTest(Database database) {
    super(database);
  }

  private Http.Answer end(String session, String body) {
    return http.post("/v1/sessions/" + session + "/end", body.isEmpty() ? null : json(body));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{}", "{'reason':'done'}", "{'reason':null}"})
  // K4-32, K4-278
  void K4_32_K4_278_it_takes_a_body_or_none_and_answers_the_session(String body) {
    String session = session();

    JsonNode view = end(session, body).expect(200).json();

    assertThat(text(view, "session_id")).isEqualTo(session);
    assertThat(view.at("/snapshot/status").asString()).isEqualTo("ended");
    assertThat(view.at("/snapshot/end_reason").asString(""))
        .isEqualTo(body.contains("done") ? "done" : "");
    assertThat(http.get("/v1/sessions/" + session).json()).isEqualTo(view);
    assertThat(end(session, "{'reason':'again'}").expect(200).json()).isEqualTo(view);
  }

  @Test
  // K4-279
  void K4_279_new_work_is_refused_and_history_stays_readable() {
    String session = session();
    JsonNode run = park(session, Script.say("remember me"));
    end(session, "").expect(200);

    String work = Http.work(Script.say("more"));
    for (Http.Answer answer :
        List.of(
            http.post("/v1/sessions/" + session + "/input", work),
            http.post("/v1/sessions/" + session + "/runs", work),
            http.post(
                "/v1/sessions/" + session + "/approval-requests",
                json("{'tool_name':'t','input':{},'reason':'r'}")),
            http.post(
                "/v1/sessions/" + session + "/question-requests",
                json("{'questions':[{'id':'q','question':'?'}]}")))) {
      refused(answer, 409, "sessions", "session_conflict");
    }
    assertThat(run(id(run)).at("/outputs/0/content").asString()).isEqualTo("remember me");
    assertThat(eventTypes(id(run))).endsWith("completed");
    assertThat(
            http.get("/v1/sessions/" + session + "/events")
                .expect(200)
                .json()
                .at("/daemon_outputs/0/content")
                .asString())
        .isEqualTo("remember me");
    assertThat(http.get("/v1/runs?session_id=" + session).json().size()).isEqualTo(1);
  }

  @Test
  void a_session_with_something_to_do_is_not_ended() {
    String session = session();
    JsonNode run = park(session, Script.approval("hold"));
    String queued = http.submit(session, Script.say("next"));

    leavesUnchanged(
        id(run),
        () -> refused(end(session, "{'reason':'x'}"), 409, "sessions", "session_not_idle"));

    assertThat(status(run(queued))).isEqualTo("queued");
    http.post("/v1/runs/" + queued + "/cancel", null).expect(200);
    refused(end(session, ""), 409, "sessions", "session_not_idle");
    http.post("/v1/runs/" + id(run) + "/cancel", null).expect(200);
    end(session, "").expect(200);
  }

  @Test
  void streams_tell_of_it_now_and_later() {
    String session = session();
    park(session, Script.say("x"));
    for (String path : List.of("/v1/sessions/" + session + "/stream", "/v1/events/stream")) {
      try (Sse live = http.stream(path)) {
        end(session, "").expect(200);
        if (path.contains(session)) {
          assertThat(live.next(frame -> isEnd(frame, session)).number()).isPositive();
        }
      }
      try (Sse replay = http.stream(path + "?cursor=0")) {
        assertThat(replay.next(frame -> isEnd(frame, session)).number()).isPositive();
      }
    }
  }

  private static boolean isEnd(Sse.Frame frame, String session) {
    return frame.type().equals("session_state_changed")
        && text(frame.data(), "session_id").equals(session)
        && text(frame.data(), "status").equals("ended");
  }

  @Test
  void one_that_is_not_there_cannot_be_ended() {
    refused(end("nobody-here", ""), 404, "sessions", "session_not_found");
    refused(
        http.post("/v1/sessions/" + session() + "/end", json("{'reason':7}")),
        400,
        "api",
        "invalid_request");
  }
}
