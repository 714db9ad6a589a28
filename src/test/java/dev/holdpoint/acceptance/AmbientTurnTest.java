package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.blackbox.Sse;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** A turn that is asked for here, its text, and its prompts on their own streams. */
@OnBothDatabases
class AmbientTurnTest extends AmbientAcceptance {
  private static final String CHAT = "/api/chat";

  AmbientTurnTest(Database database) {
    super(database);
  }

  private Sse chat(String session) {
    return http.stream("/api/chat/stream?session_id=" + encoded(session));
  }

  private String say(String session, String message) {
    JsonNode body =
        http.post(CHAT, body("session_id", session, "message", message)).expect(202).json();
    assertThat(text(body, "run_id")).startsWith("run_");
    return text(body, "run_id");
  }

  private static String script(String... lines) {
    return "#!script\n" + String.join("\n", lines);
  }

  /** The turn's end, and every frame before it. */
  private static List<Sse.Frame> turn(Sse stream, String end) {
    stream.next(end);
    return stream.taken();
  }

  private static String deltas(List<Sse.Frame> turn) {
    StringBuilder text = new StringBuilder();
    for (Sse.Frame frame : turn) {
      if (frame.type().equals("delta")) {
        assertThat(frame.id()).as("text as it is spoken is never sent again").isNull();
        text.append(text(frame.data(), "text"));
      }
    }
    return text.toString();
  }

  @Test
  // H3-72
  void H3_72_prompts_are_raised_while_the_turn_works_and_not_after_it() {
    String session = session();
    try (Sse chat = chat(session);
        Sse approvals = approvals(session);
        Sse clarifies = clarifies(session)) {
      initial(approvals, NOTHING);
      initial(clarifies, NOTHING);
      String run =
          say(
              session,
              script(
                  Script.tool("emit_output", json("{'content':'before'}")),
                  Script.bash("echo done > proof"),
                  Script.tool("read_file", json("{'path':'proof'}")),
                  Script.ask(json("{'id':'q','question':'Sure?'}"), ""),
                  Script.say("after")));

      // What came before the prompt is there; the turn itself is held, and nothing was done.
      JsonNode approval = prompt(approvals, "approval");
      assertThat(text(chat.next("output").data(), "content")).isEqualTo("before");
      JsonNode held = run(run);
      assertThat(status(held)).isEqualTo("waiting_for_approval");
      assertThat(held.path("finished_at_ms").isNull()).isTrue();
      assertThat(held.path("outputs")).hasSize(1);
      decided(click(session, "once", text(approval, "approval_id")), "once");

      JsonNode question = prompt(clarifies, "clarify");
      assertThat(status(run(run))).isEqualTo("waiting_for_user_question");
      assertThat(event(run, "approval_resolved").isMissingNode()).isFalse();
      assertThat(chat.taken().stream().map(Sse.Frame::type)).doesNotContain("done", "error");
      tell(session, "very", text(question, "clarify_id")).expect(200);

      Sse.Frame done = chat.next("done");
      assertThat(text(done.data(), "run_id")).as("the same turn").isEqualTo(run);
      assertThat(chat.taken().stream().filter(f -> f.type().equals("output")))
          .extracting(f -> text(f.data(), "content"))
          .containsExactly("before", "after");
    }
  }

  @Test
  void a_turn_is_its_text_its_output_and_its_end() {
    String session = session();
    try (Sse stream = chat(session)) {
      String run = say(session, "good morning");
      List<Sse.Frame> turn = turn(stream, "done");

      assertThat(turn).allSatisfy(f -> assertThat(text(f.data(), "run_id")).isEqualTo(run));
      assertThat(turn.stream().map(Sse.Frame::type).distinct())
          .containsSubsequence("output", "done")
          .isSubsetOf("delta", "output", "done");
      Sse.Frame output =
          turn.stream().filter(f -> f.type().equals("output")).findFirst().orElseThrow();
      assertThat(text(output.data(), "content")).isEqualTo("You said: good morning");
      assertThat("You said: good morning").isEqualTo(deltas(turn));
      assertThat(text(turn.getLast().data(), "status")).isEqualTo("completed");
      assertThat(turn.getLast().number()).isGreaterThan(output.number());
    }
  }

