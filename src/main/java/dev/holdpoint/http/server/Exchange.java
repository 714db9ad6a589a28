package dev.holdpoint.http.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdpoint.api.endpoint.Endpoint;
import dev.holdpoint.api.endpoint.Surface;
import dev.holdpoint.core.audit.Actor;
import dev.holdpoint.core.problem.FencedOff;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refusal;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.engine.audit.DeniedAccess;
import dev.holdpoint.engine.heap.HeapShare;
import dev.holdpoint.engine.port.failure.Damaged;
import dev.holdpoint.engine.port.failure.StoreFailure;
import dev.holdpoint.http.proxy.ClientConnection;
import dev.holdpoint.http.server.Router.Match;
import dev.holdpoint.http.server.Router.Route;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/** One request on its way to a handler, and the answer on its way back. */
final class Exchange implements Runnable {
  private static final Logger log = LoggerFactory.getLogger(Exchange.class);
  private static final byte[] NO_BODY = {};
  private static final String HEALTH = "/healthz";
  private static final String ALIVE = "{\"status\":\"ok\"}";

  private final RequestEntry door;
  private final Request request;
  private final ResponseWriter answer;
  private @Nullable Route route;
  private Map<String, String> parameters = Map.of();
  private @Nullable ClientConnection reached;
  private @Nullable Caller caller;
  private @Nullable Body body;
  private @Nullable HeapShare share;

  Exchange(RequestEntry door, Request request, Response response, Callback callback) {
    this.door = door;
    this.request = request;
    this.answer = new ResponseWriter(door, request, response, callback);
  }

  void begin() {
    try (MDC.MDCCloseable _ = MDC.putCloseable("request_id", answer.requestId())) {
      take();
    }
  }

  private void take() {
    try {
      reach();
      String starting = door.starting();
      if (starting != null) {
        tellStart(starting);
        return;
      }
      if (request.getMethod().equals("OPTIONS")) {
        tellMethods();
        return;
      }
      enter();
      share = door.share(isOpen());
      answer.releases(share);
      if (isGet()) {
        handle(NO_BODY);
      } else {
        body = new Body(share, mostBodyBytes(), request.getLength());
        read(body);
      }
    } catch (Throwable e) {
      refuse(e);
    }
  }

  private int mostBodyBytes() {
    return isOpen() ? door.settings().maxAnonymousBodyBytes() : door.settings().maxBodyBytes();
  }

  private boolean isOpen() {
    return route != null
        && (route.endpoint().access() == Endpoint.Access.OPEN
            || route.endpoint().access() == Endpoint.Access.INVITED);
  }

  /** More of the body is there. */
  @Override
  public void run() {
    try (MDC.MDCCloseable _ = MDC.putCloseable("request_id", answer.requestId())) {
      goOn();
    }
  }

  private void goOn() {
    try {
      if (body != null) {
        read(body);
      }
    } catch (Throwable e) {
      refuse(e);
    }
  }

  /** Whether the daemon takes requests, and takes this one for its own. */
  private void reach() {
    if (door.isDraining()) {
      throw Problem.UNAVAILABLE.because("The daemon is stopping. Retry.").asException();
    }
    var headers = request.getHeaders();
    if (door.settings().tls() != null && !request.isSecure()) {
      throw Problem.INVALID_REQUEST
          .because("This port accepts only encrypted connections. Use https instead of http.")
          .asException();
    }
    reached = door.settings().proxies().reached(request);
    door.hosts().checkHost(reached.authority(), this::localAddress);
    // Streams of the Model Context Protocol are for nobody's page either: so it demands.
    if (!isGet() || Surface.of(String.valueOf(request.getHttpURI().getPath())) == Surface.MCP) {
      door.hosts().checkOrigin(headers.get(HttpHeader.ORIGIN), reached);
    }
  }

