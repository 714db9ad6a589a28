package dev.holdpoint.http.mcp;

/** A message that is answered with an error. It is an answer, so it has no stack trace. */
final class McpError extends RuntimeException {
  private static final long serialVersionUID = 1L;

  static final int PARSE_ERROR = -32_700;
  static final int INVALID_REQUEST = -32_600;
  static final int METHOD_NOT_FOUND = -32_601;
  static final int INVALID_PARAMS = -32_602;
  static final int INTERNAL_ERROR = -32_603;

  /** The first of those that are free for a server's own. */
  static final int REFUSED = -32_000;

  private final int code;

  McpError(int code, String message) {
    super(message, null, false, false);
    this.code = code;
  }

  static McpError invalidParams(String message) {
    return new McpError(INVALID_PARAMS, message);
  }

  int code() {
    return code;
  }

  String said() {
    return String.valueOf(getMessage());
  }
}
