package dev.holdpoint.engine.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdpoint.core.access.Voter;
import dev.holdpoint.core.event.JournalRow;
import dev.holdpoint.core.event.LedgerEvent;
import dev.holdpoint.core.gate.Answer;
import dev.holdpoint.core.gate.GateState;
import dev.holdpoint.core.gate.Option;
import dev.holdpoint.core.gate.Question;
import dev.holdpoint.core.gate.QuestionState;
import dev.holdpoint.core.gate.StructuredQuestion;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunStatus;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.core.session.Mail;
import dev.holdpoint.engine.commit.Bench;
import dev.holdpoint.engine.journal.Gates;
import dev.holdpoint.engine.loop.Advance;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.port.store.Store;
import dev.holdpoint.store.EmbeddedPostgres;
import dev.holdpoint.store.MigratedLedger;
import dev.holdpoint.store.postgres.PostgresStore;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** A request of several questions whose answers come one by one. */
@ParameterizedClass(name = "{0}")
@EnumSource(PartialAnswersTest.Where.class)
final class PartialAnswersTest {
  enum Where {
    SQLITE,
    POSTGRES
  }

  private static final ToolCall ASK =
      new ToolCall("call_1", "ask_user_question", Json.EMPTY_OBJECT);
  private static final List<StructuredQuestion> ASKED =
      List.of(
          new StructuredQuestion(
              "db",
              "",
              "Which?",
              List.of(
                  new Option("pg", "PostgreSQL", null, null), new Option("lite", "", null, null)),
              false),
          new StructuredQuestion("why", "", "Why?", List.of(), false),
          new StructuredQuestion("when", "", "When?", List.of(), false));
  private static final Answer DB = new Answer("db", List.of("pg"), null);
  private static final Answer WHY = new Answer("why", List.of(), "because");
  private static final Answer WHEN = new Answer("when", List.of(), "now");
  private static final Json SENT = new Json("{\"sent\":\"whole\"}");

  private final Supplier<Store> ledger;

  @TempDir private Path folder = Path.of("");

  PartialAnswersTest(Where where) {
    this.ledger =
        switch (where) {
          case SQLITE -> () -> MigratedLedger.open(folder.resolve("ledger.db"));
          case POSTGRES -> {
            String url = EmbeddedPostgres.shared().newDatabase();
            yield () -> PostgresStore.open(url);
          }
        };
  }

  private Bench open() {
    return new Bench(ledger.get());
  }

  private static Run asking(Bench bench, String session, GateDraft.Deadline deadline) {
    bench.session(session);
    return bench.progress.advance(
        new Advance(bench.submit(session))
            .turn("", List.of(ASK))
            .ask(new GateDraft.OfQuestion(ASK.id(), ASKED, deadline)));
  }

  private static Run asking(Bench bench, String session) {
    return asking(bench, session, GateDraft.Deadline.NONE);
  }

  private static String questionId(Run run) {
    return run.questions().getFirst().id();
  }

  private static Question question(Bench bench, Run run) {
    return bench.now(run).questions().getFirst();
  }

  private static Run part(Bench bench, Run run, Answer answer, String by) {
    return bench.questions.answerOne(run.id(), questionId(run), answer, Voter.named(by)).run();
  }

  private static Run whole(Bench bench, Run run, boolean declined) {
    return bench
        .questions
        .resolve(
            new GateTarget.OfRun(run.id()),
            new Questions.Resolution(
                questionId(run),
                declined ? List.of() : List.of(WHEN, new Answer("db", List.of("lite"), null), WHY),
                declined,
                null,
                SENT),
            Voter.named("bob"),
            null)
        .run();
  }

  private static JournalRow lastRow(Bench bench) {
    return bench.store.read(queries -> queries.journalAfter(0, 1_000)).getLast();
  }

  private static GateState.Status gate(Bench bench, Run run) {
    return bench
        .store
        .read(queries -> Gates.question(queries, questionId(run)))
        .orElseThrow()
        .row()
        .status();
  }

