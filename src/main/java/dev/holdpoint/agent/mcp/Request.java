package dev.holdpoint.agent.mcp;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** What we ask a server. It travels in the place of its params, so that its id is known. */
final class Request {
  final String method;
  final Map<String, Object> params;
  final CompletableFuture<Object> answer = new CompletableFuture<>();

  /** The call that it is, if it is one. */
  final @Nullable InFlight call;

  private volatile @Nullable Object id;

  Request(String method, Map<String, Object> params, @Nullable InFlight call) {
    this.method = method;
    this.params = params;
    this.call = call;
  }

  void sentAs(Object messageId) {
    id = messageId;
  }

  /** Null until it is on its way. */
  @Nullable Object id() {
    return id;
  }
}
