package dev.holdpoint.agent.mcp;

import dev.holdpoint.agent.acp.wire.StderrTail;
import dev.holdpoint.agent.form.NotUnderstood;
import dev.holdpoint.agent.peer.ReactorTimers;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.engine.json.JsonTree;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpClientSession;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpTransportSessionNotFoundException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** One connection to a server, from the first byte until it is gone for good. */
final class Link implements ProtocolGuard.Listener, ServerLink {
  private static final Logger log = LoggerFactory.getLogger(Link.class);

  /** The SDK's own limit; ours lie below it, and stand still while a person is waited for. */
  private static final Duration FOREVER = Duration.ofDays(36_500);

  /** Calls in a row that a server may leave unanswered before it is taken for hung. */
  private static final int MOST_GIVEN_UP = 16;

  private static final TypeRef<Object> ANYTHING = new TypeRef<>() {};

  static {
    ReactorTimers.tame();
  }

  private final ServerSpec spec;
  private final Events events;
  private final Transports.Way way;
  private final ProtocolGuard guard;
  private final McpClientSession session;
  private final Set<Request> open = ConcurrentHashMap.newKeySet();
  private final Set<InFlight> calls = ConcurrentHashMap.newKeySet();
  private final Map<Object, CompletableFuture<Json>> questions = new ConcurrentHashMap<>();

  /** Those that ask people to open a page, by the server's own ids. */
  private final Map<String, CompletableFuture<Json>> pages = new ConcurrentHashMap<>();

  private final AtomicReference<@Nullable String> goneBecause = new AtomicReference<>();
  private final AtomicInteger givenUp = new AtomicInteger();
  private final AtomicLong begun = new AtomicLong();

  /** Of this program, once every request has to tell; null as long as a handshake did. */
  private volatile @Nullable String version;

  /** Who keeps the connection. Called by whoever reads; returns at once. */
  interface Events {
    void changed();

    /** The connection may be broken: somebody should ask the server. */
    void suspect();

    /** Once. */
    void gone();
  }

  static Link open(ServerSpec spec, Transports transports, Events events) throws McpFailure {
    Link link = new Link(spec, transports, events);
    link.way.begin().run();
    return link;
  }

  private Link(ServerSpec spec, Transports transports, Events events) throws McpFailure {
    this.spec = spec;
    this.events = events;
    this.way = transports.open(spec, this::gone);
    this.guard = new ProtocolGuard(way.transport(), this);
    guard.setExceptionHandler(this::troubled);
    McpClientSession.RequestHandler<Object> ping = _ -> Mono.just(Map.of());
    McpClientSession.RequestHandler<Object> elicit = asked -> elicit((ProtocolGuard.Asked) asked);
    this.session =
        new McpClientSession(
            FOREVER,
            guard,
            Map.of(McpSchema.METHOD_PING, ping, McpSchema.METHOD_ELICITATION_CREATE, elicit),
            Map.of(),
            connected -> connected);
  }

  void speaks(String protocolVersion) {
    guard.speaks(protocolVersion);
  }

  /** From now on every request stands by itself. */
  void speaksModern(String ownVersion) {
    version = ownVersion;
  }

  @Override
  public boolean isModern() {
    return version != null;
  }

  @Override
  public boolean isAlive() {
    return goneBecause.get() == null;
  }

  @Override
  public String reason() {
    String because = goneBecause.get();
    return because == null ? spec.title() + " is there" : because;
  }

  @Override
  public int callsUnderWay() {
    return calls.size();
  }

  @Override
  public long callsBegun() {
    return begun.get();
  }

  @Override
  public JsonNode ask(String method, ObjectNode params, Duration timeout)
      throws McpFailure, InterruptedException {
    Request request = send(method, params, null);
    try {
      return Wires.tree(request.answer.get(timeout.toMillis(), TimeUnit.MILLISECONDS));
    } catch (ExecutionException e) {
      throw failure(e.getCause());
    } catch (TimeoutException e) {
      guard.giveUp(request);
      throw McpFailure.silence(
          "%s did not answer %s within %d ms".formatted(spec.title(), method, timeout.toMillis()));
    } finally {
      open.remove(request);
    }
  }

  @Override
  public JsonNode call(ObjectNode params, Map<String, String> headers, InFlight call)
      throws McpFailure, InterruptedException {
    if (!isAlive()) {
      throw new McpFailure(reason() + Troubles.NOT_SENT);
    }
    calls.add(call);
    begun.incrementAndGet();
    Request request = send(McpSchema.METHOD_TOOLS_CALL, params, call);
    try {
      if (!call.await(request.answer, spec.callTimeout())) {
        cancel(request, "it takes too long");
        throw new McpFailure(
            "%s did not answer within %d ms, and the call was cancelled"
                    .formatted(spec.title(), spec.callTimeout().toMillis())
                + Troubles.MAYBE_DONE);
      }
      Object answer = request.answer.get();
      givenUp.set(0);
      return read(answer);
    } catch (ExecutionException e) {
      throw new McpFailure(failure(e.getCause()).text() + Troubles.effect(e.getCause()));
    } catch (InterruptedException e) {
      cancel(request, "the run was ended");
      throw e;
    } finally {
      open.remove(request);
      calls.remove(call);
      call.end();
    }
  }

