package dev.holdpoint.core.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.Golden;
import dev.holdpoint.core.MachineTable;
import dev.holdpoint.core.gate.ApprovalCommand.Allow;
import dev.holdpoint.core.gate.ApprovalCommand.Deny;
import dev.holdpoint.core.gate.ApprovalCommand.Endorse;
import dev.holdpoint.core.gate.ApprovalCommand.Expire;
import dev.holdpoint.core.gate.ApprovalCommand.Withdraw;
import dev.holdpoint.core.problem.Verdict;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.record.Wording;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ApprovalMachineTest {
  private static final long DEADLINE = 1_000;
  private static final Wording ASKED = new Wording("d1", 2);
  private static final Expected SEEN = new Expected("d1", 2);
  private static final Expected OTHER = new Expected("d2", null);
  private static final Expected EARLIER = new Expected("d1", 1);

  private static Endorsement yes(String who, long atMs) {
    return new Endorsement("key of " + who, who, atMs, Json.EMPTY_OBJECT, null);
  }

  private static Objection no(String who, long atMs) {
    return new Objection("key of " + who, who, atMs, "not now", null, Json.EMPTY_OBJECT);
  }

  private static MachineTable<ApprovalState, ApprovalCommand> table() {
    var table =
        new MachineTable<>(ApprovalState.class, ApprovalCommand.class)
            .state("pending until 1000", ApprovalState.Pending.until(DEADLINE))
            .state("pending without a deadline", ApprovalState.Pending.until(null))
            .state(
                "pending, one of two has said yes",
                new ApprovalState.Pending(DEADLINE, List.of(yes("eve", 10))))
            .state("allowed", new ApprovalState.Allowed("bob", 500, null, null))
            .state("denied", new ApprovalState.Denied("bob", 500, "no", null))
            .state("expired", new ApprovalState.Expired(DEADLINE, Applied.FAIL))
            .state("withdrawn", new ApprovalState.Withdrawn("bob", 500, Withdrawal.GONE));
    for (long at : new long[] {DEADLINE - 1, DEADLINE, DEADLINE + 1}) {
      table
          .command("allow at " + at, new Allow("ada", at, null, null, null))
          .command("allow at " + at + ", digest matches", new Allow("ada", at, SEEN, null, null))
          .command("allow at " + at + ", digest differs", new Allow("ada", at, OTHER, null, null))
          .command(
              "allow at " + at + ", revision differs", new Allow("ada", at, EARLIER, null, null))
          .command(
              "allow at " + at + ", new input", new Allow("ada", at, null, new Json("{}"), null))
          .command("endorse at " + at + ", enough", new Endorse(yes("ada", at), null, true))
          .command("endorse at " + at + ", not enough", new Endorse(yes("ada", at), null, false))
          .command("endorse again at " + at, new Endorse(yes("eve", at), null, false))
          .command(
              "endorse again at " + at + ", enough by now", new Endorse(yes("eve", at), null, true))
          .command("object at " + at, new ApprovalCommand.Oppose(no("ada", at), null))
          .command(
              "object at " + at + " after a yes", new ApprovalCommand.Oppose(no("eve", at), null))
          .command(
              "object at " + at + ", digest differs",
              new ApprovalCommand.Oppose(no("ada", at), OTHER))
          .command(
              "endorse at " + at + ", digest differs", new Endorse(yes("ada", at), OTHER, true))
          .command("deny at " + at, new Deny("ada", at, null, "why"))
          .command("deny at " + at + ", digest matches", new Deny("ada", at, SEEN, "why"))
          .command("deny at " + at + ", digest differs", new Deny("ada", at, OTHER, "why"))
          .command(
              "request changes at " + at,
              new Deny("ada", at, null, "use staging", Denial.CHANGES_REQUESTED))
          .command(
              "respond at " + at + ", digest differs",
              new Deny("ada", at, OTHER, "eu-1", Denial.RESPONDED))
          .command("expire at " + at, new Expire(at, Applied.FAIL))
          .command("expire at " + at + " with a no", new Expire(at, Applied.DENY))
          .command("withdraw at " + at, new Withdraw("run", at, Withdrawal.GONE));
    }
    return table;
  }

  @Test
  void every_state_answers_every_command_as_the_table_says() throws IOException {
    Golden.check(
        Path.of("docs/machines/approval.md"),
        table()
            .complete()
            .markdown(
                "The life of an approval",
                """
                Each field is what `ApprovalMachine.decide` answers: an **event**, unchanged, or the code
                of the `problem`. Times are milliseconds; the deadline is 1000, and what is asked has the
                digest `d1`. Written by `ApprovalMachineTest`; rewrite it with
                `./test '*MachineTest' -Dupdate.golden=true`.""",
                (state, command) -> ApprovalMachine.decide(state, ASKED, command)));
  }

  @Test
  void nothing_changes_an_approval_that_is_settled() {
    table()
        .each(
            (state, command) -> {
              if (state instanceof ApprovalState.Settled) {
                assertThat(ApprovalMachine.decide(state, ASKED, command))
                    .isNotInstanceOf(Verdict.Happened.class);
              }
            });
  }

  @Test
  void every_event_settles_the_approval_but_a_vote_of_several() {
    table()
        .each(
            (state, command) -> {
              if (ApprovalMachine.decide(state, ASKED, command)
                  instanceof Verdict.Happened<ApprovalEvent>(ApprovalEvent event)) {
                assertThat(ApprovalMachine.evolve(state, event))
                    .isInstanceOf(
                        event instanceof ApprovalEvent.Endorsed
                                || event instanceof ApprovalEvent.Objected
                            ? ApprovalState.Pending.class
                            : ApprovalState.Settled.class);
              }
            });
  }

  @Test
  void all_who_said_yes_are_known_afterwards() {
    ApprovalState state = ApprovalState.Pending.until(DEADLINE);
    for (String who : List.of("ada", "bob", "eve")) {
      if (ApprovalMachine.decide(state, ASKED, new Endorse(yes(who, 1), null, who.equals("eve")))
          instanceof Verdict.Happened<ApprovalEvent>(ApprovalEvent event)) {
        state = ApprovalMachine.evolve(state, event);
      }
    }
    assertThat(state)
        .isEqualTo(
            new ApprovalState.Allowed(
                "key of eve", 1, null, null, List.of(yes("ada", 1), yes("bob", 1), yes("eve", 1))));
  }
}