  @Test
  // H3-03, H3-05, H3-73, H3-74, H3-75
  void
      H3_03_H3_05_H3_73_H3_74_H3_75_a_turn_raises_prompts_on_their_own_streams_and_goes_on_with_the_answers() {
    String session = session();
    try (Sse chat = chat(session);
        Sse approvals = approvals(session);
        Sse clarifies = clarifies(session)) {
      for (Sse stream : List.of(chat, approvals, clarifies)) {
        assertThat(stream.header("content-type")).startsWith("text/event-stream");
        assertThat(stream.header("content-type")).isEqualTo(chat.header("content-type"));
        assertThat(stream.header("cache-control")).isEqualTo(chat.header("cache-control"));
      }
      initial(approvals, NOTHING);
      initial(clarifies, NOTHING);
      String run =
          say(
              session,
              script(
                  Script.bash("echo one"),
                  Script.ask(json("{'id':'q','question':'Sure?'}"), ""),
                  Script.SAY_LAST_RESULT));

      JsonNode approval = prompt(approvals, "approval");
      assertThat(text(approval, "command")).isEqualTo("echo one");
      assertThat(text(approval, "run_id")).isEqualTo(run);
      decided(click(session, "once", text(approval, "approval_id")), "once");
      JsonNode question = prompt(clarifies, "clarify");
      assertThat(text(question, "question")).isEqualTo("Sure?");
      tell(session, "very", text(question, "clarify_id")).expect(200);

      List<Sse.Frame> turn = turn(chat, "done");
      assertThat(turn.stream().map(Sse.Frame::type)).isSubsetOf("delta", "output", "done");
      assertThat(turn.toString())
          .contains("very")
          .doesNotContain("apr_", "approval_id", "clarify_id", "choices_offered");
      assertThat(state(approvals, "approval").toString()).isEqualTo(NOTHING);
      assertThat(state(clarifies, "clarify").toString()).isEqualTo(NOTHING);
      assertThat(approvals.isQuiet() && clarifies.isQuiet()).isTrue();
    }
  }

  @Test
  void a_turn_that_fails_says_why_and_one_that_is_cancelled_says_so() {
    String session = session();
    try (Sse stream = chat(session)) {
      String failing = say(session, script(Script.fail("no more tokens")));
      Sse.Frame error = stream.next("error");
      assertThat(text(error.data(), "run_id")).isEqualTo(failing);
      assertThat(text(error.data(), "status")).isEqualTo("failed");
      assertThat(text(error.data(), "error")).contains("no more tokens");

      String cancelled = say(session, script(Script.approval("hold")));
      awaitRun(cancelled, "waiting_for_approval");
      http.post("/v1/runs/" + cancelled + "/cancel", null).expect(200);
      Sse.Frame done = stream.next("done");
      assertThat(text(done.data(), "run_id")).isEqualTo(cancelled);
      assertThat(text(done.data(), "status")).isEqualTo("cancelled");
    }
  }

  @Test
  void a_reader_that_comes_back_gets_what_was_said_meanwhile_once() {
    String session = session();
    String seen;
    try (Sse stream = chat(session)) {
      say(session, "one");
      seen = stream.next("done").id();
    }
    awaitRun(say(session, "two"), "completed");
    try (Sse stream =
        http.stream(
            "/api/chat/stream?session_id=" + session,
            request -> request.header("Last-Event-ID", String.valueOf(seen)))) {
      List<Sse.Frame> turn = turn(stream, "done");
      assertThat(turn.stream().map(Sse.Frame::type)).containsExactly("output", "done");
      assertThat(turn.toString()).contains("You said: two").doesNotContain("You said: one");
    }
  }

  @Test
  void another_sessions_turn_is_not_heard() {
    String session = session();
    String other = session();
    try (Sse stream = chat(session)) {
      awaitRun(say(other, "psst"), "completed");
      String run = say(session, "hello");
      assertThat(turn(stream, "done"))
          .allSatisfy(frame -> assertThat(text(frame.data(), "run_id")).isEqualTo(run));
    }
  }

  @Test
  void a_busy_session_takes_the_message_next() {
    String session = session();
    JsonNode first = park(session, Script.approval("hold"));
    String second = say(session, "later");

    assertThat(status(run(second))).isEqualTo("queued");
    decided(click(session, "once", approvalId(first)), "once");
    assertThat(lastWords(second)).isEqualTo("You said: later");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'message':'x'}                       | 400 | session_id",
        "{'session_id':'','message':'x'}       | 400 | session_id",
        "{'session_id':'S'}                    | 400 | message",
        "{'session_id':'S','message':null}     | 400 | message",
        "{'session_id':'S','message':''}       | 400 | message",
        "{'session_id':'S','message':7}        | 400 | message",
        "{'session_id':'nobody','message':'x'} | 404 | session",
      })
  void a_message_that_says_nothing_or_to_nobody_is_refused(String body, int status, String why) {
    String session = session();

    Http.Answer answer = http.post(CHAT, json(body).replace("\"S\"", '"' + session + '"'));

    assertThat(no(answer, status).toString()).contains(why);
    assertThat(http.get("/v1/runs?session_id=" + session).expect(200).json().size()).isZero();
  }

  @Test
  void a_stream_of_no_session_is_refused() {
    assertThat(text(no(http.get("/api/chat/stream"), 400), "error")).contains("session_id");
  }
}
