package dev.holdpoint.core.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.Golden;
import dev.holdpoint.core.MachineTable;
import dev.holdpoint.core.delivery.DeliveryState.DeadLettered;
import dev.holdpoint.core.delivery.DeliveryState.Delivered;
import dev.holdpoint.core.delivery.DeliveryState.Queued;
import dev.holdpoint.core.delivery.DeliveryState.Sending;
import dev.holdpoint.core.delivery.DeliveryState.Waiting;
import dev.holdpoint.core.problem.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class DeliveryMachineTest {
  private static final DeliveryMachine MACHINE = new DeliveryMachine(RetryPolicy.USUAL);
  private static final AttemptResult TAKEN = new AttemptResult.Taken("ab");
  private static final AttemptResult NOT_NOW =
      new AttemptResult.Refused(DeliveryFault.STATUS, false, null, null);
  private static final AttemptResult NEVER =
      new AttemptResult.Refused(DeliveryFault.TERMINAL, true, null, null);

  private static final MachineTable<DeliveryState, DeliveryCommand> TABLE =
      new MachineTable<>(DeliveryState.class, DeliveryCommand.class)
          .state("queued", new Queued())
          .state("waiting", new Waiting(0, 100L, 0, null))
          .state("waiting for later", new Waiting(1, 9_000L, 1, DeliveryFault.STATUS))
          .state("sending", new Sending(1, 60_000L, 0, null, 0))
          .state("sending the last time", new Sending(8, 60_000L, 7, DeliveryFault.CONNECT, 0))
          .state("delivered", new Delivered(1, 50))
          .state("dead-lettered", new DeadLettered(8, 50, 8, DeliveryFault.TIMEOUT, false))
          .state("resolved", new DeadLettered(8, 50, 8, DeliveryFault.TIMEOUT, true))
          .command("promote", new DeliveryCommand.Promote(1_000, 0, 0))
          .command("promote after failures", new DeliveryCommand.Promote(1_000, 3, 0))
          .command("send", new DeliveryCommand.Send(1_000, 61_000, 7))
          .command("return: taken", new DeliveryCommand.Return(1_000, 1, TAKEN, 0))
          .command("return: not now", new DeliveryCommand.Return(1_000, 1, NOT_NOW, 0))
          .command("return: never", new DeliveryCommand.Return(1_000, 1, NEVER, 0))
          .command("return of the last", new DeliveryCommand.Return(1_000, 8, NOT_NOW, 0))
          .command("lapse", new DeliveryCommand.Lapse(1_000, 0))
          .command("resolve", new DeliveryCommand.Resolve());

  private static Verdict<DeliveryState> decide(DeliveryState state, DeliveryCommand command) {
    DeliveryState after = MACHINE.after(state, command);
    return after.equals(state) ? new Verdict.Unchanged<>() : new Verdict.Happened<>(after);
  }

  @Test
  void every_state_answers_every_command_as_the_table_says() throws IOException {
    Golden.check(
        Path.of("docs/machines/delivery.md"),
        TABLE
            .complete()
            .markdown(
                "The life of a delivery",
                """
                Each field is what `DeliveryMachine.after` gives: the **state** afterwards, or
                unchanged. Written by `DeliveryMachineTest`; rewrite it with
                `./test '*MachineTest' -Dupdate.golden=true`.""",
                DeliveryMachineTest::decide));
  }

  // K4-384
  @Test
  void a_target_that_never_answers_is_tried_so_often_and_later_each_time() {
    List<Long> pauses = new ArrayList<>();
    long now = 0;
    DeliveryState state = new Waiting(0, now, 0, null);
    while (state instanceof Waiting waiting) {
      now = waiting.dueAtMs();
      state = MACHINE.after(state, new DeliveryCommand.Send(now, now + 60_000, 0));
      int attempt = state.attempts();
      state = MACHINE.after(state, new DeliveryCommand.Return(now, attempt, NOT_NOW, 0));
      if (state instanceof Waiting next) {
        assertThat(next.status()).isEqualTo(DeliveryStatus.RETRYING);
        pauses.add(next.dueAtMs() - now);
      }
    }
    assertThat(pauses).containsExactly(1_000L, 2_000L, 4_000L, 8_000L, 16_000L, 32_000L, 60_000L);
    assertThat(state).isEqualTo(new DeadLettered(8, now, 8, DeliveryFault.STATUS, false));
  }

  @Test
  void jitter_takes_away_a_quarter_at_most() {
    RetryPolicy policy = RetryPolicy.USUAL;
    assertThat(policy.delayMs(3, 0)).isEqualTo(4_000);
    assertThat(policy.delayMs(3, 1)).isEqualTo(3_000);
    assertThat(policy.delayMs(1_000, 0)).isEqualTo(60_000);
  }

  @Test
  void whoever_wants_to_be_left_alone_is_but_not_for_ever() {
    Sending sending = new Sending(1, 60_000L, 0, null, 0);
    assertThat(returned(sending, 30_000L).dueAtMs()).isEqualTo(30_000);
    assertThat(returned(sending, 10L).dueAtMs()).isEqualTo(1_000);
    assertThat(returned(sending, Long.MAX_VALUE).dueAtMs()).isEqualTo(3_600_000);
  }

  private static DeliveryState returned(Sending sending, long retryAfterMs) {
    AttemptResult later =
        new AttemptResult.Refused(DeliveryFault.RATE_LIMITED, false, retryAfterMs, null);
    return MACHINE.after(sending, new DeliveryCommand.Return(0, 1, later, 0));
  }

  @Test
  void what_has_come_to_its_end_stays_there() {
    TABLE.each(
        (state, command) -> {
          if (state instanceof DeliveryState.Settled) {
            assertThat(MACHINE.after(state, command).status()).isEqualTo(state.status());
          }
        });
  }
}
