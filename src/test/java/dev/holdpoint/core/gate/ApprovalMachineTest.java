package dev.holdpoint.core.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.Golden;
import dev.holdpoint.core.MachineTable;
import dev.holdpoint.core.access.Role;
import dev.holdpoint.core.gate.ApprovalCommand.Allow;
import dev.holdpoint.core.gate.ApprovalCommand.Deny;
import dev.holdpoint.core.gate.ApprovalCommand.Endorse;
import dev.holdpoint.core.gate.ApprovalCommand.Expire;
import dev.holdpoint.core.gate.ApprovalCommand.Withdraw;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Verdict;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.record.Wording;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
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

  private static HeldDecision held(String who, long atMs) {
    return new HeldDecision(
        who,
        "tok_" + who,
        Role.OPERATOR,
        "allow",
        atMs,
        HeldDecision.until(atMs, 600, DEADLINE),
        2,
        Json.EMPTY_OBJECT);
  }

  private static MachineTable<ApprovalState, ApprovalCommand> table() {
    var table =
        new MachineTable<>(ApprovalState.class, ApprovalCommand.class)
            .state("pending until 1000", ApprovalState.Pending.until(DEADLINE))
            .state("pending without a deadline", ApprovalState.Pending.until(null))
            .state(
                "pending, one of two has said yes",
                new ApprovalState.Pending(DEADLINE, List.of(yes("eve", 10))))
            .state(
                "pending, an allow of ada is held",
                ApprovalState.Pending.until(DEADLINE).holding(held("ada", 500)))
            .state(
                "pending, an allow of bob is held",
                ApprovalState.Pending.until(DEADLINE).holding(held("bob", 500)))
            .state(
                "pending, an allow of ada is held, she has objected",
                new ApprovalState.Pending(
                    DEADLINE, List.of(), List.of(no("ada", 10)), held("ada", 500)))
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
          .command("hold at " + at, new ApprovalCommand.Hold(held("ada", at), null))
          .command(
              "hold at " + at + ", digest differs",
              new ApprovalCommand.Hold(held("ada", at), OTHER))
          .command(
              "take effect at " + at,
              new ApprovalCommand.TakeEffect(new Allow("ada", at, SEEN, null, null)))
          .command(
              "take effect at " + at + ", digest differs",
              new ApprovalCommand.TakeEffect(new Allow("ada", at, OTHER, null, null)))
          .command(
              "take effect at " + at + " as an objection",
              new ApprovalCommand.TakeEffect(new ApprovalCommand.Oppose(no("ada", at), null)))
          .command(
              "allow at " + at + ", signed", new Allow("key of ada", "ada", at, null, null, null))
          .command("take back at " + at, new ApprovalCommand.TakeBack("eve", at))
          .command("expire at " + at, new Expire(at, Applied.FAIL))
          .command("expire at " + at + " with a no", new Expire(at, Applied.DENY))
          .command("withdraw at " + at, new Withdraw("run", at, Withdrawal.GONE));
    }
    return table;
  }

  @Test
  @DisplayName("PG-27 the table has every pair with a held pending state")
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
  void every_event_settles_the_approval_but_votes_and_what_is_held() {
    table()
        .each(
            (state, command) -> {
              if (ApprovalMachine.decide(state, ASKED, command)
                  instanceof Verdict.Happened<ApprovalEvent>(ApprovalEvent event)) {
                assertThat(ApprovalMachine.evolve(state, event))
                    .isInstanceOf(
                        event instanceof ApprovalEvent.Settling
                            ? ApprovalState.Settled.class
                            : ApprovalState.Pending.class);
              }
            });
  }

  @Test
  @DisplayName("PG-24 another's plain no ends what is held, all else of others waits")
  void what_is_held_is_between_its_sender_and_a_no() {
    ApprovalState held = ApprovalState.Pending.until(DEADLINE).holding(held("ada", 500));
    assertThat(ApprovalMachine.decide(held, ASKED, new Allow("bob", 600, null, null, null)))
        .isEqualTo(Verdict.rejected(Problem.APPROVAL_HELD));
    assertThat(ApprovalMachine.decide(held, ASKED, new Deny("bob", 600, null, "no")))
        .isInstanceOf(Verdict.Happened.class);
    assertThat(
            ApprovalMachine.decide(
                held, ASKED, new Deny("bob", 600, null, "text", Denial.RESPONDED)))
        .isEqualTo(Verdict.rejected(Problem.APPROVAL_HELD));
    assertThat(ApprovalMachine.decide(held, ASKED, new Allow("ada", 600, null, null, null)))
        .isInstanceOf(Verdict.Happened.class);
  }

  @Test
  @DisplayName("PG-24 the sender's next word replaces what is held, though they said it before")
  void what_was_said_before_ends_what_is_held() {
    HeldDecision held = held("ada", 500);
    ApprovalState objected =
        new ApprovalState.Pending(DEADLINE, List.of(), List.of(no("ada", 10)), held);
    ApprovalCommand again = new ApprovalCommand.Oppose(no("ada", 600), null);
    assertThat(ApprovalMachine.decide(objected, ASKED, again))
        .isEqualTo(Verdict.happened(new ApprovalEvent.Objected(no("ada", 600))));
    ApprovalState endorsed =
        new ApprovalState.Pending(DEADLINE, List.of(yes("ada", 10)), List.of(), held);
    assertThat(ApprovalMachine.decide(endorsed, ASKED, new Endorse(yes("ada", 600), null, false)))
        .isEqualTo(Verdict.happened(new ApprovalEvent.Endorsed(yes("ada", 600))));
  }

  @Test
  @DisplayName("PG-22 a decision that is held counts, though its deadline has passed since")
  void a_deadline_does_not_end_what_is_held() {
    ApprovalState held = ApprovalState.Pending.until(DEADLINE).holding(held("ada", 500));
    assertThat(ApprovalMachine.decide(held, ASKED, new Expire(5_000, Applied.FAIL)))
        .isEqualTo(Verdict.unchanged());
    Allow yes = new Allow("ada", 5_000, null, null, null);
    assertThat(ApprovalMachine.decide(held, ASKED, new ApprovalCommand.TakeEffect(yes)))
        .isInstanceOf(Verdict.Happened.class);
    assertThat(ApprovalMachine.decide(held, ASKED, new Deny("bob", 5_000, null, "no")))
        .isInstanceOf(Verdict.Happened.class);
    // What is sent only now comes too late.
    for (ApprovalCommand late :
        List.of(
            yes,
            new ApprovalCommand.Hold(held("ada", 5_000), null),
            new Deny("ada", 5_000, null, "use staging", Denial.CHANGES_REQUESTED))) {
      assertThat(ApprovalMachine.decide(held, ASKED, late))
          .isEqualTo(Verdict.rejected(Problem.APPROVAL_EXPIRED));
    }
  }

  @Test
  void it_is_held_at_most_until_a_millisecond_before_the_deadline() {
    assertThat(HeldDecision.until(500, 600, DEADLINE)).isEqualTo(DEADLINE - 1);
    assertThat(HeldDecision.until(500, 499, DEADLINE)).isEqualTo(DEADLINE - 1);
    assertThat(HeldDecision.until(500, 498, DEADLINE)).isEqualTo(DEADLINE - 2);
    assertThat(HeldDecision.until(500, 600, null)).isEqualTo(1_100);
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
