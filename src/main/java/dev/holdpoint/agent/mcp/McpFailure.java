package dev.holdpoint.agent.mcp;

/** A server cannot do what it was asked; the message is for people and models, and no secret. */
final class McpFailure extends Exception {
  private static final long serialVersionUID = 1L;

  private final boolean silence;

  McpFailure(String message) {
    this(message, false);
  }

  private McpFailure(String message, boolean silence) {
    super(message, null, false, false);
    this.silence = silence;
  }

  /** No answer came in time, of which there may be many reasons. */
  static McpFailure silence(String message) {
    return new McpFailure(message, true);
  }

  boolean isSilence() {
    return silence;
  }

  String text() {
    return String.valueOf(getMessage());
  }
}
