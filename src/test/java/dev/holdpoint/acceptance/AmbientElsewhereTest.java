package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Sse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** Two people look at one session: a card that one of them has answered does not stay behind. */
@OnBothDatabases
class AmbientElsewhereTest extends AmbientAcceptance {
  private static final int CLICKS = 32;

  private final Moving moving;

  AmbientElsewhereTest(Database database) {
    Moving moving = Moving.on(database);
    super(moving);
    this.moving = moving;
  }

  /** Whoever settles an approval, and however. */
  enum Settled {
    CLICKED,
    DENIED,
    ALLOWED_BY_THE_RUN,
    DENIED_BY_THE_SESSION,
    CANCELLED,
    INTERRUPTED,
    EXPIRED
  }

  private void settle(Settled settled, JsonNode run) {
    String ofRun = "/v1/runs/" + id(run);
    String ofSession = "/v1/sessions/" + session(run);
    switch (settled) {
      case CLICKED -> decided(click(session(run), "once", approvalId(run)), "once");
      case DENIED -> decided(click(session(run), "deny", approvalId(run)), "deny");
      case ALLOWED_BY_THE_RUN ->
          http.post(ofRun + "/approvals", allow(approvalId(run))).expect(202);
      case DENIED_BY_THE_SESSION ->
          http.post(ofSession + "/approvals", deny(approvalId(run), "no")).expect(200);
      case CANCELLED -> http.post(ofRun + "/cancel", null).expect(200);
      case INTERRUPTED -> http.post(ofSession + "/interrupt", null).expect(200);
      case EXPIRED -> moving.pass(Duration.ofSeconds(1));
    }
  }

  private static String session(JsonNode run) {
    return text(run, "session_id");
  }

  @ParameterizedTest
  @EnumSource
  // H3-08, H3-24
  void H3_08_H3_24_a_card_goes_from_every_screen_however_it_was_settled(Settled settled) {
    String session = session();
    try (Sse one = approvals(session);
        Sse two = approvals(session)) {
      initial(one, NOTHING);
      initial(two, NOTHING);
      JsonNode run =
          park(session, Script.approval("x", settled == Settled.EXPIRED ? 300 : 3_600_000));

      String shown = text(prompt(one, "approval"), "approval_id");
      assertThat(text(prompt(two, "approval"), "approval_id")).isEqualTo(shown);
      settle(settled, run);

      for (Sse stream : List.of(one, two)) {
        assertThat(state(stream, "approval").toString()).isEqualTo(NOTHING);
      }
      assertThat(one.taken().getLast()).isEqualTo(two.taken().getLast());
      // The next prompt is the next frame: nothing was said twice.
      String next = requestId(raise(session, "true next"));
      assertThat(text(prompt(one, "approval"), "approval_id")).isEqualTo(next);
    }
  }

  /** Whoever settles a question, and however. */
  enum Answered {
    HERE,
    BY_THE_RUN,
    DECLINED,
    CANCELLED,
    EXPIRED
  }

  private void settle(Answered answered, JsonNode run) {
    String answers = "/v1/runs/" + id(run) + "/questions";
    switch (answered) {
      case HERE -> tell(session(run), "x", questionId(run)).expect(200);
      case BY_THE_RUN -> {
        String answer = json("'answers':[{'question_id':'q','freeform_answer':'n'}]");
        http.post(answers, resolution(questionId(run), answer)).expect(202);
      }
      case DECLINED ->
          http.post("/v1/sessions/" + session(run) + "/questions", decline(questionId(run)))
              .expect(200);
      case CANCELLED -> http.post(answers + "/" + questionId(run) + "/cancel", null).expect(200);
      case EXPIRED -> moving.pass(Duration.ofSeconds(1));
    }
  }

  @ParameterizedTest
  @EnumSource
  // H3-09, H3-60
  void H3_09_H3_60_a_question_goes_from_every_screen_however_it_was_settled(Answered answered) {
    String session = session();
    try (Sse one = clarifies(session);
        Sse two = clarifies(session)) {
      initial(one, NOTHING);
      initial(two, NOTHING);
      String deadline = ",\"expires_after_ms\":" + (answered == Answered.EXPIRED ? 300 : 3_600_000);
      JsonNode run = park(session, Script.ask(json("{'id':'q','question':'Sure?'}"), deadline));

      String shown = text(prompt(one, "clarify"), "clarify_id");
      assertThat(text(prompt(two, "clarify"), "clarify_id")).isEqualTo(shown);
      settle(answered, run);

      for (Sse stream : List.of(one, two)) {
        assertThat(state(stream, "clarify").toString()).isEqualTo(NOTHING);
      }
      String next = requestId(ask(session, "Next?"));
      assertThat(text(prompt(two, "clarify"), "clarify_id")).isEqualTo(next);
    }
  }

