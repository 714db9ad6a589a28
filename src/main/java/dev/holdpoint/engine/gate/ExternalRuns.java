package dev.holdpoint.engine.gate;

import dev.holdpoint.core.gate.Gate;
import dev.holdpoint.core.gate.Withdrawal;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Call;
import dev.holdpoint.core.run.Output;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunCommand;
import dev.holdpoint.core.run.RunHead;
import dev.holdpoint.core.run.RunKind;
import dev.holdpoint.core.run.RunSettings;
import dev.holdpoint.core.run.Step;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.json.OutputParts;
import dev.holdpoint.engine.run.Routes;
import dev.holdpoint.engine.run.RunEdit;
import dev.holdpoint.engine.run.Runs;
import dev.holdpoint.engine.run.Slots;
import dev.holdpoint.engine.run.Submission;
import java.util.List;

/** Runs that only wait: an agent outside raised the gate and acts on the decision itself. */
public final class ExternalRuns {
  /** An agent outside uses no route of the daemon. */
  public static final Routes.Route ROUTE =
      new Routes.Route("external", "external", Json.EMPTY_OBJECT);

  private ExternalRuns() {}

  /**
   * A gate that is raised, and the run that waits for it and is not in the change yet.
   *
   * @param edit has more said of the run, and is done then
   */
  public record Raised(RunEdit edit, Gate gate) {}

  /** Raises it in a session that takes work. */
  public static Raised raise(
      Change change, Session session, Submission submission, ToolCall call, GateDraft draft) {
    Run run = Runs.draft(change, session, submission, ROUTE, null);
    RunEdit edit =
        RunEdit.ofNew(change, run)
            .step(new Step.Input(submission.text()))
            .step(new Step.Turn("", List.of(call)));
    edit.draft().started(change.nowMs(), Slots.stepsBefore(change, run));
    edit.draft().turn(List.of(Call.planned(call)));
    edit.apply(new RunCommand.Start());
    Gate gate =
        Revisions.placed(change, run, draft, call.tool())
            .raise(change, edit.draft().at(change.nowMs()));
    return new Raised(edit.park(gate), gate);
  }

  /** The run as it was submitted, once more. */
  public static Submission again(RunHead head) {
    Submission same =
        new Submission(
                RunKind.INPUT,
                RunHead.Driver.OUTSIDE,
                head.submittedBy(),
                head.sourcePlugin(),
                head.sourceKind(),
                head.actorId(),
                head.textPreview(),
                null,
                new Json("[]"),
                Json.NULL,
                RunSettings.NONE)
            .askedBy(head.principal())
            .within(head.trace());
    return head.client() == null ? same : same.by(head.client());
  }

  /** Nobody has to decide any more: the run is over, and says why. */
  public static Run withdraw(
      Change change, Run run, Gate waiting, Withdrawal cause, String by, Slots slots) {
    RunEdit edit = RunEdit.of(change, run);
    waiting.withdrawn(by, change.nowMs(), cause).ifPresent(edit::settle);
    edit.apply(new RunCommand.Resume());
    complete(
        change,
        edit,
        run,
        JsonTree.write(
            JsonTree.object()
                .put("request_id", waiting.id())
                .put("behavior", "withdrawn")
                .put("outcome", cause.outcome().wire())
                .put("by", by)));
    return edit.done(slots);
  }

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