  @Test
  void the_last_answer_settles_the_request_as_if_all_had_been_sent_together() {
    Run run;
    try (Bench bench = open()) {
      run = asking(bench, "s");
      Run then = part(bench, run, DB, "ada");
      assertThat(then.status()).isEqualTo(RunStatus.WAITING_FOR_USER_QUESTION);
      assertThat(lastRow(bench).events()).containsExactly(new LedgerEvent.RunUpdated());
    }
    try (Bench bench = open()) {
      assertThat(question(bench, run).partialAnswers()).containsExactly(DB);
      part(bench, run, WHY, "bob");
    }
    try (Bench bench = open()) {
      assertThat(question(bench, run).partialAnswers()).containsExactly(DB, WHY);
      assertThat(gate(bench, run)).isEqualTo(GateState.Status.PENDING);

      Run then = part(bench, run, WHEN, "ada");

      assertThat(then.status()).isEqualTo(RunStatus.RUNNING);
      Question settled = question(bench, run);
      assertThat(settled.state())
          .isEqualTo(new QuestionState.Answered("ada", Bench.START, List.of(DB, WHY, WHEN)));
      Json sent =
          new Json(
              """
              {"request_id":"%s","answers":[\
              {"question_id":"db","selected_option_ids":["pg"]},\
              {"question_id":"why","selected_option_ids":[],"freeform_answer":"because"},\
              {"question_id":"when","selected_option_ids":[],"freeform_answer":"now"}],\
              "declined":false}"""
                  .formatted(questionId(run)));
      assertThat(settled.sent()).isEqualTo(sent);
      assertThat(lastRow(bench).events())
          .startsWith(
              new LedgerEvent.QuestionSettled(questionId(run)),
              new LedgerEvent.UserQuestionResolved(sent, "ada", RunStatus.RUNNING),
              new LedgerEvent.RunUpdated());
      assertThat(gate(bench, run)).isEqualTo(GateState.Status.RESOLVED);
    }
  }

  @Test
  void a_request_of_one_question_is_answered_at_once() {
    try (Bench bench = open()) {
      bench.session("s");
      Run run =
          bench.progress.advance(
              new Advance(bench.submit("s"))
                  .turn("", List.of(ASK))
                  .ask(
                      new GateDraft.OfQuestion(
                          ASK.id(), ASKED.subList(1, 2), GateDraft.Deadline.NONE)));

      assertThat(part(bench, run, WHY, "ada").status()).isEqualTo(RunStatus.RUNNING);
    }
  }

  @Test
  void what_is_not_the_next_answer_is_refused_by_name_and_changes_nothing() {
    try (Bench bench = open()) {
      Run run = asking(bench, "s");
      part(bench, run, DB, "ada");
      long rows = lastRow(bench).lastId();
      Run before = bench.now(run);

      refused(Problem.QUESTION_DUPLICATE_ANSWER, bench, run, DB);
      refused(Problem.QUESTION_DUPLICATE_ANSWER, bench, run, new Answer("db", List.of(), "other"));
      refused(Problem.QUESTION_ANSWER_MISSING, bench, run, WHEN);
      refused(Problem.QUESTION_UNKNOWN_ANSWER, bench, run, new Answer("x", List.of(), "?"));
      refused(Problem.QUESTION_ANSWER_EMPTY, bench, run, new Answer("why", List.of(), " "));
      refused(
          Problem.QUESTION_OPTION_NOT_FOUND, bench, run, new Answer("why", List.of("pg"), null));
      assertThatThrownBy(
              () ->
                  bench.questions.answerOne(
                      run.id(), "qst_01JZZZZZZZZZZZZZZZZZZZZZZZ", WHY, Voter.named("ada")))
          .isInstanceOfSatisfying(
              Refused.class,
              e -> assertThat(e.refusal().problem()).isEqualTo(Problem.QUESTION_REQUEST_MISMATCH));

      assertThat(bench.now(run)).isEqualTo(before);
      assertThat(lastRow(bench).lastId()).isEqualTo(rows);
    }
  }

