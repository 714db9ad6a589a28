package dev.holdpoint.agent.tool.input;

/** A call that cannot be done. The message is for the model and says what to do instead. */
public final class CannotDo extends Exception {
  public CannotDo(String message) {
    // It becomes a result, so nobody reads a stack trace.
    super(message, null, false, false);
  }
}