  private JsonNode read(@Nullable Object answer) throws McpFailure {
    try {
      return Wires.tree(answer);
    } catch (McpFailure e) {
      throw new McpFailure(spec.title() + ": " + e.text() + Troubles.MAYBE_DONE);
    }
  }

  private Request send(String method, ObjectNode params, @Nullable InFlight call) {
    String told = version;
    ObjectNode sent = told == null ? params : ModernWire.withMeta(params, told);
    Request request = new Request(method, Wires.map(sent), call);
    open.add(request);
    session
        .sendRequest(method, request, ANYTHING)
        .subscribe(
            request.answer::complete,
            request.answer::completeExceptionally,
            () -> request.answer.complete(null));
    // One that was gone before has nobody left who would tell.
    if (!isAlive()) {
      request.answer.completeExceptionally(new McpFailure(reason()));
    }
    return request;
  }

  void tell(String method, ObjectNode params) {
    session.sendNotification(method, Wires.map(params)).subscribe(_ -> {}, _ -> events.suspect());
  }

  private void cancel(Request request, String why) {
    if (guard.giveUp(request) && request.id() != null) {
      ObjectNode params = JsonTree.object().put("requestId", String.valueOf(request.id()));
      tell("notifications/cancelled", params.put("reason", why));
      if (givenUp.incrementAndGet() >= MOST_GIVEN_UP) {
        gone("%s does not answer any more".formatted(spec.title()));
      }
    }
  }

  private McpFailure failure(@Nullable Throwable error) {
    if (!isAlive() && !Troubles.isUnsent(error)) {
      return new McpFailure(reason());
    }
    return switch (error) {
      case McpFailure failure -> failure;
      case McpError refused when refused.getJsonRpcError() != null ->
          McpFailure.refusal(
              refused.getJsonRpcError().code(),
              "%s says: %s".formatted(spec.title(), plain(refused.getJsonRpcError().message())));
      case null -> new McpFailure(spec.title() + " has not answered");
      default -> new McpFailure(Troubles.words(spec, error));
    };
  }

  private String plain(@Nullable String said) {
    return StderrTail.plain(said == null ? "an error without a message" : said, spec.keys());
  }

  /** Something has gone wrong under way; a connection of its own for each message may recover. */
  private void troubled(Throwable error) {
    if (error instanceof McpTransportSessionNotFoundException) {
      gone(spec.title() + " has lost the session");
    } else {
      events.suspect();
    }
  }

  private Mono<Object> elicit(ProtocolGuard.Asked asked) {
    CompletableFuture<Json> answer;
    try {
      JsonNode params = Wires.tree(asked.params());
      ServerInquiry inquiry = ServerInquiry.read(params, spec.surelyKeys());
      InFlight call = asked.call() == null ? onlyCall() : asked.call();
      if (call == null) {
        return Mono.just(Map.of("action", "cancel"));
      }
      answer = call.ask(inquiry);
      String page = params.path("elicitationId").asString("");
      if (inquiry.link() != null && !page.isEmpty()) {
        pages.put(page, answer);
        var _ = answer.whenComplete((_, _) -> pages.remove(page, answer));
      }
    } catch (ServerInquiry.NoLink e) {
      log.warn("{} asks people to open a page; declined: {}", spec.title(), e.getMessage());
      return Mono.just(Map.of("action", "decline"));
    } catch (NotUnderstood | McpFailure e) {
      return Mono.error(
          McpError.builder(McpSchema.ErrorCodes.INVALID_PARAMS)
              .message(String.valueOf(e.getMessage()))
              .build());
    }
    questions.put(asked.id(), answer);
    var _ = answer.whenComplete((_, _) -> questions.remove(asked.id(), answer));
    return Mono.create(
        sink -> {
          var _ =
              answer.whenComplete(
                  (result, _) ->
                      sink.success(
                          result == null
                              ? Map.of("action", "cancel")
                              : Wires.map((ObjectNode) JsonTree.of(result))));
        });
  }

  /**
   * The protocol does not say which call a server asks about; with one under way there is no doubt.
   */
  private @Nullable InFlight onlyCall() {
    InFlight[] all = calls.toArray(InFlight[]::new);
    return all.length == 1 ? all[0] : null;
  }

  @Override
  public void changed() {
    events.changed();
  }

  @Override
  public void takenBack(Object id) {
    CompletableFuture<Json> answer = questions.get(id);
    if (answer != null) {
      answer.cancel(false);
    }
  }

  @Override
  public void isOpened(String elicitationId) {
    CompletableFuture<Json> answer = pages.get(elicitationId);
    if (answer != null) {
      answer.cancel(false);
    }
  }

  @Override
  public void floods(String how) {
    gone("%s %s, and was disconnected".formatted(spec.title(), how));
  }

  private void gone(String reason) {
    if (goneBecause.compareAndSet(null, StderrTail.plain(reason, spec.keys()))) {
      session.close();
      open.forEach(request -> request.answer.completeExceptionally(new McpFailure(reason())));
      Thread.ofVirtual().name("mcp-end").start(way.end());
      events.gone();
    }
  }

  @Override
  public void close() {
    gone(spec.title() + " was disconnected");
    way.end().run();
  }
}
