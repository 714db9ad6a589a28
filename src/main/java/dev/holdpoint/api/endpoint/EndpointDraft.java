package dev.holdpoint.api.endpoint;

import dev.holdpoint.api.endpoint.Endpoint.Access;
import dev.holdpoint.api.endpoint.Endpoint.Form;
import dev.holdpoint.api.endpoint.Endpoint.Idempotency;
import dev.holdpoint.api.endpoint.Endpoint.Method;
import dev.holdpoint.api.endpoint.Endpoint.Query;
import dev.holdpoint.api.event.StreamFrame;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An endpoint being written down, so that the route table reads as sentences. */
public final class EndpointDraft {
  private final String id;
  private final Method method;
  private final String path;
  private final String summary;
  private final Access access;
  private final Idempotency idempotency;
  private final List<Query> query = new ArrayList<>();
  private TenantScope tenantScope = TenantScope.NAMED;
  private Form form = Form.JSON;
  private @Nullable Class<?> request;
  private boolean bodyOptional;
  private int status = 200;
  private @Nullable Class<?> response;
  private boolean listed;
  private List<String> mediaTypes = List.of();
  private boolean traced;

  private EndpointDraft(
      String id, Method method, String path, Access access, Idempotency idempotency, String text) {
    this.id = id;
    this.method = method;
    this.path = path;
    this.summary = text;
    this.access = access;
    this.idempotency = idempotency;
  }

  public static EndpointDraft get(String id, String path, Access access, String summary) {
    return new EndpointDraft(id, Method.GET, path, access, Idempotency.READ, summary);
  }

  public static EndpointDraft post(
      String id, String path, Access access, Idempotency idempotency, String summary) {
    return new EndpointDraft(id, Method.POST, path, access, idempotency, summary);
  }

  public static EndpointDraft put(String id, String path, Access access, String summary) {
    return new EndpointDraft(id, Method.PUT, path, access, Idempotency.NATURAL, summary);
  }

  /** What is to be different: saying it twice changes nothing more. */
  public static EndpointDraft patch(String id, String path, Access access, String summary) {
    return new EndpointDraft(id, Method.PATCH, path, access, Idempotency.NATURAL, summary);
  }

  public static EndpointDraft delete(String id, String path, Access access, String summary) {
    return new EndpointDraft(id, Method.DELETE, path, access, Idempotency.NATURAL, summary)
        .answers(204, null);
  }

  public static List<Endpoint> all(EndpointDraft... drafts) {
    return Arrays.stream(drafts).map(EndpointDraft::endpoint).toList();
  }

  public EndpointDraft takes(Class<?> body, int answeredWith, Class<?> answer) {
    request = body;
    return answers(answeredWith, answer);
  }

  /** That it was done is all there is to say. */
  public EndpointDraft takesAndSaysNothing(Class<?> body) {
    request = body;
    return answers(204, null);
  }

  /** All members are optional, so the body is too. */
  public EndpointDraft mayTake(Class<?> body, int answeredWith, Class<?> answer) {
    bodyOptional = true;
    return takes(body, answeredWith, answer);
  }

  public EndpointDraft answers(int answeredWith, @Nullable Class<?> answer) {
    status = answeredWith;
    response = answer;
    return this;
  }

  public EndpointDraft answers(Class<?> answer, Query... parameters) {
    response = answer;
    return with(parameters);
  }

  public EndpointDraft lists(Class<?> row, Query... parameters) {
    listed = true;
    return answers(row, parameters);
  }

  public EndpointDraft streams(Query... parameters) {
    return streamsAs(StreamFrame.class, parameters);
  }

  /** Every stream takes a cursor. */
  public EndpointDraft streamsAs(Class<?> frame, Query... parameters) {
    form = Form.STREAM;
    return answers(frame, parameters).with(QueryParameters.EVENT);
  }

  /** The same, found again by the id of an event and no cursor. */
  public EndpointDraft streamsAgain(Class<?> frame) {
    form = Form.STREAM;
    return answers(200, frame);
  }

  public EndpointDraft writesText() {
    form = Form.TEXT;
    return this;
  }

  public EndpointDraft writesBytes(String... types) {
    form = Form.BYTES;
    mediaTypes = List.of(types);
    return this;
  }

  /** Who does not ask for JSON gets a page for people. */
  public EndpointDraft orPage() {
    mediaTypes = List.of("text/html");
    return this;
  }

  /** Who asks for plain text gets words that a script can read. */
  public EndpointDraft orPlain() {
    mediaTypes = List.of("text/plain");
    return this;
  }

  /** Who asks for this type gets the signed text alone. */
  public EndpointDraft orAs(String type) {
    mediaTypes = List.of(type);
    return this;
  }

  /** One of {@code line} a line. */
  public EndpointDraft writesLines(Class<?> line) {
    form = Form.LINES;
    return answers(200, line);
  }

  /** What it answers comes as lines, as it happens. */
  public EndpointDraft asLines() {
    form = Form.LINES;
    return this;
  }

  /** See {@link TenantScope#WITHIN}. */
  public EndpointDraft withinTenants() {
    tenantScope = TenantScope.WITHIN;
    return this;
  }

  /** See {@link TenantScope#CLOSED}. */
  public EndpointDraft closedToTenants() {
    tenantScope = TenantScope.CLOSED;
    return this;
  }

  /** See {@link TenantScope#SESSION_IN_BODY}. */
  public EndpointDraft sessionInBody() {
    tenantScope = TenantScope.SESSION_IN_BODY;
    return this;
  }

  public EndpointDraft with(Query... parameters) {
    query.addAll(Arrays.asList(parameters));
    return this;
  }

  /** It makes a run, or finds the one that it has made before. */
  public EndpointDraft makesRun() {
    traced = true;
    return this;
  }

  private Endpoint endpoint() {
    return new Endpoint(
        id,
        method,
        path,
        summary,
        access,
        tenantScope,
        idempotency,
        form,
        request,
        bodyOptional,
        status,
        response,
        listed,
        mediaTypes,
        query,
        traced);
  }
}