  /** The process answers, as it is asked at one path, and can do nothing else yet. */
  private void tellStart(String starting) {
    if (!isGet() || !HEALTH.equals(request.getHttpURI().getPath())) {
      throw Problem.UNAVAILABLE
          .because("The daemon is starting: it is " + starting + ". Retry.")
          .asException();
    }
    answer.send(Reply.bytes(200, "application/json", ALIVE.getBytes(UTF_8)));
  }

  /** Which methods a path has is in the API document as well, so nobody needs a token for it. */
  private void tellMethods() {
    switch (match()) {
      case Match.WrongMethod(String allow) -> {
        answer.header(HttpHeader.ALLOW, allow);
        answer.send(Reply.empty(204));
      }
      case Match.Found _, Match.Nothing _ -> throw nothingHere();
    }
  }

  /** Finds the endpoint, and whether the caller may use it. */
  private void enter() {
    var headers = request.getHeaders();
    ClientConnection how = Objects.requireNonNull(reached);
    var found = find();
    route = found.route();
    parameters = found.parameters();
    answer.to(found.route().endpoint());
    caller =
        door.tokens().check(found.route().endpoint(), headers, how.origin(), from(how), !isGet());
    if (caller != null) {
      answer.known();
    }
  }

  private FailedCredentials.From from(ClientConnection how) {
    return new FailedCredentials.From(how.from(), how.local(), answer.requestId());
  }

  private Match match() {
    String path = request.getHttpURI().getPath();
    return door.router().match(request.getMethod(), path == null ? "" : path);
  }

  private Match.Found find() {
    return switch (match()) {
      case Match.Found found -> found;
      case Match.WrongMethod(String allow) -> {
        answer.header(HttpHeader.ALLOW, allow);
        throw Problem.METHOD_NOT_ALLOWED.because("Use one of: " + allow + ".").asException();
      }
      case Match.Nothing() -> throw nothingHere();
    };
  }

  private static Refused nothingHere() {
    return Problem.API_ROUTE_NOT_FOUND
        .because("There is no endpoint at this path. GET /v1/openapi.json lists them.")
        .asException();
  }

  private void checkType(@Nullable String type) {
    if (route != null && route.endpoint().takesForm()) {
      MediaTypes.checkForm(type);
    } else {
      MediaTypes.checkJson(type);
    }
  }

  /** Reads what has arrived. While more is awaited, no thread is. */
  private void read(Body into) throws Exception {
    while (true) {
      var chunk = request.read();
      if (chunk == null) {
        request.demand(this);
        return;
      }
      if (Content.Chunk.isFailure(chunk)) {
        unreadable(chunk.getFailure());
        return;
      }
      try {
        if (chunk.hasRemaining()) {
          if (into.isEmpty()) {
            checkType(request.getHeaders().get(HttpHeader.CONTENT_TYPE));
            MediaTypes.checkPlain(request.getHeaders().get(HttpHeader.CONTENT_ENCODING));
          }
          into.add(chunk.getByteBuffer());
        }
      } finally {
        chunk.release();
      }
      if (chunk.isLast()) {
        handle(into.whole());
        return;
      }
      // Silence is ended by the connection's timeout; a drip is not silence.
      if (System.nanoTime() - request.getHeadersNanoTime() > bodyWithin().toNanos()) {
        throw tooSlow();
      }
    }
  }

  /** Callers whom nobody knows send little, and have as long for it as for a head. */
  private Duration bodyWithin() {
    return isOpen() ? door.settings().headWithin() : door.settings().bodyWithin();
  }

  private void unreadable(Throwable failure) {
    if (failure instanceof TimeoutException) {
      throw tooSlow();
    }
    if (failure instanceof HttpException) {
      throw Problem.INVALID_REQUEST.because("The body is not framed correctly.").asException();
    }
    log.debug("{} closed the connection before its body was complete", answer.requestId(), failure);
    answer.abort(failure);
  }