  @Test
  // H3-34
  void H3_34_a_grant_given_on_one_card_takes_the_others_that_it_covers() {
    String session = session();
    String command = "echo covered";
    JsonNode run =
        park(
            session,
            Script.together(Script.bash(command), Script.bash(command), Script.bash("echo other")),
            Script.say("done"));
    try (Sse stream = approvals(session)) {
      assertThat(initial(stream).data().path("pending_count").asInt()).isEqualTo(3);

      decided(click(session, "session", approvalId(run, 0)), "session");

      Sse.Frame left = stream.next(frame -> frame.data().path("pending_count").asInt(-1) == 1);
      assertThat(left.data().at("/pending/command").asString()).isEqualTo("echo other");
      JsonNode row = http.get("/v1/approvals/" + approvalId(run, 1)).expect(200).json();
      assertThat(row.at("/resolution/behavior").asString()).isEqualTo("allow");
      assertThat(row.at("/resolution/by").asString()).startsWith("rule:rul_");
      cleared(click(session, "deny", approvalId(run, 1)), "deny");
      decided(click(session, "once", approvalId(run, 2)), "once");
    }
    assertThat(lastWords(id(run))).isEqualTo("done");
  }

  @ParameterizedTest
  @EnumSource
  // H3-43, H3-44
  void H3_43_H3_44_of_simultaneous_clicks_one_decides_and_the_others_are_cleared(Naming naming) {
    String session = session();
    JsonNode run = park(session, Script.bash("echo race"), Script.say("done"));
    String id = naming == Naming.BY_ID ? approvalId(run) : null;
    try (Sse one = approvals(session);
        Sse two = approvals(session)) {
      initial(one);
      initial(two);
      moving.pass(Duration.ofSeconds(1));

      List<JsonNode> answers = atOnce(CLICKS, () -> click(session, "once", id).expect(200).json());

      assertThat(answers).allMatch(answer -> answer.path("ok").asBoolean());
      assertThat(answers.stream().filter(a -> !a.has("stale_cleared"))).hasSize(1);
      assertThat(answers.stream().filter(a -> a.path("stale_cleared").asBoolean(false)))
          .hasSize(CLICKS - 1);
      for (Sse stream : List.of(one, two)) {
        assertThat(state(stream, "approval").toString()).isEqualTo(NOTHING);
      }
    }
    assertThat(lastWords(id(run))).isEqualTo("done");
    assertThat(eventTypes(id(run))).containsOnlyOnce("approval_resolved");
  }

  /** Whether the click says what was shown. */
  enum Naming {
    BY_ID,
    WITHOUT
  }

  @Test
  // H3-44
  void H3_44_of_simultaneous_grants_and_refusals_one_counts_and_at_most_one_rule_is_left() {
    String session = session();
    String command = "echo contested";
    JsonNode run = park(session, Script.bash(command), Script.SAY_LAST_RESULT);
    List<String> choices = List.of("once", "session", "deny");
    AtomicInteger turn = new AtomicInteger();

    List<JsonNode> answers =
        atOnce(
            CLICKS,
            () ->
                click(session, choices.get(turn.getAndIncrement() % 3), approvalId(run))
                    .expect(200)
                    .json());

    List<JsonNode> winners = answers.stream().filter(a -> !a.has("stale_cleared")).toList();
    assertThat(winners).hasSize(1);
    String won = text(winners.getFirst(), "choice");
    String told = lastWords(id(run));
    if (won.equals("deny")) {
      assertThat(told).contains(json("'denied':true"));
    } else {
      assertThat(told).contains("contested");
    }
    JsonNode again = park(session, Script.bash(command));
    assertThat(status(again))
        .isEqualTo(won.equals("session") ? "completed" : "waiting_for_approval");
  }

  @Test
  // H3-44
  void H3_44_of_simultaneous_answers_one_counts_and_the_others_are_stale() {
    String session = session();
    JsonNode run =
        park(
            session, Script.ask(json("{'id':'q','question':'Sure?'}"), ""), Script.SAY_LAST_RESULT);
    AtomicInteger turn = new AtomicInteger();

    List<JsonNode> answers =
        atOnce(
            CLICKS,
            () -> tell(session, "answer-" + turn.getAndIncrement() + ".", questionId(run)).json());

    List<JsonNode> winners = answers.stream().filter(a -> a.path("ok").asBoolean()).toList();
    assertThat(winners).hasSize(1);
    assertThat(answers.stream().filter(a -> a.path("stale").asBoolean(false))).hasSize(CLICKS - 1);
    assertThat(lastWords(id(run))).contains(text(winners.getFirst(), "response"));
    assertThat(eventTypes(id(run))).containsOnlyOnce("user_question_resolved");
  }
}
