package dev.holdpoint.http.mcp;

/** A message that is answered with an error. It is an answer, so it has no stack trace. */
public final class McpError extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public static final int PARSE_ERROR = -32_700;
  public static final int INVALID_REQUEST = -32_600;
  public static final int METHOD_NOT_FOUND = -32_601;
  public static final int INVALID_PARAMS = -32_602;
  static final int INTERNAL_ERROR = -32_603;

  /** The first of those that are free for a server's own. */
  public static final int REFUSED = -32_000;

  private final int code;

  public McpError(int code, String message) {
    super(message, null, false, false);
    this.code = code;
  }

  public static McpError invalidParams(String message) {
    return new McpError(INVALID_PARAMS, message);
  }

  public int code() {
    return code;
  }

  public String said() {
    return String.valueOf(getMessage());
  }
}
