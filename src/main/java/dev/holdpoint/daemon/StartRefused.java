package dev.holdpoint.daemon;

import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.engine.port.failure.LedgerLost;
import dev.holdpoint.engine.port.failure.StoreFailure;

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

  static StartRefused because(StoreFailure failure) {
    String message = failure.getMessage();
    return new StartRefused(
        message == null ? failure.toString() : message,
        failure instanceof LedgerLost ? ExitCode.DAMAGED : ExitCode.FAILED);
  }

  int exitCode() {
    return exitCode;
  }
}
