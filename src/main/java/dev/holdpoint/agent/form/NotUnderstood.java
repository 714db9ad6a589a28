package dev.holdpoint.agent.form;

/** What was sent is not what its method takes; the message names the member that is wrong. */
public final class NotUnderstood extends Exception {
  private static final long serialVersionUID = 1L;

  public NotUnderstood(String message) {
    super(message);
  }
}
