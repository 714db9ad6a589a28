package dev.holdpoint.http.server;

import dev.holdpoint.api.endpoint.Endpoint;
import dev.holdpoint.core.trace.TraceParent;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.eclipse.jetty.http.HttpFields;
import org.jspecify.annotations.Nullable;

/** One request that has passed every check, as its handler sees it. */
public final class Call {
  private final Endpoint endpoint;
  private final Map<String, String> path;
  private final String rawPath;
  private final String rawQuery;
  private final Query query;
  private final HttpFields headers;
  private final byte[] body;
  private final @Nullable Caller caller;
  private final String requestId;
  private final FailedCredentials.From from;
  private final String origin;
  private final BooleanSupplier welcome;
  private final Consumer<ProblemStyle> refusals;
  private @Nullable BooleanSupplier condition;

  Call(
      Endpoint endpoint,
      Map<String, String> path,
      String rawPath,
      @Nullable String query,
      HttpFields headers,
      byte[] body,
      @Nullable Caller caller,
      String requestId,
      FailedCredentials.From from,
      String origin,
      BooleanSupplier welcome,
      Consumer<ProblemStyle> refusals) {
    this.refusals = refusals;
    this.from = from;
    this.origin = origin;
    this.welcome = welcome;
    this.endpoint = endpoint;
    this.path = path;
    this.rawPath = rawPath;
    this.rawQuery = query == null ? "" : query;
    this.query = Query.parse(query);
    this.headers = headers;
    this.body = body;
    this.caller = caller;
    this.requestId = requestId;
  }

  /** From now on the answer goes on only as long as this holds too. */
  public void onlyWhile(BooleanSupplier holds) {
    condition = holds;
  }

  /** Null where there is none. */
  @Nullable BooleanSupplier condition() {
    return condition;
  }

  public Endpoint endpoint() {
    return endpoint;
  }

  /** A path parameter, decoded. Asking for one that the endpoint's path does not have is a bug. */
  public String path(String name) {
    String value = path.get(name);
    if (value == null) {
      throw new IllegalArgumentException(endpoint.path() + " has no parameter " + name);
    }
    return value;
  }

  /** The path as it was sent, for what is scoped by it. */
  public String rawPath() {
    return rawPath;
  }

  /** The query as it was sent; empty when there was none. */
  public String rawQuery() {
    return rawQuery;
  }

  /** The only value of a query parameter; null when it is absent, refused when it is repeated. */
  public @Nullable String query(String name) {
    return query.one(name);
  }

  /** Refuses a query parameter that the endpoint does not have. */
  void checkQuery() {
    query.checkNames(endpoint.query().stream().map(Endpoint.Query::name).toList());
  }

  /** Every value of a query parameter, in order. */
  public List<String> queries(String name) {
    return query.all(name);
  }

  public int intQuery(String name, int fallback, int min, int max) {
    return Math.toIntExact(query.number(name, fallback, min, max));
  }

  public long longQuery(String name, long fallback, long min, long max) {
    return query.number(name, fallback, min, max);
  }

  /** {@code true} or {@code false}; absent is false, and anything else is refused. */
  public boolean flag(String name) {
    return query.flag(name);
  }

  /** The first value of a header, in whatever case its name was sent. */
  public @Nullable String header(String name) {
    return headers.get(name);
  }

  /** Every line of a header, in order. */
  public List<String> headers(String name) {
    return headers.getValuesList(name);
  }

  /**
   * The trace that the caller says this call is a part of; null when it says none, or nothing that
   * can be read. Asking at an endpoint that the document does not say it of is a bug.
   */
  public @Nullable TraceParent trace() {
    if (!endpoint.traced()) {
      throw new IllegalArgumentException(endpoint.id() + " takes no " + Endpoint.TRACE);
    }
    return TraceParent.read(headers(Endpoint.TRACE));
  }

  /** The body, empty when there was none. It is the handler's own to keep. */
  public byte[] body() {
    return body;
  }

  /** Who calls where callers may come without a credential; null when they do. */
  public @Nullable Caller callerOrNull() {
    return caller;
  }

  /** Who calls. An open endpoint has no caller, and must not ask. */
  public Caller caller() {
    if (caller == null) {
      throw new IllegalStateException(endpoint.id() + " is public and has no caller");
    }
    return caller;
  }

  /** Whether the caller would be let in now too, for handlers that take their time. */
  public boolean isWelcome() {
    return welcome.getAsBoolean() && (condition == null || condition.getAsBoolean());
  }

  /** What goes wrong from now on is told so: the handler knows more of the request by then. */
  public void refuseAs(ProblemStyle style) {
    refusals.accept(style);
  }

  public String requestId() {
    return requestId;
  }

  /** Whether it comes from this very machine. */
  public boolean isLocal() {
    return from.local();
  }

  /** From where the caller presents credentials, those in the body too. */
  public FailedCredentials.From from() {
    return from;
  }

  /** How the caller reached this server: {@code https://ops.example:8443}, without a slash. */
  public String origin() {
    return origin;
  }

  /** Whether the caller's own connection is encrypted. */
  public boolean isSecure() {
    return origin.startsWith("https://");
  }
}
