package dev.holdpoint.core.permit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.Golden;
import dev.holdpoint.core.MachineTable;
import dev.holdpoint.core.permit.PermitCommand.Answer;
import dev.holdpoint.core.permit.PermitCommand.ComeLate;
import dev.holdpoint.core.permit.PermitCommand.EndSession;
import dev.holdpoint.core.permit.PermitCommand.FindMoved;
import dev.holdpoint.core.permit.PermitCommand.Lapse;
import dev.holdpoint.core.permit.PermitCommand.Outcome;
import dev.holdpoint.core.permit.PermitCommand.Redeem;
import dev.holdpoint.core.permit.PermitCommand.Report;
import dev.holdpoint.core.permit.PermitCommand.Revoke;
import dev.holdpoint.core.permit.PermitCommand.Settle;
import dev.holdpoint.core.permit.PermitState.Failed;
import dev.holdpoint.core.permit.PermitState.Ready;
import dev.holdpoint.core.permit.PermitState.Redeemed;
import dev.holdpoint.core.permit.PermitState.Started;
import dev.holdpoint.core.permit.PermitState.Succeeded;
import dev.holdpoint.core.permit.PermitState.Uncertain;
import dev.holdpoint.core.permit.PermitState.Voided;
import dev.holdpoint.core.problem.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What may become of a permit, by whom, and until when. */
class PermitMachineTest {
  private static final long END = 2_000;
  private static final long DUE = 3_000;
  private static final Redemption FIRST = new Redemption(1, 1_000, "ci", "k1");

  private static final MachineTable<PermitState, PermitCommand> TABLE =
      new MachineTable<>(PermitState.class, PermitCommand.class)
          .state("ready until 2000", new Ready(1, 500, END))
          .state("ready, second attempt", new Ready(2, 500, END))
          .state("started, due at 3000", new Started(FIRST, 2_000L, DUE))
          .state("started, never due", new Started(FIRST, null, null))
          .state("succeeded", new Succeeded(FIRST, 1_500, "ci", "d1"))
          .state("failed", new Failed(FIRST, 1_500, "ci", null, "exit 1"))
          .state("uncertain", new Uncertain(FIRST, 1_500, null, false))
          .state("uncertain, answered: unknown", new Uncertain(FIRST, 1_500, null, true))
          .state("void", new Voided(1, VoidReason.REVOKED, 1_500, "ana"))
          .command("redeem by k1 at 1999", new Redeem(1, "ci", "k1", END - 1, 2_000L))
          .command("redeem by k1 at 2000", new Redeem(1, "ci", "k1", END, 2_000L))
          .command("redeem by k2 at 1999", new Redeem(1, "x", "k2", END - 1, null))
          .command("redeem the second by k2 at 1999", new Redeem(2, "x", "k2", END - 1, null))
          .command("redeem the second by k2 at 2000", new Redeem(2, "x", "k2", END, null))
          .command("report started at 2999", report("k1", Outcome.STARTED, DUE - 1))
          .command("report started at 3000", report("k1", Outcome.STARTED, DUE))
          .command("report succeeded at 2999", report("k1", Outcome.SUCCEEDED, DUE - 1))
          .command("report succeeded at 3000", report("k1", Outcome.SUCCEEDED, DUE))
          .command("report failed", report("k1", Outcome.FAILED, DUE - 1))
          .command("report uncertain", report("k1", Outcome.UNCERTAIN, DUE - 1))
          .command("report with another key", report("k2", Outcome.SUCCEEDED, DUE - 1))
          .command("revoke at 1999", new Revoke(VoidReason.REVOKED, "ana", END - 1, null))
          .command("revoke at 2000", new Revoke(VoidReason.REVOKED, "ana", END, null))
          .command("lapse at 1999", new Lapse(END - 1))
          .command("lapse at 2000", new Lapse(END))
          .command("lapse at 2999", new Lapse(DUE - 1))
          .command("lapse at 3000", new Lapse(DUE))
          .command("session ended", new EndSession("ana", 1_700))
          .command("world moved at 1999", new FindMoved("ci", END - 1))
          .command("world moved at 2000", new FindMoved("ci", END))
          .command("settle: happened", new Settle(Answer.HAPPENED, "ana", 4_000, 100L))
          .command("settle: not happened", new Settle(Answer.NOT_HAPPENED, "ana", 4_000, 100L))
          .command(
              "settle: not happened, guarded", new Settle(Answer.NOT_HAPPENED, "ana", 4_000, null))
          .command("settle: unknown", new Settle(Answer.UNKNOWN, "ana", 4_000, 100L))
          .command("late result", new ComeLate(Outcome.SUCCEEDED, "ci", 1_900));

  private static Report report(String key, Outcome outcome, long nowMs) {
    String error = outcome == Outcome.SUCCEEDED || outcome == Outcome.STARTED ? null : "exit 1";
    return new Report("ci", key, outcome, null, error, nowMs);
  }

  // PF-32
  @Test
  void PF_32_every_state_answers_every_command_as_the_table_says() throws IOException {
    Golden.check(
        Path.of("docs/machines/permit.md"),
        TABLE
            .complete()
            .markdown(
                "The life of a permit",
                """
                Each field is what `PermitMachine.decide` gives: the **state** afterwards, unchanged,
                or the `code` of the refusal. A time is tried on both sides of its boundary. Written
                by `PermitMachineTest`; rewrite it with `./test '*MachineTest' -Dupdate.golden=true`.""",
                PermitMachine::decide));
  }

  @Test
  void nothing_but_a_persons_word_lets_an_attempt_follow_another() {
    TABLE.each(
        (state, command) -> {
          if (PermitMachine.decide(state, command)
                  instanceof Verdict.Happened<PermitState>(PermitState next)
              && next.attempt() > state.attempt()) {
            assertThat(command).isInstanceOf(Settle.class);
            assertThat(state).isInstanceOf(Uncertain.class);
          }
        });
  }

  @Test
  void what_was_begun_is_begun_by_one_key_for_ever() {
    TABLE.each(
        (state, command) -> {
          if (state instanceof Redeemed before
              && PermitMachine.decide(state, command)
                  instanceof Verdict.Happened<PermitState>(Redeemed after)) {
            assertThat(after.redemption()).isEqualTo(before.redemption());
          }
        });
  }

  @Test
  void an_attempt_that_is_over_is_known_again_by_its_key() {
    Permit asked =
        new Permit(
            1,
            "prm_1",
            "apr_1",
            "run_2",
            3,
            "s",
            "tnt_root",
            new Uncertain(FIRST, 1_500, null, false),
            null,
            List.of(),
            List.of(),
            "qst_1",
            null);
    Permit next = asked.at(new Ready(2, 4_000, 5_000));
    assertThat(next.earlierBy("k1")).isEqualTo(FIRST);
    assertThat(next.earlierBy("k2")).isNull();
    Permit.LateResult late = new Permit.LateResult(1, Outcome.SUCCEEDED, 4_100, "ci");
    assertThat(next.plus(late).plus(late).late()).containsExactly(late);
    assertThat(asked.at(new Uncertain(FIRST, 2_000, null, true)).earlier()).isEmpty();
  }
}
