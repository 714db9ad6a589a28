package dev.holdpoint.agent.mcp;

import dev.holdpoint.agent.acp.LastWords;
import io.modelcontextprotocol.client.transport.McpHttpClientTransportAuthorizationException;
import java.net.ConnectException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.util.concurrent.CompletionException;

/** What has gone wrong on the way to a server, in words for people. */
final class Troubles {
  private Troubles() {}

  static String words(ServerSpec spec, Throwable error) {
    return switch (error) {
      case CompletionException wrapped when wrapped.getCause() != null ->
          words(spec, wrapped.getCause());
      case McpHttpClientTransportAuthorizationException refused ->
          "%s refuses us with status %d; check mcp_servers.%s.headers"
              .formatted(spec.title(), refused.getResponseInfo().statusCode(), spec.name());
      case HttpTimeoutException _ -> spec.title() + " cannot be reached in time";
      case ConnectException unreachable
          when unreachable.getCause() instanceof UnresolvedAddressException ->
          spec.title() + " cannot be reached: nobody knows the name of its host";
      case ConnectException _ -> spec.title() + " cannot be reached: nobody listens there";
      default ->
          "%s cannot be spoken to: %s"
              .formatted(
                  spec.title(),
                  LastWords.plain(
                      error.getMessage() == null ? error.toString() : error.getMessage(),
                      spec.keys()));
    };
  }
}
