package dev.holdpoint.core.run;

import static dev.holdpoint.core.run.RunStatus.CANCELLED;
import static dev.holdpoint.core.run.RunStatus.COMPLETED;
import static dev.holdpoint.core.run.RunStatus.FAILED;
import static dev.holdpoint.core.run.RunStatus.INTERRUPTED;
import static dev.holdpoint.core.run.RunStatus.QUEUED;
import static dev.holdpoint.core.run.RunStatus.RUNNING;
import static dev.holdpoint.core.run.RunStatus.WAITING_FOR_APPROVAL;
import static dev.holdpoint.core.run.RunStatus.WAITING_FOR_USER_QUESTION;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.Golden;
import dev.holdpoint.core.MachineTable;
import dev.holdpoint.core.problem.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class RunMachineTest {
  private static final MachineTable<RunState, RunCommand> TABLE =
      new MachineTable<>(RunState.class, RunCommand.class)
          .state("queued", new RunState.Queued())
          .state("deferred", new RunState.Deferred(9))
          .state("running", new RunState.Running())
          .state("waiting for approval", new RunState.WaitingForApproval())
          .state("waiting for user question", new RunState.WaitingForUserQuestion())
          .state("completed", new RunState.Completed(1))
          .state("failed", new RunState.Failed(1, "broken"))
          .state("interrupted", new RunState.Interrupted(1, "stopped"))
          .state("cancelled", new RunState.Cancelled(1))
          .command("start", new RunCommand.Start())
          .command("release", new RunCommand.Release())
          .command("wait for approval", new RunCommand.WaitForApproval())
          .command("wait for user question", new RunCommand.WaitForUserQuestion())
          .command("resume", new RunCommand.Resume())
          .command("complete", new RunCommand.Complete(2))
          .command("fail", new RunCommand.Fail(2, "error"))
          .command("interrupt", new RunCommand.Interrupt(2, "reason"))
          .command("cancel", new RunCommand.Cancel(2))
          .command("requeue", new RunCommand.Requeue());

  /**
   * Everything a run may do, and nothing else. Back into the queue leads only restart recovery;
   * what is deferred counts as queued and becomes so.
   */
  private static final Map<RunStatus, Set<RunStatus>> ALLOWED =
      new EnumMap<>(
          Map.of(
              QUEUED,
              EnumSet.of(QUEUED, RUNNING, FAILED, INTERRUPTED, CANCELLED),
              RUNNING,
              EnumSet.of(
                  WAITING_FOR_APPROVAL,
                  WAITING_FOR_USER_QUESTION,
                  COMPLETED,
                  FAILED,
                  INTERRUPTED,
                  CANCELLED,
                  QUEUED),
              WAITING_FOR_APPROVAL,
              EnumSet.of(RUNNING, COMPLETED, FAILED, INTERRUPTED, CANCELLED, QUEUED),
              WAITING_FOR_USER_QUESTION,
              EnumSet.of(RUNNING, COMPLETED, FAILED, INTERRUPTED, CANCELLED, QUEUED)));

  @Test
  void every_state_answers_every_command_as_the_table_says() throws IOException {
    Golden.check(
        Path.of("docs/machines/run.md"),
        TABLE
            .complete()
            .markdown(
                "The life of a run",
                """
                Each field is what `RunMachine.decide` answers: an **event**, unchanged, or the code of
                the `problem`. Written by `RunMachineTest`; rewrite it with
                `./test '*MachineTest' -Dupdate.golden=true`.""",
                RunMachine::decide));
  }

  @Test
  void a_run_changes_its_status_only_in_the_allowed_ways() {
    Map<RunStatus, Set<RunStatus>> seen = new EnumMap<>(RunStatus.class);
    TABLE.each(
        (state, command) -> {
          if (RunMachine.decide(state, command)
              instanceof Verdict.Happened<RunEvent>(RunEvent event)) {
            seen.computeIfAbsent(state.status(), _ -> EnumSet.noneOf(RunStatus.class))
                .add(RunMachine.evolve(event).status());
          }
        });
    assertThat(seen).isEqualTo(ALLOWED);
  }

  @Test
  void only_restart_recovery_leads_back_into_the_queue() {
    TABLE.each(
        (state, command) -> {
          if (RunMachine.decide(state, command)
                  instanceof Verdict.Happened<RunEvent>(RunEvent event)
              && RunMachine.evolve(event).status() == QUEUED) {
            assertThat(command)
                .isInstanceOf(
                    state instanceof RunState.Deferred
                        ? RunCommand.Release.class
                        : RunCommand.Requeue.class);
          }
        });
  }

  @Test
  void nothing_changes_a_run_that_has_ended() {
    TABLE.each(
        (state, command) -> {
          if (state.status().isSettled()) {
            assertThat(RunMachine.decide(state, command)).isNotInstanceOf(Verdict.Happened.class);
          }
        });
  }
}
