package dev.holdpoint.core.run;

import static dev.holdpoint.core.problem.Problem.RUN_STATE_CONFLICT;
import static dev.holdpoint.core.problem.Verdict.happened;
import static dev.holdpoint.core.problem.Verdict.rejected;
import static dev.holdpoint.core.problem.Verdict.unchanged;

import dev.holdpoint.core.gate.UncertainEffect.Resolved;
import dev.holdpoint.core.problem.Verdict;
import dev.holdpoint.core.run.Call.Progress;

/**
 * The life of a call's execution. Nothing starts one twice but a person who says that the first did
 * not happen.
 */
public final class EffectMachine {
  private EffectMachine() {}

  public sealed interface Command {
    /** Its intent is committed. */
    record Start() implements Command {}

    /** Its result is in the transcript. */
    record Finish() implements Command {}

    /** Whoever carried it out is gone. */
    record Lose() implements Command {}

    /** A person says what became of it. */
    record Settle(Resolved resolved) implements Command {}
  }

  private record At(Progress progress, Command command) {}

  /** Gives what the call is next. */
  public static Verdict<Progress> decide(Progress progress, Command command) {
    return switch (new At(progress, command)) {
      case At(var at, Command.Start _) when at == Progress.PLANNED -> happened(Progress.STARTED);
      case At(var _, Command.Start _) -> rejected(RUN_STATE_CONFLICT);

      // A call that is refused has a result and was never started.
      case At(var at, Command.Finish _) when at == Progress.PLANNED || at == Progress.STARTED ->
          happened(Progress.DONE);
      case At(var _, Command.Finish _) -> rejected(RUN_STATE_CONFLICT);

      case At(var at, Command.Lose _) when at == Progress.STARTED -> happened(Progress.UNCERTAIN);
      // A further restart asks nothing more.
      case At(var _, Command.Lose _) -> unchanged();

      case At(var at, Command.Settle(Resolved resolved)) when at == Progress.UNCERTAIN ->
          happened(
              switch (resolved) {
                case HAPPENED, UNKNOWN -> Progress.DONE;
                case NOT_HAPPENED -> Progress.PLANNED;
              });
      case At(var _, Command.Settle _) -> rejected(RUN_STATE_CONFLICT);
    };
  }
}
