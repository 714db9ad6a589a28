package dev.holdpoint.cli.question;

import dev.holdpoint.api.gate.QuestionBodies.CancelQuestionRequest;
import dev.holdpoint.api.run.RunBodies.RunView;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.RunText;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "cancel",
    description = {
      "Cancels a pending question, together with the run that asked.",
      "A question of a child session is declined instead, and the child continues."
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
      description = "run of the question (default: looked up)")
  private @Nullable String runId;

  @Option(
      names = "--idempotency-key",
      paramLabel = "KEY",
      description = "makes a retry safe: the same key returns the first result; needs --run-id")
  private @Nullable String key;

  @Option(
      names = "--justification",
      paramLabel = "TEXT",
      description = "note; a child session that asked receives it")
  private @Nullable String justification;

  @Override
  protected int run(HoldpointClient client) throws CallFailed {
    if (key != null && runId == null) {
      throw usage(
          "--idempotency-key needs --run-id: after the question is cancelled, a "
              + "retry cannot look up its run");
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
