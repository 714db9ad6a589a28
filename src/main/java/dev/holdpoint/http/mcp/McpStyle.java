package dev.holdpoint.http.mcp;

import dev.holdpoint.core.problem.Kind;
import dev.holdpoint.core.problem.Refusal;
import dev.holdpoint.http.server.HandWritten;
import dev.holdpoint.http.server.ProblemStyle;

/** What is refused before a message is read, as an error of JSON-RPC that answers none. */
public final class McpStyle implements ProblemStyle {
  @Override
  public String contentType() {
    return "application/json";
  }

  @Override
  public byte[] render(Refusal refusal, String requestId) {
    HandWritten data =
        new HandWritten()
            .put("code", refusal.problem().code())
            .put("request_id", requestId)
            .errors(refusal.faults());
    HandWritten error =
        new HandWritten()
            .put("code", code(refusal.problem().kind()))
            .put("message", refusal.detail())
            .put("data", data);
    return new HandWritten().put("jsonrpc", "2.0").putNull("id").put("error", error).bytes();
  }

  private static int code(Kind kind) {
    return switch (kind) {
      case INVALID, UNSUPPORTED_MEDIA_TYPE -> McpError.INVALID_REQUEST;
      case INTERNAL -> McpError.INTERNAL_ERROR;
      case UNAUTHORIZED,
          FORBIDDEN,
          NOT_FOUND,
          METHOD_NOT_ALLOWED,
          CONFLICT,
          TOO_LARGE,
          MISDIRECTED,
          RATE_LIMITED,
          HEADERS_TOO_LARGE,
          BAD_GATEWAY,
          UNAVAILABLE,
          STORAGE_FULL ->
          McpError.REFUSED;
    };
  }
}
