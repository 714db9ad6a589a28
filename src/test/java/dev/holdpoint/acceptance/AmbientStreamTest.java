package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.blackbox.Sse;
import dev.holdpoint.daemon.TestDaemon;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/**
 * Two streams for the session on the screen: how things stand, then what is asked as it is asked.
 */
@OnBothDatabases
class AmbientStreamTest extends AmbientAcceptance {
  private final Database database;

  AmbientStreamTest(Database database) {
    super(database);
    this.database = database;
  }

  private Sse after(String kind, String session, String lastId) {
    return http.stream(
        "/api/" + kind + "/stream?session_id=" + session,
        request -> request.header("Last-Event-ID", lastId));
  }

  @Test
  // H3-01, H3-02, H3-03, H3-05, H3-07, H3-22, H3-24, H3-58, H3-59
  void
      H3_01_H3_02_H3_03_H3_05_H3_07_H3_22_H3_24_H3_58_H3_59_where_nothing_waits_both_say_so_first() {
    for (String session : List.of(session(), "nobody-ever")) {
      try (Sse approvals = approvals(session);
          Sse clarifies = clarifies(session)) {
        for (Sse stream : List.of(approvals, clarifies)) {
          assertThat(stream.header("content-type")).startsWith("text/event-stream");
          initial(stream, NOTHING);
        }
      }
    }
  }

  @Test
  // H3-01, H3-07, H3-24, H3-61
  void H3_01_H3_07_H3_24_H3_61_the_first_frame_of_approvals_is_what_waits_now() {
    String session = session();
    park(session, Script.together(Script.bash("true a"), Script.bash("true b")));

    try (Sse stream = approvals(session)) {
      JsonNode first = initial(stream).data();
      assertThat(first).isEqualTo(pendingApproval(session));
      assertThat(first.path("pending_count").asInt()).isEqualTo(2);
      assertThat(members(first.path("pending"))).doesNotContain("question", "choices_offered");
    }
  }

  @Test
  // H3-02, H3-07, H3-59, H3-61
  void H3_02_H3_07_H3_59_H3_61_the_first_frame_of_clarifications_is_what_is_asked_now() {
    String session = session();
    ask(session, "One?");
    ask(session, "Two?");

    try (Sse stream = clarifies(session)) {
      JsonNode first = initial(stream).data();
      assertThat(first.path("pending")).isEqualTo(pendingClarify(session).path("pending"));
      assertThat(text(first.path("pending"), "question")).isEqualTo("One?");
      assertThat(members(first.path("pending"))).contains("question", "choices_offered");
      assertThat(first.path("pending_count").asInt()).isEqualTo(2);
    }
  }

  @Test
  // H3-03, H3-08, H3-09, H3-25, H3-60, H3-61
  void H3_03_H3_08_H3_09_H3_25_H3_60_H3_61_each_prompt_comes_once_bare_and_on_its_own_stream() {
    String session = session();
    try (Sse approvals = approvals(session);
        Sse clarifies = clarifies(session)) {
      long first = initial(approvals, NOTHING).number();
      initial(clarifies, NOTHING);
      JsonNode run =
          park(
              session,
              Script.bash("true a"),
              Script.ask(json("{'id':'q','question':'Sure?'}"), ""));

      JsonNode shown = prompt(approvals, "approval");
      assertThat(shown).isEqualTo(pendingApproval(session).path("pending"));
      assertThat(members(shown)).doesNotContain("question", "choices_offered");
      assertThat(approvals.taken().getLast().number()).isGreaterThan(first);
      decided(click(session, "once", text(shown, "approval_id")), "once");
      JsonNode asked = prompt(clarifies, "clarify");
      assertThat(asked).isEqualTo(pendingClarify(session).path("pending"));
      tell(session, "yes", text(asked, "clarify_id")).expect(200);
      awaitRun(id(run), "completed");

      assertThat(state(approvals, "approval").toString()).isEqualTo(NOTHING);
      assertThat(state(clarifies, "clarify").toString()).isEqualTo(NOTHING);
      // What comes next shows that nothing else came in between.
      String last = requestId(raise(session, "true b"));
      assertThat(text(prompt(approvals, "approval"), "approval_id")).isEqualTo(last);
      String lastQuestion = requestId(ask(session, "Sure?"));
      assertThat(text(prompt(clarifies, "clarify"), "clarify_id")).isEqualTo(lastQuestion);
      assertThat(approvals.taken().stream().map(Sse.Frame::number))
          .isSorted()
          .doesNotHaveDuplicates();
    }
  }

  @Test
  // H3-08, H3-15, H3-25
  void H3_08_H3_15_H3_25_several_come_in_order_and_each_that_goes_shows_the_next() {
    String session = session();
    String other = session();
    try (Sse stream = approvals(session)) {
      initial(stream, NOTHING);
      List<String> ids =
          List.of(
              requestId(raise(session, "true a")),
              requestId(raise(session, "true b")),
              requestId(raise(session, "true c")));
      raise(other, "true elsewhere");
      for (String id : ids) {
        assertThat(text(prompt(stream, "approval"), "approval_id")).isEqualTo(id);
      }

      decided(click(session, "once", ids.get(1)), "once");
      JsonNode state = state(stream, "approval");
      assertThat(text(state.path("pending"), "approval_id")).isEqualTo(ids.get(0));
      assertThat(state.path("pending_count").asInt()).isEqualTo(2);
      decided(click(session, "deny", ids.get(0)), "deny");
      state = state(stream, "approval");
      assertThat(text(state.path("pending"), "approval_id")).isEqualTo(ids.get(2));
      assertThat(state.path("pending_count").asInt()).isEqualTo(1);
      decided(click(session, "once", ids.get(2)), "once");
      assertThat(state(stream, "approval").toString()).isEqualTo(NOTHING);
    }
  }

