package dev.holdpoint.cli.run;

import dev.holdpoint.api.json.Wire;
import dev.holdpoint.api.run.RunBodies.RunView;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.DeliveryText;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.Facts;
import dev.holdpoint.cli.GateText;
import dev.holdpoint.cli.RunText;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "get",
    aliases = "show",
    description = "Shows the state of a run, its output and its pending requests.",
    footer = "  holdpoint runs get run_01M7EP4AKH0000F3ZBANCQVE8E")
final class RunsGet extends DaemonCommand {
  @Parameters(paramLabel = "RUN", description = "the run's id")
  private String runId;

  @Override
  protected int run(HoldpointClient client) throws CallFailed {
    RunView run = client.runs().find(runId);
    if (json()) {
      printJson(run);
      return ExitCode.OK;
    }
    Integer position = run.queuedPosition();
    Facts facts =
        new Facts(out(), paint())
            .line("run", run.runId())
            .line("session", run.sessionId())
            .painted("status", RunText.status(run.status(), paint()))
            .line("kind", Wire.name(run.kind()))
            .line("from", run.request().actorId() + " (" + run.request().sourceKind() + ")")
            .line("work", run.request().textPreview())
            .line("model", run.request().model())
            .line("position", position == null ? null : position.toString())
            .time("submitted", run.submittedAtMs())
            .time("started", run.startedAtMs())
            .time("finished", run.finishedAtMs())
            .line("used", run.usage() == null ? null : RunText.usage(run.usage()))
            .line("error", run.error());
    run.outputs().forEach(output -> facts.line("said", output.content()));
    run.deliveries()
        .forEach(delivery -> facts.painted("delivery", DeliveryText.brief(delivery, paint())));
    run.pendingApprovals()
        .forEach(
            approval ->
                facts.painted(
                    "approval", Visible.line(approval.id()) + "  " + GateText.brief(approval, 80)));
    run.pendingQuestions()
        .forEach(
            question ->
                facts.painted(
                    "question", Visible.line(question.id()) + "  " + GateText.brief(question, 80)));
    return ExitCode.OK;
  }
}
