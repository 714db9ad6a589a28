package dev.holdpoint.agent.mcp;

/** A server cannot do what it was asked; the message is for people and models, and no secret. */
final class McpFailure extends Exception {
  private static final long serialVersionUID = 1L;

  private final boolean silence;
  private final int code;

  McpFailure(String message) {
    this(message, false, 0);
  }

  private McpFailure(String message, boolean silence, int code) {
    super(message, null, false, false);
    this.silence = silence;
    this.code = code;
  }

  /** No answer came in time, of which there may be many reasons. */
  static McpFailure silence(String message) {
    return new McpFailure(message, true, 0);
  }

  /** The server has answered with an error of JSON-RPC. */
  static McpFailure refusal(int code, String message) {
    return new McpFailure(message, false, code);
  }

  boolean isSilence() {
    return silence;
  }

  /** Whether the server itself has said no. */
  boolean isRefusal() {
    return code != 0;
  }

  /** Of JSON-RPC; 0 when it was no such error. */
  int code() {
    return code;
  }

  String text() {
    return String.valueOf(getMessage());
  }
}
