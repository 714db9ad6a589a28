package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.blackbox.Sse;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Talking with a session: what it says comes on the chat stream, what it asks elsewhere. */
@OnBothDatabases
class AmbientChatTest extends Acceptance {
  AmbientChatTest(Database database) {
    super(database);
  }

  private Sse chat(String session, String more) {
    return http.stream("/api/chat/stream?session_id=" + session + more);
  }

  private String say(String session, String message) {
    Http.Answer answer =
        http.post(
            "/api/chat",
            "{\"session_id\":\"%s\",\"message\":%s}"
                .formatted(session, JSON.writeValueAsString(message)));
    JsonNode body = answer.expect(202).json();
    assertThat(members(body)).containsExactly("run_id");
    return id(body);
  }

  private static String script(String... lines) {
    return "#!script\n" + String.join("\n", lines);
  }

  /** All frames but the live text, until the run of that frame is over. */
  private static List<String> untilOver(Sse stream) {
    stream.next(frame -> List.of("done", "error").contains(frame.type()));
    return stream.taken().stream()
        .filter(frame -> !frame.type().equals("delta"))
        .map(frame -> frame.type() + " " + frame.text())
        .toList();
  }

  @Test
  void a_turn_is_heard_as_it_is_written_and_when_it_is_over() {
    String session = session();
    try (Sse stream = chat(session, "")) {
      assertThat(stream.header("content-type")).startsWith("text/event-stream");
      // Text is told while it is written, to streams that are open: a first turn shows that one is.
      say(session, "hello");
      untilOver(stream);
      String run = say(session, "hello");
      String written =
          json(
              "{'run_id':'%s','content':'You said: hello',"
                  + "'parts':[{'type':'text','text':'You said: hello'}],'artifacts':[]}",
              run);

      assertThat(untilOver(stream))
          .endsWith("output " + written, json("done {'run_id':'%s','status':'completed'}", run));
      assertThat(
              stream.taken().stream()
                  .filter(frame -> frame.type().equals("delta"))
                  .peek(frame -> assertThat(frame.id()).isNull())
                  .map(frame -> text(frame.data(), "text")))
          .isNotEmpty()
          .allMatch("You said: hello"::contains);
    }
  }

  @Test
  void whoever_comes_back_hears_what_was_said_meanwhile_and_nothing_twice() {
    String session = session();
    long before;
    try (Sse stream = chat(session, "&cursor=0")) {
      say(session, "one");
      before = stream.next("done").number();
    }
    String second = say(session, "two");
    awaitRun(second, "completed");
    try (Sse stream = chat(session, "&cursor=" + before)) {
      assertThat(text(stream.next().data(), "content")).isEqualTo("You said: two");
      assertThat(id(stream.next().data())).isEqualTo(second);
    }
    try (Sse stream = chat(session, "&cursor=999999999999")) {
      assertThat(stream.next().text()).isEqualTo(json("{'reason':'restart_epoch'}"));
    }
  }

  @Test
  // H3-73, H3-74, H3-75
  void H3_73_H3_74_H3_75_prompts_come_on_their_own_streams_and_an_answer_lets_the_turn_go_on() {
    String session = session();
    try (Sse chat = chat(session, "");
        Sse approvals = http.stream("/api/approval/stream?session_id=" + session);
        Sse clarifications = http.stream("/api/clarify/stream?session_id=" + session)) {
      approvals.next("initial");
      clarifications.next("initial");
      String run = say(session, script(Script.approval("x"), Script.SAY_LAST_RESULT));
      String asked = text(approvals.next("approval").data(), "approval_id");
      JsonNode answer =
          http.post(
                  "/api/approval/respond",
                  json("{'session_id':'%s','choice':'deny','approval_id':'%s'}", session, asked))
              .expect(200)
              .json();
      assertThat(answer.toString()).isEqualTo(json("{'ok':true,'choice':'deny'}"));
      assertThat(approvals.next().text()).isEqualTo(json("{'pending':null,'pending_count':0}"));
      assertThat(untilOver(chat)).hasSize(2).allMatch(frame -> frame.contains(run));
      assertThat(chat.taken()).extracting(Sse.Frame::type).containsOnly("delta", "output", "done");
      assertThat(clarifications.isQuiet()).isTrue();
    }
  }

  @Test
  void a_turn_that_fails_or_is_interrupted_says_why() {
    String session = session();
    try (Sse stream = chat(session, "")) {
      String run = say(session, script("{\"fail\":\"no model\"}"));
      JsonNode failed = stream.next("error").data();
      assertThat(id(failed)).isEqualTo(run);
      assertThat(status(failed)).isEqualTo("failed");
      assertThat(text(failed, "error")).contains("no model");

      say(session, script(Script.approval("x")));
      http.awaitApproval(id(http.get("/v1/runs?limit=1&session_id=" + session).json().get(0)));
      http.post("/v1/sessions/" + session + "/interrupt", null).expect(200);
      JsonNode interrupted = stream.next("error").data();
      assertThat(status(interrupted)).isEqualTo("interrupted");
      assertThat(text(interrupted, "error")).isNotBlank();
    }
  }

  @Test
  void how_a_gate_from_outside_was_decided_is_no_part_of_the_chat() {
    String session = session();
    try (Sse stream = chat(session, "")) {
      JsonNode raised =
          http.post(
                  "/v1/sessions/" + session + "/approval-requests",
                  json("{'tool_name':'deploy','input':{'to':'prod'},'reason':'now?'}"))
              .expect(201)
              .json();
      JsonNode shown =
          http.get("/api/approval/pending?session_id=" + session).json().get("pending");
      assertThat(text(shown, "command")).isEqualTo(json("deploy {'to':'prod'}"));
      http.post(
              "/api/approval/respond",
              json(
                  "{'session_id':'%s','choice':'once','approval_id':'%s'}",
                  session, text(shown, "approval_id")))
          .expect(200);
      awaitRun(id(raised), "completed");
      String run = say(session, "hello");
      assertThat(untilOver(stream)).hasSize(2).allMatch(frame -> frame.contains(run));
    }
  }
}
