package dev.holdpoint.http.mcp.modern;

import dev.holdpoint.http.mcp.McpError;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** A request that is answered with an error. It is an answer, so it has no stack trace. */
final class RpcFault extends RuntimeException {
  private static final long serialVersionUID = 1L;

  static final int HEADER_MISMATCH = -32_020;
  static final int MISSING_CAPABILITY = -32_021;
  static final int UNSUPPORTED_VERSION = -32_022;

  private final int status;
  private final int code;
  private final transient @Nullable ObjectNode data;

  RpcFault(int status, int code, String message, @Nullable ObjectNode data) {
    super(message, null, false, false);
    this.status = status;
    this.code = code;
    this.data = data;
  }

  RpcFault(int status, int code, String message) {
    this(status, code, message, null);
  }

  /** Of a request whose envelope is in order, and which cannot be carried out all the same. */
  static RpcFault invalidParams(String message) {
    return new RpcFault(200, McpError.INVALID_PARAMS, message);
  }

  static RpcFault of(int status, McpError error) {
    return new RpcFault(status, error.code(), error.said());
  }

  int status() {
    return status;
  }

  int code() {
    return code;
  }

  String said() {
    return String.valueOf(getMessage());
  }

  @Nullable ObjectNode data() {
    return data;
  }
}
