package dev.holdpoint.engine.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.core.access.Voter;
import dev.holdpoint.core.event.JournalRow;
import dev.holdpoint.core.event.LedgerEvent;
import dev.holdpoint.core.gate.Answer;
import dev.holdpoint.core.gate.StructuredQuestion;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunStatus;
import dev.holdpoint.core.run.Step;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.core.session.Mail;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.engine.commit.Bench;
import dev.holdpoint.engine.journal.Trails;
import dev.holdpoint.engine.loop.Advance;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.run.RunOutcome;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A child is started, asks its parent, is answered and goes on, and the daemon dies right before or
 * right after one of the commits of that story. The next daemon, on the same database, does what
 * the tables tell it. There is no other boundary: resolution, mailbox, output, event and the
 * child's resumption are one commit.
 */
final class ClarificationCrashTest {
  private static final ToolCall SPAWN = new ToolCall("call_1", "spawn_agent", Json.EMPTY_OBJECT);
  private static final ToolCall ASK =
      new ToolCall("call_1", "request_parent_clarification", Json.EMPTY_OBJECT);
  private static final Json SENT = new Json("{\"answers\":[{\"question_id\":\"q\"}]}");

  @TempDir private Path folder = Path.of("");

  /** What is to be done next, as loop and client find it in the tables; false when all is over. */
  private static boolean step(Bench daemon) {
    if (daemon.store.read(queries -> queries.countSessions(null)) < 2) {
      Run parent = newest(daemon, "parent");
      daemon.progress.advance(
          new Advance(parent)
              .turn("", List.of(SPAWN))
              .spawn(SPAWN.id(), "child", "ask me")
              .complete());
      return true;
    }
    Run run = newest(daemon, "child");
    if (run.status() == RunStatus.RUNNING && run.clarifications().isEmpty()) {
      daemon.progress.advance(
          new Advance(run)
              .turn("", List.of(ASK))
              .askParent(
                  new GateDraft.OfQuestion(
                      ASK.id(),
                      List.of(new StructuredQuestion("q", "", "Which?", List.of(), false)),
                      GateDraft.Deadline.NONE)));
      return true;
    }
    if (run.status() == RunStatus.WAITING_FOR_USER_QUESTION) {
      answer(daemon, "yes");
      return true;
    }
    if (run.status() == RunStatus.RUNNING) {
      daemon.progress.advance(
          new Advance(run).result(ASK.id(), new Json("{\"declined\":false}"), false).complete());
      return true;
    }
    return false;
  }

  private static RunOutcome answer(Bench daemon, String text) {
    Run clarification = newest(daemon, "parent");
    return daemon.questions.resolve(
        new GateTarget.OfRun(clarification.id()),
        new Questions.Resolution(
            clarification.questions().getFirst().id(),
            List.of(new Answer("q", List.of(), text)),
            false,
            null,
            SENT),
        Voter.named("ada"),
        null);
  }

  private static Run newest(Bench daemon, String session) {
    return daemon.store.read(
        queries -> {
          Session found = queries.session(session);
          if (found == null) {
            throw new AssertionError("there is no session " + session);
          }
          return queries
              .runPage(new Queries.RunFilter(found.key(), null, false, null, 1))
              .runs()
              .getFirst();
        });
  }

  @ParameterizedTest(name = "commit {0}, durable: {1}")
  @CsvSource({
    "0, false",
    "0, true",
    "1, false",
    "1, true",
    "2, false",
    "2, true",
    "3, false",
    "3, true"
  })
  // K0-143, K0-145, K0-146, K0-147, K0-148
  void K0_143_K0_145_K0_146_K0_147_K0_148_a_death_at_any_commit_loses_and_doubles_nothing(
      int at, boolean durable) {
    try (Bench first = new Bench(folder)) {
      first.session("parent");
      first.submit("parent");
      for (int i = 0; i < at; i++) {
        assertThat(step(first)).isTrue();
      }
      if (durable) {
        first.store.lostAnswers = 1;
      } else {
        first.store.failingCommits = 1;
      }
      assertThat(refused(first)).isNotNull();
    }
    for (int restart = 0; restart < 3; restart++) {
      try (Bench next = new Bench(folder)) {
        while (step(next)) {
          // Each step is one commit; the last one leaves nothing to do.
        }
        answer(next, "yes");
        check(next);
      }
    }
  }

  private static @Nullable Refused refused(Bench daemon) {
    try {
      step(daemon);
      return null;
    } catch (Refused refused) {
      return refused;
    }
  }

  private static void check(Bench daemon) {
    Run asked = newest(daemon, "parent");
    Run run = newest(daemon, "child");
    assertThat(asked.status()).isEqualTo(RunStatus.COMPLETED);
    assertThat(asked.outputs()).hasSize(1);
    assertThat(run.status()).isEqualTo(RunStatus.COMPLETED);
    daemon.store.read(
        queries -> {
          assertThat(queries.countSessions(null)).isEqualTo(2);
          List<Mail> mails =
              queries.mails(
                  new Queries.MailFilter(run.head().sessionKey(), false), Long.MAX_VALUE, 9);
          assertThat(mails).hasSize(1);
          assertThat(mails.getFirst().status()).isEqualTo(Mail.Status.DELIVERED);
          assertThat(mails.getFirst().payload()).isEqualTo(SENT);
          List<JournalRow> journal = queries.journalAfter(0, 1_000);
          assertThat(count(journal, LedgerEvent.ParentClarificationResolved.class)).isEqualTo(1);
          assertThat(count(journal, LedgerEvent.UserQuestionResolved.class)).isEqualTo(1);
          assertThat(count(journal, LedgerEvent.OutputAppended.class)).isEqualTo(1);
          assertThat(count(journal, LedgerEvent.QuestionSettled.class)).isEqualTo(1);
          assertThat(Trails.transcript(queries, run).stream().filter(Step.Result.class::isInstance))
              .hasSize(1);
          return true;
        });
  }

  private static long count(List<JournalRow> journal, Class<? extends LedgerEvent> kind) {
    return journal.stream().flatMap(row -> row.events().stream()).filter(kind::isInstance).count();
  }
}
