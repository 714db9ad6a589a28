package dev.holdpoint.daemon.start;

import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.engine.port.failure.LedgerLost;
import dev.holdpoint.engine.port.failure.StoreFailure;
import java.io.IOException;
import java.nio.file.Path;

/** The daemon cannot start. The message is one line that says what to do. */
public final class StartRefused extends Exception {
  private final int exitCode;

  public StartRefused(String message) {
    this(message, ExitCode.FAILED);
  }

  private StartRefused(String message, int exitCode) {
    super(message);
    this.exitCode = exitCode;
  }

  /** What has failed in a start; a fault of ours is thrown on. */
  public static StartRefused because(Exception cause, Path data) {
    return switch (cause) {
      case StartRefused refused -> refused;
      case StoreFailure failure -> because(failure);
      // A commit of the start was refused; the words of the refusal are for callers.
      case Refused refused ->
          new StartRefused(
              "The start could not write to the ledger in %s (%s). Remove the cause, which 'holdpoint doctor' names, and start again"
                  .formatted(data, refused.refusal().problem().code()),
              ExitCode.FAILED);
      case IOException e ->
          new StartRefused("The files in " + data + " cannot be used: " + e, ExitCode.FAILED);
      case RuntimeException fault -> throw fault;
      default -> throw new IllegalStateException(cause);
    };
  }

  public static StartRefused because(StoreFailure failure) {
    String message = failure.getMessage();
    return new StartRefused(
        message == null ? failure.toString() : message,
        failure instanceof LedgerLost ? ExitCode.DAMAGED : ExitCode.FAILED);
  }

  public int exitCode() {
    return exitCode;
  }
}
