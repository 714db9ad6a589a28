package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/**
 * The ways in which an answer is refused. After each of them the run still waits, the question is
 * still pending, and nothing was added to the history.
 */
@OnBothDatabases
class QuestionErrorTest extends Acceptance {
  private static final String UNKNOWN = "qst_01JZZZZZZZZZZZZZZZZZZZZZZZ";

  private static final String THREE =
      json(
          "{'id':'one','question':'Which?','options':['a','b']},"
              + "{'id':'many','question':'Which ones?','multi_select':true,'options':['a','b']},"
              + "{'id':'free','question':'What?'}");

  QuestionErrorTest(Database database) {
    super(database);
  }

  private JsonNode refusedUnchanged(JsonNode run, String body, int status, String code) {
    JsonNode[] problem = new JsonNode[1];
    leavesUnchanged(
        id(run),
        () ->
            problem[0] =
                refused(
                    http.post("/v1/runs/" + id(run) + "/questions", body),
                    status,
                    "questions",
                    code));
    return problem[0];
  }

  /**
   * One good answer is {@code one:a many:b free=x}; a row changes what makes it bad. The lower half
   * has two faults at once and shows which of them is told.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
      K0-111 | one:c many:b free=x                 | question_option_not_found
      K0-112 | one:a many:b                        | question_answer_missing
      K0-112 | none                                | question_answer_missing
      K0-113 | one:a one:a many:b free=x           | question_duplicate_answer
      K0-114 | one:a many:b,b free=x               | question_duplicate_option
      K0-114 | one:a,a many:b free=x               | question_duplicate_option
      K0-115 | declined one:a                      | question_declined_with_answers
      K0-116 | one:a,b many:b free=x               | question_single_select_violation
      K0-117 | one: many:b free=x                  | question_answer_empty
      K0-118 | one:a many:b free=~                 | question_answer_empty
      K0-119 | one:a many:b free=x two:a           | question_unknown_answer

      K0-127 | declined one:a one:a                | question_declined_with_answers
      K0-127 | one:c one:c                         | question_duplicate_answer
      K0-127 | two:a                               | question_answer_missing
      K0-127 | one:c,d many:b                      | question_single_select_violation
      K0-127 | one:a many:c,c free=x               | question_duplicate_option
      K0-127 | one:c free=x many:b,b               | question_option_not_found
      K0-127 | one:c many:b                        | question_option_not_found
      K0-127 | one: many:b                         | question_answer_empty
      K0-127 | one: many:b free=x two:a            | question_answer_empty
      """)
  // K0-108, K0-109, K0-111, K0-112, K0-113, K0-114, K0-115, K0-116, K0-117, K0-118, K0-119, K0-125,
  // K0-126, K0-127
  void
      K0_108_K0_109_K0_111_K0_112_K0_113_K0_114_K0_115_K0_116_K0_117_K0_118_K0_119_K0_125_K0_126_K0_127_a_bad_answer_is_refused_by_its_first_fault(
          String row, String answers, String code) {
    JsonNode run = park(session(), Script.ask(THREE, ""));

    refusedUnchanged(run, resolution(questionId(run), answers(answers)), 400, code);

    assertThat(row).startsWith("K0-");
  }

  /** {@code one:a,b} chooses options, {@code free=x} is text, {@code ~} a blank one. */
  private static String answers(String row) {
    List<String> words = List.of(row.split(" "));
    List<String> answers =
        words.stream()
            .filter(word -> word.contains(":") || word.contains("="))
            .map(QuestionErrorTest::answerOf)
            .toList();
    return json("'declined':%s,'answers':[", words.contains("declined"))
        + String.join(",", answers)
        + "]";
  }

  private static String answerOf(String word) {
    String[] parts = word.split("[:=]", 2);
    return word.contains("=")
        ? json(
            "{'question_id':'%s','freeform_answer':'%s'}",
            parts[0], parts[1].replace("~", " \\u00a0\\u200b"))
        : json(
            "{'question_id':'%s','selected_option_ids':[%s]}",
            parts[0], parts[1].isEmpty() ? "" : json("'%s'", parts[1].replace(",", json("','"))));
  }

