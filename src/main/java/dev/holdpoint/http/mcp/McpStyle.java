package dev.holdpoint.http.mcp;

import dev.holdpoint.core.problem.Kind;
import dev.holdpoint.core.problem.Refusal;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.http.server.HandWritten;
import dev.holdpoint.http.server.ProblemStyle;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What is refused by the server around the surface, as an error of JSON-RPC. Mostly the message was
 * not read yet: clients of the older revisions are then told {@code "id": null}, and those of the
 * stateless ones no id at all.
 */
public final class McpStyle implements ProblemStyle {
  /** To whom it is not known what was sent. */
  private static final McpStyle STATELESS = new McpStyle(null, false);

  private final @Nullable Json id;
  private final boolean nulled;

  public McpStyle() {
    this(null, true);
  }

  private McpStyle(@Nullable Json id, boolean nulled) {
    this.id = id;
    this.nulled = nulled;
  }

  /**
   * What goes wrong with this request of a stateless client.
   *
   * @param id null when it has none
   */
  public static McpStyle of(@Nullable Json id) {
    return new McpStyle(id, false);
  }

  @Override
  public ProblemStyle toward(Function<String, @Nullable String> header) {
    return Protocol.isSpoken(header.apply(Protocol.HEADER)) ? this : STATELESS;
  }

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
    HandWritten message = new HandWritten().put("jsonrpc", "2.0");
    if (id != null) {
      message.put("id", id);
    } else if (nulled) {
      message.putNull("id");
    }
    return message.put("error", error).bytes();
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
