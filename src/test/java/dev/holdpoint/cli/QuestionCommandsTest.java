package dev.holdpoint.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.daemon.TypedHere.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class QuestionCommandsTest {
  private static final String LAST = "{\"say_last_result\":true}";

  @TempDir private static Path folder;
  private static Desk desk;

  @BeforeAll
  static void start() {
    desk = new Desk(folder.resolve("data"));
  }

  @AfterAll
  static void stop() {
    desk.close();
  }

  private static String question(String run) throws Exception {
    return desk.client().runs().find(run).pendingQuestionIds().getFirst();
  }

  private static String said(String run) {
    desk.type("runs", "wait", run);
    return desk.type("runs", "get", run).out();
  }

  private static JsonNode listed(String session, List<String> flags) throws Exception {
    List<String> words = new ArrayList<>(List.of("questions", "list", "--session", session));
    words.addAll(flags);
    return desk.json(words.toArray(String[]::new));
  }

  @Test
  // KT-27
  void what_is_asked_is_listed_and_shown_whole() throws Exception {
    String session = desk.session();
    String run = desk.park(session, Desk.ASK);
    String id = question(run);

    assertThat(desk.type("questions", "list", "--session", session).out())
        .containsPattern(" +never +" + session + " +Which database\\? +" + id);
    assertThat(desk.type("questions", "list", "--session", session, "--search", "database").out())
        .contains(id);
    assertThat(desk.type("questions", "list", "--session", session, "--search", "horse").out())
        .doesNotContain(id);
    assertThat(desk.json("questions", "list", "--session", session).size()).isEqualTo(1);
    Outcome shown = desk.type("questions", "get", id);
    assertThat(shown.out())
        .contains("run         " + run)
        .containsSubsequence(
            "Store", "Which database?", "1  PostgreSQL  [pg]", "for many", "2  SQLite  [lite]");
    assertThat(desk.type("questions", "show", id)).isEqualTo(shown);
    assertThat(desk.type("questions", "get", "qst_nobody").exitCode()).isEqualTo(5);
    assertThat(desk.type("questions", "list", "--session", "nobody").out())
        .isEqualTo("No pending questions.\n");
    for (List<String> flags :
        List.of(
            List.of("--since", "1h"),
            List.of("--since", "2020-01-01", "--until", "2999-01-01 00:00"),
            List.of("--status", "all", "--order", "newest_first"))) {
      assertThat(listed(session, flags).size()).as("%s", flags).isEqualTo(1);
    }
    for (List<String> flags :
        List.of(List.of("--until", "1h"), List.of("--status", "resolved", "--since", "1d"))) {
      assertThat(listed(session, flags).size()).as("%s", flags).isZero();
    }
    assertThat(desk.type("questions", "list", "--since", "yesterday").err())
        .contains("'yesterday' is not a time; use 2h for two hours ago");
  }

  @Test
  void it_is_answered_by_option_by_words_and_by_json() throws Exception {
    String first = desk.park(desk.session(), Desk.ASK, LAST);
    Outcome answered = desk.type("questions", "answer", question(first), "--option", "lite");
    assertThat(answered.exitCode()).as(answered.toString()).isZero();
    assertThat(answered.out()).startsWith("answered  qst_");
    assertThat(said(first)).contains("\"selected_option_ids\":[\"lite\"]");

    String second = desk.park(desk.session(), Desk.ASK, LAST);
    desk.type("questions", "answer", question(second), "--text", "neither");
    assertThat(said(second)).contains("\"freeform_answer\":\"neither\"");

    String json = "[{\"question_id\":\"db\",\"selected_option_ids\":[\"pg\"]}]";
    String third = desk.park(desk.session(), Desk.ASK, LAST);
    Path file = Files.writeString(folder.resolve("answers.json"), json);
    desk.type("questions", "answer", question(third), "--answers-file", file.toString());
    assertThat(said(third)).contains("\"selected_option_ids\":[\"pg\"]");

    String fourth = desk.park(desk.session(), Desk.ASK, LAST);
    String id = question(fourth);
    for (int i = 0; i < 2; i++) {
      Outcome keyed =
          desk.type(
              "questions",
              "answer",
              id,
              "--answers-json",
              json,
              "--run-id",
              fourth,
              "--idempotency-key",
              "k");
      assertThat(keyed.exitCode()).as(keyed.toString()).isZero();
    }
    assertThat(desk.type("questions", "answer", id, "--option", "pg").exitCode()).isEqualTo(6);
  }

  // K0-168
  @Test
  void somebody_declines_to_answer() throws Exception {
    String run = desk.park(desk.session(), Desk.ASK, LAST);

    Outcome declined =
        desk.type(
            "questions", "answer", question(run), "--declined", "--justification", "not mine");
    assertThat(declined.exitCode()).as(declined.toString()).isZero();
    assertThat(declined.out()).startsWith("declined  qst_");
    assertThat(said(run)).contains("\"declined\":true").contains("not mine");
  }

  // K0-101, K0-169
  @Test
  void cancel_goes_to_the_question_and_not_to_the_run() throws Exception {
    String run = desk.park(desk.session(), Desk.ASK);
    String id = question(run);

    try (Wiretap wire = new Wiretap(desk.address(), _ -> {})) {
      Outcome cancelled = desk.typeAt(wire.url(), "questions", "cancel", id);
      assertThat(cancelled.exitCode()).as(cancelled.toString()).isZero();
      assertThat(cancelled.out()).isEqualTo("cancelled  " + id + "; " + run + " cancelled\n");
      assertThat(wire.posts())
          .extracting(Wiretap.Heard::line)
          .containsExactly("POST /v1/runs/" + run + "/questions/" + id + "/cancel");
    }
    assertThat(desk.type("runs", "wait", run).exitCode()).isEqualTo(1);
  }

  // K0-106, K0-169
  @Test
  void a_key_for_a_cancel_needs_the_run() throws Exception {
    String run = desk.park(desk.session(), Desk.ASK);
    String id = question(run);

    try (Wiretap wire = new Wiretap(desk.address(), _ -> {})) {
      Outcome refused =
          desk.typeAt(wire.url(), "questions", "cancel", id, "--idempotency-key", "k");
      assertThat(refused.exitCode()).isEqualTo(2);
      assertThat(refused.err()).contains("--idempotency-key needs --run-id").hasLineCount(1);
      assertThat(wire.posts()).isEmpty();
    }
    for (int i = 0; i < 2; i++) {
      Outcome keyed =
          desk.type("questions", "cancel", id, "--run-id", run, "--idempotency-key", "k");
      assertThat(keyed.exitCode()).as(keyed.toString()).isZero();
      assertThat(keyed.out()).isEqualTo("cancelled  " + id + "; " + run + " cancelled\n");
    }
    assertThat(desk.type("questions", "cancel", id, "--run-id", run).exitCode()).isEqualTo(6);
  }

  @Test
  void a_mistyped_id_cancels_nothing() throws Exception {
    String run = desk.park(desk.session(), Desk.ASK);
    String other = question(desk.park(desk.session(), Desk.ASK));

    assertThat(desk.type("questions", "cancel", other, "--run-id", run).exitCode()).isEqualTo(2);
    assertThat(desk.client().runs().find(run).pendingQuestionIds()).hasSize(1);
  }

  @Test
  void what_cannot_be_meant_says_so_in_a_line() throws Exception {
    String run = desk.park(desk.session(), Desk.ASK);
    String id = question(run);

    assertThat(desk.type("questions", "answer", id).err())
        .contains(
            "no answer: give --interactive, --option ID, --text TEXT, --answers-json JSON,"
                + " --answers-file FILE or --declined");
    assertThat(desk.type("questions", "answer", id, "--declined", "--text", "x").err())
        .contains("only one of");
    assertThat(desk.type("questions", "answer", id, "--answers-json", "{}").err())
        .contains("the answers are not a list of answers");
    assertThat(
            desk.type("questions", "answer", id, "--answers-json", "[{\"question\":\"db\"}]")
                .exitCode())
        .isEqualTo(2);
    assertThat(desk.type("questions", "answer", id, "--option", "oracle").err())
        .contains("question_option_not_found");
    assertThat(desk.client().runs().find(run).pendingQuestionIds()).containsExactly(id);
  }
}
