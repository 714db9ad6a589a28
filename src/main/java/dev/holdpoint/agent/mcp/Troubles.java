package dev.holdpoint.agent.mcp;

import dev.holdpoint.agent.acp.wire.StderrTail;
import io.modelcontextprotocol.client.transport.McpHttpClientTransportAuthorizationException;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema;
import java.net.ConnectException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What has gone wrong on the way to a server, in words for people. */
final class Troubles {
  static final String NOT_SENT = "; nothing was sent";
  static final String MAYBE_DONE = "; the call may have taken effect, and is not repeated";

  // Somebody else's class is nothing that a person or a model could act on.
  private static final Pattern CLASS_NAMES =
      Pattern.compile("\\b(?:[a-z][a-z0-9_]*\\.)+[A-Z][A-Za-z0-9_$]*(?:@[0-9a-f]+)?(?::\\s*)?");

  /** JSON-RPC's own errors, from -32700 to -32600, that tell of a request which nobody took up. */
  private static final Set<Integer> NOT_TAKEN_UP =
      Set.of(
          McpSchema.ErrorCodes.PARSE_ERROR,
          McpSchema.ErrorCodes.INVALID_REQUEST,
          McpSchema.ErrorCodes.METHOD_NOT_FOUND,
          McpSchema.ErrorCodes.INVALID_PARAMS);

  private Troubles() {}

  /** What a failed call may have done, as the end of the sentence that tells of the failure. */
  static String effect(@Nullable Throwable error) {
    if (isUnsent(error)) {
      return NOT_SENT;
    }
    return error instanceof McpError refused
            && refused.getJsonRpcError() != null
            && isNotTakenUp(refused.getJsonRpcError().code())
        ? ""
        : MAYBE_DONE;
  }

  /** Whether the error says that nothing was done. */
  static boolean isNotTakenUp(int code) {
    return NOT_TAKEN_UP.contains(code);
  }

  static String accessRefused(ServerSpec spec, int status) {
    return "%s refuses access with status %d; check mcp_servers.%s.headers"
        .formatted(spec.title(), status, spec.name());
  }

  /** Whether there was never a connection over which it could have gone. */
  static boolean isUnsent(@Nullable Throwable error) {
    return switch (error) {
      case null -> false;
      case ConnectException _, HttpConnectTimeoutException _ -> true;
      case CompletionException wrapped -> isUnsent(wrapped.getCause());
      default -> false;
    };
  }

  static String withoutClassNames(@Nullable String message) {
    String plain = message == null ? "" : CLASS_NAMES.matcher(message).replaceAll("").strip();
    return plain.isEmpty() ? "the connection was lost" : plain;
  }

  static String words(ServerSpec spec, Throwable error) {
    return switch (error) {
      case CompletionException wrapped when wrapped.getCause() != null ->
          words(spec, wrapped.getCause());
      case McpHttpClientTransportAuthorizationException refused ->
          accessRefused(spec, refused.getResponseInfo().statusCode());
      case HttpTimeoutException _ -> spec.title() + " did not respond in time";
      case ConnectException unreachable
          when unreachable.getCause() instanceof UnresolvedAddressException ->
          spec.title() + " cannot be reached: its host name cannot be resolved";
      case ConnectException _ -> spec.title() + " cannot be reached: the connection was refused";
      default ->
          "the connection to %s failed: %s"
              .formatted(
                  spec.title(),
                  StderrTail.plain(withoutClassNames(error.getMessage()), spec.keys()));
    };
  }
}
