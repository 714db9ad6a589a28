package dev.holdpoint.agent.acp.wire;

import dev.holdpoint.core.record.Json;
import org.jspecify.annotations.Nullable;

/** What one side answers when it does not do what the other has asked. */
public final class RpcError extends RuntimeException {
  public static final int METHOD_NOT_FOUND = -32601;
  public static final int INVALID_PARAMS = -32602;
  public static final int INTERNAL = -32603;

  /** What the request names is not there. */
  public static final int NOT_FOUND = -32002;

  /** The agent wants somebody to log in first. */
  public static final int AUTHENTICATION_REQUIRED = -32000;

  /** Whoever asked has taken the request back. */
  public static final int REQUEST_CANCELLED = -32800;

  private static final long serialVersionUID = 1L;

  private final int code;
  private final transient @Nullable Json data;

  public RpcError(int code, String message, @Nullable Json data) {
    // It becomes an answer, so nobody reads a stack trace.
    super(message, null, false, false);
    this.code = code;
    this.data = data;
  }

  public int code() {
    return code;
  }

  public String text() {
    return String.valueOf(getMessage());
  }

  public @Nullable Json data() {
    return data;
  }
}
