package dev.holdpoint.agent.mcp;

/** A server cannot do what it was asked; the message is for people and models, and no secret. */
final class McpFailure extends Exception {
  private static final long serialVersionUID = 1L;

  McpFailure(String message) {
    super(message, null, false, false);
  }

  String text() {
    return String.valueOf(getMessage());
  }
}