  @Test
  // H3-07, H3-08
  void H3_07_H3_08_a_stream_may_be_open_before_its_session_is_made() {
    String session = "not-yet-" + database;
    try (Sse approvals = approvals(session);
        Sse clarifies = clarifies(session)) {
      initial(approvals, NOTHING);
      initial(clarifies, NOTHING);
      http.session(session);

      String approval = requestId(raise(session, "true"));
      String question = requestId(ask(session, "Sure?"));

      assertThat(text(prompt(approvals, "approval"), "approval_id")).isEqualTo(approval);
      assertThat(text(prompt(clarifies, "clarify"), "clarify_id")).isEqualTo(question);
    }
  }

  @Test
  // H3-07
  void H3_07_whoever_comes_back_sees_how_things_stand_then_what_it_missed_and_nothing_twice() {
    String session = session();
    String first = requestId(raise(session, "true a"));
    String seen;
    try (Sse stream = approvals(session)) {
      seen = String.valueOf(initial(stream).id());
    }
    String second = requestId(raise(session, "true b"));
    String gone = requestId(raise(session, "true c"));
    String third = requestId(raise(session, "true d"));
    decided(click(session, "once", gone), "once");

    try (Sse stream = after("approval", session, seen)) {
      JsonNode now = initial(stream).data();
      assertThat(now).isEqualTo(pendingApproval(session));
      assertThat(text(now.path("pending"), "approval_id")).isEqualTo(first);
      assertThat(now.path("pending_count").asInt()).isEqualTo(3);
      assertThat(text(prompt(stream, "approval"), "approval_id")).isEqualTo(second);
      assertThat(text(prompt(stream, "approval"), "approval_id")).isEqualTo(third);
      String live = requestId(raise(session, "true e"));
      assertThat(text(prompt(stream, "approval"), "approval_id")).isEqualTo(live);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"approval", "clarify"})
  // H3-07
  void H3_07_an_id_that_was_never_given_is_no_harm_and_one_that_is_none_is_refused(String kind) {
    String session = session();
    for (String unknown : List.of("9007199254740993", "99999999999999999999999999")) {
      try (Sse stream = after(kind, session, unknown)) {
        initial(stream, NOTHING);
        String id =
            requestId(kind.equals("approval") ? raise(session, "true") : ask(session, "Sure?"));
        assertThat(text(prompt(stream, kind), kind + "_id")).isEqualTo(id);
        (kind.equals("approval") ? click(session, "once", id) : tell(session, "x", id)).expect(200);
        assertThat(state(stream, kind).toString()).isEqualTo(NOTHING);
      }
    }
    for (String junk : List.of("x", "-1", "1.5")) {
      Http.Answer answer =
          http.send(
              "GET",
              "/api/" + kind + "/stream?session_id=" + session,
              null,
              request -> request.header("Last-Event-ID", junk));
      assertThat(text(no(answer, 400), "code")).isEqualTo("invalid_event_cursor");
      no(http.get("/api/" + kind + "/stream?session_id=" + session + "&cursor=" + junk), 400);
    }
  }

  @Test
  // H3-76
  void H3_76_after_a_restart_the_first_frames_show_what_still_waits() {
    Path folder = Database.newFolder();
    Map<String, String> settings = database.settings(Map.of());
    JsonNode approval;
    JsonNode question;
    String seen;
    try (TestDaemon daemon = TestDaemon.start(folder, settings)) {
      Http http = daemon.http();
      http.session("s");
      http.session("t");
      http.awaitApproval(http.submit("s", Script.bash("true"), Script.say("went on")));
      http.awaitQuestion(http.submit("t", Script.ask(json("{'id':'q','question':'Sure?'}"), "")));
      approval = pending(http, "approval", "s");
      question = pending(http, "clarify", "t").path("pending");
      try (Sse stream = http.stream("/api/approval/stream?session_id=s")) {
        seen = String.valueOf(initial(stream).id());
      }
    }
    try (TestDaemon daemon = TestDaemon.start(folder, settings)) {
      Http http = daemon.http();
      for (String lastId : List.of("0", seen)) {
        try (Sse stream =
            http.stream(
                "/api/approval/stream?session_id=s",
                request -> request.header("Last-Event-ID", lastId))) {
          assertThat(initial(stream).data()).isEqualTo(approval);
        }
      }
      try (Sse stream = http.stream("/api/clarify/stream?session_id=t")) {
        assertThat(initial(stream).data().path("pending")).isEqualTo(question);
      }
      try (Sse stream = http.stream("/api/approval/stream?session_id=s")) {
        initial(stream);
        String run = text(approval.path("pending"), "run_id");
        decided(click(http, "s", "once", text(approval.path("pending"), "approval_id")), "once");
        assertThat(state(stream, "approval").toString()).isEqualTo(NOTHING);
        http.awaitRun(run, "completed");
      }
    }
  }
}