  @Test
  // K0-78, K0-110, K0-125, K0-127
  void K0_78_K0_110_K0_125_K0_127_another_request_is_a_mismatch_whatever_else_is_wrong() {
    JsonNode run = park(session(), Script.ask());
    JsonNode other = park(session(), Script.ask());

    refusedUnchanged(run, answer(UNKNOWN), 400, "question_request_mismatch");
    refusedUnchanged(run, answer(questionId(other)), 400, "question_request_mismatch");
    refusedUnchanged(run, answer("nonsense"), 400, "question_request_mismatch");
    refusedUnchanged(
        run,
        resolution(UNKNOWN, json("'declined':true,'answers':[{'question_id':'x'}]")),
        400,
        "question_request_mismatch");
    assertThat(status(run(id(other)))).isEqualTo("waiting_for_user_question");
  }

  @Test
  // K0-110
  void K0_110_one_answered_in_an_earlier_turn_is_a_mismatch_and_says_who_answered() {
    JsonNode first = park(session(), Script.ask(), Script.ask());
    http.post("/v1/runs/" + id(first) + "/questions", decline(questionId(first))).expect(202);
    JsonNode second =
        awaitRun(
            id(first),
            run ->
                status(run).equals("waiting_for_user_question")
                    && !questionId(run).equals(questionId(first)));

    JsonNode problem =
        refusedUnchanged(second, answer(questionId(first)), 400, "question_request_mismatch");

    assertThat(text(problem.path("resolution"), "behavior")).isEqualTo("declined");
    assertThat(text(problem.path("resolution"), "by")).isEqualTo("admin");
  }

  @Test
  // K0-120
  void K0_120_a_run_that_waits_for_no_question_is_a_state_conflict_in_every_state() {
    String session = session();
    String running = http.submit(session, Script.work());
    awaitRun(running, "running");
    String queued = http.submit(session, Script.say("later"));
    JsonNode approving = park(session(), Script.approval("x"));
    JsonNode completed = park(session(), Script.say("done"));
    JsonNode failed = park(session(), Script.fail("broken"));
    JsonNode cancelled = park(session(), Script.ask());
    http.post("/v1/runs/" + id(cancelled) + "/cancel", null).expect(200);

    for (String run :
        List.of(running, queued, id(approving), id(completed), id(failed), id(cancelled))) {
      refusedUnchanged(run(run), answer(UNKNOWN), 409, "question_state_conflict");
      cancelRefusedUnchanged(run);
    }
    http.post("/v1/sessions/" + session + "/interrupt", null).expect(200);
    assertThat(status(run(running))).isEqualTo("interrupted");
    refusedUnchanged(run(running), answer(UNKNOWN), 409, "question_state_conflict");
    cancelRefusedUnchanged(running);
  }

  private void cancelRefusedUnchanged(String run) {
    leavesUnchanged(
        run,
        () ->
            refused(
                http.post("/v1/runs/" + run + "/questions/" + UNKNOWN + "/cancel", null),
                409,
                "questions",
                "question_state_conflict"));
  }

  @Test
  void a_late_answer_says_who_answered_before() {
    String session = session();
    JsonNode run = park(session, Script.ask());
    http.post("/v1/runs/" + id(run) + "/questions", answer(questionId(run))).expect(202);
    awaitRun(id(run), "completed");

    for (String path : List.of("/v1/runs/" + id(run), "/v1/sessions/" + session)) {
      JsonNode problem =
          refused(
              http.post(path + "/questions", decline(questionId(run))),
              409,
              "questions",
              "question_state_conflict");
      assertThat(text(problem.path("resolution"), "by")).isEqualTo("admin");
      assertThat(text(problem.path("resolution"), "behavior")).isEqualTo("answered");
    }
  }

  @Test
  // K0-165
  void K0_165_a_session_in_which_nothing_waits_is_a_conflict() {
    refused(
        http.post("/v1/sessions/" + session() + "/questions", answer(UNKNOWN)),
        409,
        "questions",
        "question_state_conflict");
  }

  @Test
  // K0-77
  void K0_77_a_list_of_resolutions_or_none_is_refused() {
    JsonNode run = park(session(), Script.ask());

    leavesUnchanged(
        id(run),
        () -> {
          for (String body : List.of("{}", "{'resolution':[]}", "{'resolution':{}}")) {
            refused(
                http.post("/v1/runs/" + id(run) + "/questions", json(body)),
                400,
                "api",
                "invalid_request");
          }
        });
  }
}
