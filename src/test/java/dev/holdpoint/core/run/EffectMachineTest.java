package dev.holdpoint.core.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdpoint.Golden;
import dev.holdpoint.core.MachineTable;
import dev.holdpoint.core.gate.UncertainEffect.Resolved;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.problem.Verdict;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Call.Progress;
import dev.holdpoint.core.run.EffectMachine.Command;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Test;

final class EffectMachineTest {
  private static final Call PLANNED =
      Call.planned(new ToolCall("c", "bash", new Json("{\"command\":\"./deploy\"}")));

  private static MachineTable<Progress, Command> table() {
    var table = new MachineTable<>(Progress.class, Command.class);
    for (Progress progress : Progress.values()) {
      table.state(progress.name().toLowerCase(Locale.ROOT), progress);
    }
    table
        .command("start", new Command.Start())
        .command("finish", new Command.Finish())
        .command("lose", new Command.Lose());
    for (Resolved resolved : Resolved.values()) {
      table.command("settle as " + resolved.wire(), new Command.Settle(resolved));
    }
    return table;
  }

  @Test
  void every_state_answers_every_command_as_the_table_says() throws IOException {
    Golden.check(
        Path.of("docs/machines/effect.md"),
        table()
            .complete()
            .markdown(
                "The life of a call's execution",
                """
                Each field is what `EffectMachine.decide` answers: what the call is **next**, unchanged,
                or the code of the `problem`. Written by `EffectMachineTest`; rewrite it with
                `./test '*MachineTest' -Dupdate.golden=true`.""",
                EffectMachine::decide));
  }

  @Test
  void nothing_but_a_persons_word_makes_a_started_call_ready_again() {
    table()
        .each(
            (progress, command) -> {
              if (progress != Progress.PLANNED
                  && EffectMachine.decide(progress, command)
                      instanceof Verdict.Happened<Progress>(Progress next)
                  && next == Progress.PLANNED) {
                assertThat(progress).isEqualTo(Progress.UNCERTAIN);
                assertThat(command).isEqualTo(new Command.Settle(Resolved.NOT_HAPPENED));
              }
            });
  }

  @Test
  void a_call_is_counted_by_its_executions() {
    Call first = PLANNED.started(100, "a");
    assertThat(first.attempt()).isEqualTo(new Call.Attempt(1, 100, "a"));
    assertThatThrownBy(() -> first.started(200, "b")).isInstanceOf(Refused.class);

    Call lost = first.lost();
    assertThat(lost.progress()).isEqualTo(Progress.UNCERTAIN);
    assertThat(lost.lost()).isEqualTo(lost);
    assertThatThrownBy(() -> lost.started(200, "b")).isInstanceOf(Refused.class);

    Call second = lost.again().started(300, "b");
    assertThat(second.attempt()).isEqualTo(new Call.Attempt(2, 300, "b"));
    assertThat(second.isLost()).isTrue();
  }

  @Test
  void nothing_of_an_execution_that_did_not_happen_holds_for_the_next() {
    Call there = PLANNED.started(100, null).at(RemoteCall.at("server").sends());
    assertThat(there.isLost()).isTrue();
    assertThat(there.lost().again().remote()).isNull();
    assertThat(PLANNED.started(100, null).at(RemoteCall.at("server").task("t", 1, 1)).isLost())
        .isFalse();
  }
}