  private static void refused(Problem problem, Bench bench, Run run, Answer answer) {
    assertThatThrownBy(() -> part(bench, run, answer, "ada"))
        .isInstanceOfSatisfying(
            Refused.class, e -> assertThat(e.refusal().problem()).isEqualTo(problem));
  }

  @Test
  void a_whole_answer_a_decline_and_a_cancel_drop_the_parts() {
    try (Bench bench = open()) {
      Run answered = asking(bench, "answered");
      Run declined = asking(bench, "declined");
      Run cancelled = asking(bench, "cancelled");
      for (Run run : List.of(answered, declined, cancelled)) {
        part(bench, run, DB, "ada");
        part(bench, run, WHY, "ada");
      }

      whole(bench, answered, false);
      whole(bench, declined, true);
      bench.questions.cancel(
          cancelled.id(), questionId(cancelled), null, SENT, Voter.named("bob"), null);

      assertThat(question(bench, answered).state())
          .isEqualTo(
              new QuestionState.Answered(
                  "bob", Bench.START, List.of(WHEN, new Answer("db", List.of("lite"), null), WHY)));
      assertThat(question(bench, answered).sent()).isEqualTo(SENT);
      assertThat(question(bench, declined).state()).isInstanceOf(QuestionState.Declined.class);
      assertThat(bench.now(declined).status()).isEqualTo(RunStatus.RUNNING);
      assertThat(bench.now(cancelled).status()).isEqualTo(RunStatus.CANCELLED);
      refused(Problem.QUESTION_STATE_CONFLICT, bench, answered, WHEN);
    }
  }

  @Test
  void at_the_deadline_it_expires_with_its_parts_and_takes_no_more() {
    try (Bench bench = open()) {
      Run one = asking(bench, "one", new GateDraft.Deadline(null, 100L));
      Run other = asking(bench, "other", new GateDraft.Deadline(null, 100L));
      part(bench, one, DB, "ada");
      part(bench, other, DB, "ada");
      bench.pass(99);
      part(bench, one, WHY, "ada");
      bench.pass(1);

      refused(Problem.QUESTION_EXPIRED, bench, one, WHEN);
      bench.deadlines.expireDue();

      for (Run run : List.of(one, other)) {
        assertThat(bench.now(run).status()).isEqualTo(RunStatus.CANCELLED);
        assertThat(question(bench, run).state()).isInstanceOf(QuestionState.Expired.class);
        assertThat(gate(bench, run)).isEqualTo(GateState.Status.EXPIRED);
      }
    }
  }

  @Test
  void of_two_who_give_the_same_part_one_wins() {
    try (Bench bench = open()) {
      Run run = asking(bench, "s");
      Answer other = new Answer("db", List.of("lite"), null);

      List<Object> first =
          bench.together(() -> part(bench, run, DB, "ada"), () -> part(bench, run, other, "bob"));
      part(bench, run, WHY, "ada");
      List<Object> last =
          bench.together(() -> part(bench, run, WHEN, "ada"), () -> part(bench, run, WHEN, "bob"));

      assertThat(first.getFirst()).isInstanceOf(Run.class);
      assertThat(first.getLast()).isEqualTo(Problem.QUESTION_DUPLICATE_ANSWER);
      assertThat(last.getFirst()).isInstanceOf(Run.class);
      assertThat(last.getLast()).isEqualTo(Problem.QUESTION_STATE_CONFLICT);
      assertThat(question(bench, run).state())
          .isEqualTo(new QuestionState.Answered("ada", Bench.START, List.of(DB, WHY, WHEN)));
    }
  }

