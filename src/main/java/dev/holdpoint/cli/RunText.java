package dev.holdpoint.cli;

import dev.holdpoint.api.json.Wire;
import dev.holdpoint.api.run.RunBodies.RunView;
import dev.holdpoint.api.run.RunBodies.UsageView;
import dev.holdpoint.api.status.RunStatus;
import dev.holdpoint.api.status.SessionStatus;

/** Where runs and sessions stand, in words. */
public final class RunText {
  private RunText() {}

  public static String status(RunStatus status, Paint paint) {
    String word = Wire.name(status).replace('_', ' ');
    return switch (status) {
      case COMPLETED -> paint.green(word);
      case FAILED, INTERRUPTED, CANCELLED -> paint.red(word);
      case WAITING_FOR_APPROVAL, WAITING_FOR_USER_QUESTION -> paint.yellow(word);
      case QUEUED, RUNNING -> word;
    };
  }

  public static String status(SessionStatus status, Paint paint) {
    String word = Wire.name(status).replace('_', ' ');
    return switch (status) {
      case FAILED -> paint.red(word);
      case WAITING_FOR_APPROVAL, WAITING_FOR_USER_QUESTION -> paint.yellow(word);
      case IDLE, RUNNING, ENDED -> word;
    };
  }

  public static boolean ended(RunStatus status) {
    return switch (status) {
      case COMPLETED, FAILED, INTERRUPTED, CANCELLED -> true;
      case QUEUED, RUNNING, WAITING_FOR_APPROVAL, WAITING_FOR_USER_QUESTION -> false;
    };
  }

  public static boolean waits(RunStatus status) {
    return status == RunStatus.WAITING_FOR_APPROVAL
        || status == RunStatus.WAITING_FOR_USER_QUESTION;
  }

  /** {@code run_… completed}, and why where it did not. */
  public static String outcome(RunView run, Paint paint) {
    String error = run.error();
    return Visible.line(run.runId())
        + " "
        + status(run.status(), paint)
        + (error == null ? "" : ": " + Visible.lines(error));
  }

  /** {@code 2095 tokens in, 503 out, 2 turns of gpt-4o, $0.01}. */
  public static String usage(UsageView usage) {
    String cost = usage.costUsd();
    return "%d tokens in, %d out, %d turn%s of %s%s"
        .formatted(
            usage.inputTokens(),
            usage.outputTokens(),
            usage.modelCalls(),
            usage.modelCalls() == 1 ? "" : "s",
            usage.model(),
            cost == null ? "" : ", $" + cost);
  }

  /** What a script is told about a run that it waited for. */
  public static int exitCode(RunStatus status) {
    return switch (status) {
      case FAILED, INTERRUPTED, CANCELLED -> ExitCode.FAILED;
      case COMPLETED, QUEUED, RUNNING, WAITING_FOR_APPROVAL, WAITING_FOR_USER_QUESTION ->
          ExitCode.OK;
    };
  }
}