  private void handle(byte[] bytes) throws Exception {
    if (route == null || reached == null) {
      throw new IllegalStateException("handled before it was routed");
    }
    var uri = request.getHttpURI();
    Endpoint endpoint = route.endpoint();
    String origin = reached.origin();
    var call =
        new Call(
            endpoint,
            parameters,
            uri.getPath(),
            uri.getQuery(),
            request.getHeaders(),
            bytes,
            caller,
            answer.requestId(),
            from(reached),
            origin,
            () ->
                door.tokens().again(endpoint, request.getHeaders(), origin, caller).getAsBoolean(),
            answer::refuseAs);
    Route found = route;
    Caller known = caller;
    ClientConnection how = reached;
    ScopedValue.Carrier scope = ScopedValue.where(Actor.NOW, actor(known, how));
    (known == null ? scope : scope.where(Caller.NOW, known))
        .call(
            () -> {
              answer(found, call);
              return found;
            });
  }

  /** An anonymous caller is not the daemon: what they change is on record too. */
  private Actor actor(@Nullable Caller known, ClientConnection how) {
    InetAddress from = how.from();
    String address = from == null ? null : from.getHostAddress();
    return known == null
        ? Actor.anonymous(answer.requestId(), address)
        : new Actor(
            known.principalId(),
            answer.requestId(),
            known.role() == null ? null : known.role().name().toLowerCase(Locale.ROOT),
            known.tenantId(),
            address);
  }

  /** What a request reads that changes nothing counts against its share of the heap. */
  private void answer(Route to, Call call) throws Exception {
    if (isGet() && share != null) {
      ScopedValue.where(HeapShare.NOW, share)
          .call(
              () -> {
                checkedAnswer(to, call);
                return call;
              });
    } else {
      checkedAnswer(to, call);
    }
  }

  private void checkedAnswer(Route to, Call call) throws Exception {
    if (to.endpoint().surface().isOurs()) {
      call.checkQuery();
    }
    Reply reply = to.handler().handle(call);
    if (reply instanceof Reply.Stream) {
      BooleanSupplier again =
          door.tokens().again(to.endpoint(), request.getHeaders(), call.origin(), caller);
      BooleanSupplier also = call.condition();
      answer.welcome(also == null ? again : () -> again.getAsBoolean() && also.getAsBoolean());
    }
    note(ResponseWriter.status(reply), "-", false);
    answer.send(reply);
  }

  private void note(int status, String code, boolean fenced) {
    if (status >= 400) {
      Endpoint to = route == null ? null : route.endpoint();
      InetAddress from = reached == null ? null : reached.from();
      door.noteRefusal(new DeniedAccess.Said(status, code, fenced, isOpen()), to, caller, from);
    }
  }

  private void refuse(Throwable cause) {
    if (cause instanceof Refused refused) {
      if (refused instanceof RefusedWith more) {
        answer.header(more.header(), more.value());
      }
      Refusal why = refused.refusal();
      note(answer.status(why), why.problem().code(), cause instanceof FencedOff);
      answer.refuse(why);
      return;
    }
    if (cause instanceof Damaged damaged) {
      answer.refuse(
          damaged.refusal(), new RefusalLog.Cause.Passing(String.valueOf(cause.getMessage())));
      return;
    }
    if (cause instanceof StoreFailure) {
      answer.refuse(
          Problem.UNAVAILABLE.because("The database does not respond. Retry."),
          new RefusalLog.Cause.Passing(String.valueOf(cause.getMessage())));
      return;
    }
    answer.refuse(
        Problem.INTERNAL_ERROR.because(
            "Report this with the request_id. The daemon's log has the details."),
        new RefusalLog.Cause.Bug(cause));
  }

  private static Refused tooSlow() {
    return Problem.INVALID_REQUEST.because("The body did not arrive in time.").asException();
  }

  private boolean isGet() {
    return request.getMethod().equals("GET") || request.getMethod().equals("HEAD");
  }

  private String localAddress() {
    String address = Request.getLocalAddr(request);
    return address.indexOf(':') >= 0 && !address.startsWith("[") ? "[" + address + "]" : address;
  }
}