  @Test
  void a_whole_answer_in_the_same_commit_wins_over_the_part_after_it_and_the_part_before_it() {
    try (Bench bench = open()) {
      Run run = asking(bench, "s");

      List<Object> answers =
          bench.together(
              () -> part(bench, run, DB, "ada"),
              () -> whole(bench, run, false),
              () -> part(bench, run, WHY, "ada"));

      assertThat(answers.get(0)).isInstanceOf(Run.class);
      assertThat(answers.get(1)).isInstanceOf(Run.class);
      assertThat(answers.get(2)).isEqualTo(Problem.QUESTION_STATE_CONFLICT);
      assertThat(question(bench, run).sent()).isEqualTo(SENT);
    }
  }

  @Test
  void a_part_that_was_told_is_there_after_a_crash_and_one_that_failed_is_not() {
    Run run;
    try (Bench bench = open()) {
      run = asking(bench, "s");
      part(bench, run, DB, "ada");
      bench.store.failingCommits = 1;
      assertThatThrownBy(() -> part(bench, run, WHY, "ada")).isInstanceOf(Refused.class);
    }
    try (Bench bench = open()) {
      assertThat(question(bench, run).partialAnswers()).containsExactly(DB);
      bench.store.lostAnswers = 1;
      assertThatThrownBy(() -> part(bench, run, WHY, "ada")).isInstanceOf(Refused.class);
    }
    try (Bench bench = open()) {
      assertThat(question(bench, run).partialAnswers()).containsExactly(DB, WHY);
      refused(Problem.QUESTION_DUPLICATE_ANSWER, bench, run, WHY);
      assertThat(part(bench, run, WHEN, "ada").status()).isEqualTo(RunStatus.RUNNING);
    }
  }

  @Test
  void a_child_hears_of_no_part_and_gets_the_whole() {
    Run child;
    try (Bench bench = open()) {
      bench.session("parent");
      bench.progress.advance(
          new Advance(bench.submit("parent"))
              .turn("", List.of(new ToolCall("call_1", "spawn_agent", Json.EMPTY_OBJECT)))
              .spawn("call_1", "child", "ask me")
              .complete());
      child =
          bench.progress.advance(
              new Advance(newest(bench, "child"))
                  .turn("", List.of(ASK))
                  .askParent(new GateDraft.OfQuestion(ASK.id(), ASKED, GateDraft.Deadline.NONE)));
      part(bench, newest(bench, "parent"), DB, "ada");
      part(bench, newest(bench, "parent"), WHY, "ada");
      assertThat(bench.now(child)).as("nothing of it").isEqualTo(child);
    }
    try (Bench bench = open()) {
      Run asked = newest(bench, "parent");
      refused(Problem.QUESTION_DUPLICATE_ANSWER, bench, asked, WHY);
      part(bench, asked, WHEN, "bob");

      assertThat(bench.now(asked).status()).isEqualTo(RunStatus.COMPLETED);
      assertThat(bench.now(child).status()).isEqualTo(RunStatus.RUNNING);
      Question copy = bench.now(child).clarifications().getFirst();
      assertThat(copy.state())
          .isEqualTo(new QuestionState.Answered("bob", Bench.START, List.of(DB, WHY, WHEN)));
      List<Mail> mails =
          bench.store.read(
              queries ->
                  queries.mails(
                      new Queries.MailFilter(child.head().sessionKey(), false), Long.MAX_VALUE, 9));
      assertThat(mails).extracting(Mail::payload).containsExactly(copy.sent());
      assertThat(copy.sent()).isEqualTo(question(bench, asked).sent()).isNotNull();
      refused(Problem.QUESTION_RESOLUTION_CONFLICT, bench, asked, WHEN);
    }
  }

  private static Run newest(Bench bench, String session) {
    return bench.store.read(
        queries ->
            queries
                .runPage(
                    new Queries.RunFilter(
                        java.util.Objects.requireNonNull(queries.session(session)).key(),
                        null,
                        false,
                        null,
                        1))
                .runs()
                .getFirst());
  }
}
