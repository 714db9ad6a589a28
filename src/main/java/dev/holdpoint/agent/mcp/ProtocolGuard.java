package dev.holdpoint.agent.mcp;

import io.modelcontextprotocol.client.McpAsyncClient;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCNotification;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.util.context.ContextView;

/**
 * Stands between a server and the SDK, which trusts servers: it would log every stray answer, open
 * a request of its own for every notification, and wait for ever for what is given up. What passes
 * is the first answer to each open request, and a bounded number of requests.
 */
final class ProtocolGuard implements McpClientTransport {
  /** Requests of the server that are not answered yet. */
  private static final int OPEN = 16;

  private final McpClientTransport inner;
  private final Listener listener;
  private final FloodLimit meter = new FloodLimit();
  private final Map<Object, Request> open = new ConcurrentHashMap<>();
  private final AtomicInteger asked = new AtomicInteger();
  private Function<Mono<JSONRPCMessage>, Mono<JSONRPCMessage>> session = message -> message;
  private volatile @Nullable String version;

  /** Who hears what is not an answer. Called by whoever reads; returns at once. */
  interface Listener {
    /** What the server offers may have changed. */
    void changed();

    /** The server waits no longer for the answer to its request. */
    void takenBack(Object id);

    /** Nobody has to open the page any more that the server asked for by this id. */
    void isOpened(String elicitationId);

    void floods(String how);
  }

  /**
   * What a server asks.
   *
   * @param call on whose answer it came, where the transport can tell
   */
  record Asked(Object id, @Nullable Object params, @Nullable InFlight call) {}

  ProtocolGuard(McpClientTransport inner, Listener listener) {
    this.inner = inner;
    this.listener = listener;
  }

  /** The version that both speak, for all that is sent from now on. */
  void speaks(String protocolVersion) {
    version = protocolVersion;
  }

  @Override
  public Mono<Void> connect(Function<Mono<JSONRPCMessage>, Mono<JSONRPCMessage>> handler) {
    session = handler;
    return inner.connect(
        message ->
            message.flatMap(
                one -> Mono.deferContextual(context -> pass(one, context)).then(Mono.empty())));
  }

  private Mono<JSONRPCMessage> pass(JSONRPCMessage message, ContextView context) {
    if (!meter.another()) {
      listener.floods("has sent more than %d messages in a few seconds".formatted(FloodLimit.MOST));
      return Mono.empty();
    }
    return switch (message) {
      case JSONRPCResponse response ->
          // What nobody has asked, or was answered or given up before, is nothing to anybody.
          response.id() == null || open.remove(response.id()) == null
              ? Mono.empty()
              : session.apply(Mono.just(response));
      case JSONRPCRequest request -> ask(request, context);
      case JSONRPCNotification told -> {
        notice(told);
        yield Mono.empty();
      }
      default -> Mono.empty();
    };
  }

  private Mono<JSONRPCMessage> ask(JSONRPCRequest request, ContextView context) {
    if (asked.incrementAndGet() > OPEN) {
      listener.floods("has more than %d requests waiting for an answer".formatted(OPEN));
      return Mono.empty();
    }
    Request on = context.getOrDefault(Request.class, null);
    return session.apply(
        Mono.just(
            new JSONRPCRequest(
                request.jsonrpc(),
                request.method(),
                request.id(),
                new Asked(request.id(), request.params(), on == null ? null : on.call))));
  }

  private void notice(JSONRPCNotification told) {
    switch (told.method()) {
      case "notifications/tools/list_changed",
          "notifications/resources/list_changed",
          "notifications/prompts/list_changed" ->
          listener.changed();
      case "notifications/cancelled" -> {
        Object id = told.params() instanceof Map<?, ?> params ? params.get("requestId") : null;
        if (id != null) {
          listener.takenBack(id);
        }
      }
      case "notifications/elicitation/complete" -> {
        Object id = told.params() instanceof Map<?, ?> params ? params.get("elicitationId") : null;
        if (id instanceof String page) {
          listener.isOpened(page);
        }
      }
      default -> {
        // Progress and log lines are for people who look at the server itself.
      }
    }
  }

  @Override
  public Mono<Void> sendMessage(JSONRPCMessage message) {
    Request request = null;
    JSONRPCMessage sent = message;
    if (message instanceof JSONRPCRequest own && own.params() instanceof Request ours) {
      request = ours;
      ours.sentAs(own.id());
      open.put(own.id(), ours);
      sent = new JSONRPCRequest(own.jsonrpc(), own.method(), own.id(), ours.params);
    } else if (message instanceof JSONRPCResponse) {
      asked.decrementAndGet();
    }
    Request on = request;
    String spoken = version;
    return inner
        .sendMessage(sent)
        // A request that was not sent gets no answer that would take it off.
        .doOnError(
            _ -> {
              if (on != null) {
                open.remove(on.id());
              }
            })
        .contextWrite(
            context -> {
              var with = on == null ? context : context.put(Request.class, on);
              return spoken == null
                  ? with
                  : with.put(McpAsyncClient.NEGOTIATED_PROTOCOL_VERSION, spoken);
            });
  }

  /** Nobody waits for this answer any more. Gives whether it had not come yet. */
  boolean giveUp(Request request) {
    Object id = request.id();
    if (id == null || open.remove(id) == null) {
      return false;
    }
    // The SDK forgets a request by its answer and in no other way.
    session
        .apply(
            Mono.just(
                JSONRPCResponse.error(
                    id, new JSONRPCResponse.JSONRPCError(-32000, "given up", null))))
        .subscribe();
    return true;
  }

  @Override
  public void setExceptionHandler(Consumer<Throwable> handler) {
    inner.setExceptionHandler(handler);
  }

  @Override
  public Mono<Void> closeGracefully() {
    return inner.closeGracefully();
  }

  @Override
  public <T> T unmarshalFrom(Object data, TypeRef<T> type) {
    return inner.unmarshalFrom(data, type);
  }

  @Override
  public List<String> protocolVersions() {
    return inner.protocolVersions();
  }
}
