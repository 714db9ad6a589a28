package dev.holdpoint.engine.gate;

import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Output;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunCommand;
import dev.holdpoint.core.run.Step;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.json.OutputParts;
import dev.holdpoint.engine.run.RunEdit;

/** Runs that only wait: an agent outside raised the gate and acts on the decision itself. */
public final class ExternalRuns {
  private ExternalRuns() {}

  /** Such a run is over with the decision, which is its output. */
  static void complete(Change change, RunEdit edit, Run run, Json decision) {
    // The transcript is whole for whoever speaks next: every call in it has its result.
    run.calls().forEach(call -> edit.step(new Step.Result(call.call().id(), decision)));
    say(edit, run, decision.text());
    edit.apply(new RunCommand.Complete(change.nowMs()));
  }

  public static void say(RunEdit edit, Run run, String text) {
    edit.output(
        new Output(
            Output.Source.DAEMON_EMIT_OUTPUT,
            run.head().replyPlugin(),
            run.head().replyAddress(),
            text,
            OutputParts.text(text),
            new Json("[]")));
  }
}
