package dev.holdpoint.cli.question;

import dev.holdpoint.api.CancelQuestionRequest;
import dev.holdpoint.api.RunView;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.RunText;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.client.CallFailed;
import dev.holdpoint.client.HoldpointClient;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "cancel",
    description = {
      "Cancels a question that waits, and with it the run that asked.",
      "A question that a child session asked is declined instead, and the child goes on."
    },
    footer = {
      "  holdpoint questions cancel qst_01M7EP4BTA0000D5JFGYZTA0B9",
      "  holdpoint questions cancel qst_01M7EP4BTA0000D5JFGYZTA0B9 --run-id"
          + " run_01M7EP4AKH0000F3ZBANCQVE8E --idempotency-key cancel-1"
    })
final class QuestionsCancel extends DaemonCommand {
  @Parameters(paramLabel = "QUESTION", description = "the question's id")
  private String questionId;

  @Option(
      names = "--run-id",
      paramLabel = "RUN",
      description = "the run that waits; else it is looked up")
  private @Nullable String runId;

  @Option(
      names = "--idempotency-key",
      paramLabel = "KEY",
      description = "a retry with the same key finds what the first one did; needs --run-id")
  private @Nullable String key;

  @Option(
      names = "--justification",
      paramLabel = "TEXT",
      description = "a note; a child that asked is told")
  private @Nullable String justification;

  @Override
  protected int run(HoldpointClient client) throws CallFailed {
    if (key != null && runId == null) {
      throw usage(
          "--idempotency-key needs --run-id: a question that is cancelled waits no longer, so that a"
              + " retry could not find its run by it");
    }
    String waiting = runId == null ? client.questions().find(questionId).runId() : runId;
    RunView run =
        client
            .questions()
            .cancel(waiting, questionId, new CancelQuestionRequest(key, justification));
    if (json()) {
      printJson(run);
    } else {
      out()
          .println("cancelled  " + Visible.line(questionId) + "; " + RunText.outcome(run, paint()));
    }
    return ExitCode.OK;
  }
}
