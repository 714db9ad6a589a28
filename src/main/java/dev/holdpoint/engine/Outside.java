package dev.holdpoint.engine;

import dev.holdpoint.core.json.Json;
import dev.holdpoint.core.run.Output;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunCommand;

/** Runs that only wait: an agent outside raised the gate and acts on the decision itself. */
final class Outside {
  private Outside() {}

  /** Such a run is over with the decision, which is its output. */
  static void complete(Change change, RunEdit edit, Run run, Json decision) {
    edit.output(
        new Output(
            Output.Source.DAEMON_EMIT_OUTPUT,
            "daemon",
            run.head().sessionId(),
            decision.text(),
            new Json("[]"),
            new Json("[]")));
    edit.apply(new RunCommand.Complete(change.nowMs()));
  }
}
