package dev.holdpoint.api;

import dev.holdpoint.api.Endpoint.Access;
import dev.holdpoint.api.Endpoint.Form;
import dev.holdpoint.api.Endpoint.Idempotency;
import dev.holdpoint.api.Endpoint.Method;
import dev.holdpoint.api.Endpoint.Query;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An endpoint being written down, so that the route table reads as sentences. */
final class Draft {
  private final String id;
  private final Method method;
  private final String path;
  private final String summary;
  private final Access access;
  private final Idempotency idempotency;
  private final List<Query> query = new ArrayList<>();
  private Form form = Form.JSON;
  private @Nullable Class<?> request;
  private boolean bodyOptional;
  private int status = 200;
  private @Nullable Class<?> response;
  private boolean listed;
  private List<String> mediaTypes = List.of();
  private boolean traced;

  private Draft(
      String id, Method method, String path, Access access, Idempotency idempotency, String text) {
    this.id = id;
    this.method = method;
    this.path = path;
    this.summary = text;
    this.access = access;
    this.idempotency = idempotency;
  }

  static Draft get(String id, String path, Access access, String summary) {
    return new Draft(id, Method.GET, path, access, Idempotency.READ, summary);
  }

  static Draft post(
      String id, String path, Access access, Idempotency idempotency, String summary) {
    return new Draft(id, Method.POST, path, access, idempotency, summary);
  }

  static Draft put(String id, String path, Access access, String summary) {
    return new Draft(id, Method.PUT, path, access, Idempotency.NATURAL, summary);
  }

  /** What is to be different: saying it twice changes nothing more. */
  static Draft patch(String id, String path, Access access, String summary) {
    return new Draft(id, Method.PATCH, path, access, Idempotency.NATURAL, summary);
  }

  static Draft delete(String id, String path, Access access, String summary) {
    return new Draft(id, Method.DELETE, path, access, Idempotency.NATURAL, summary)
        .answers(204, null);
  }

  static List<Endpoint> all(Draft... drafts) {
    return Arrays.stream(drafts).map(Draft::endpoint).toList();
  }

  Draft takes(Class<?> body, int answeredWith, Class<?> answer) {
    request = body;
    return answers(answeredWith, answer);
  }

  /** That it was done is all there is to say. */
  Draft takesAndSaysNothing(Class<?> body) {
    request = body;
    return answers(204, null);
  }

  /** All members are optional, so the body is too. */
  Draft mayTake(Class<?> body, int answeredWith, Class<?> answer) {
    bodyOptional = true;
    return takes(body, answeredWith, answer);
  }

  Draft answers(int answeredWith, @Nullable Class<?> answer) {
    status = answeredWith;
    response = answer;
    return this;
  }

  Draft answers(Class<?> answer, Query... parameters) {
    response = answer;
    return with(parameters);
  }

  Draft lists(Class<?> row, Query... parameters) {
    listed = true;
    return answers(row, parameters);
  }

  Draft streams(Query... parameters) {
    return streamsAs(StreamFrame.class, parameters);
  }

  /** Every stream takes a cursor. */
  Draft streamsAs(Class<?> frame, Query... parameters) {
    form = Form.STREAM;
    return answers(frame, parameters).with(Queries.EVENT);
  }

  /** The same, found again by the id of an event and no cursor. */
  Draft streamsAgain(Class<?> frame) {
    form = Form.STREAM;
    return answers(200, frame);
  }

  Draft writesText() {
    form = Form.TEXT;
    return this;
  }

  Draft writesBytes(String... types) {
    form = Form.BYTES;
    mediaTypes = List.of(types);
    return this;
  }

  /** Who does not ask for JSON gets a page for people. */
  Draft orPage() {
    mediaTypes = List.of("text/html");
    return this;
  }

  /** Who asks for plain text gets words that a script can read. */
  Draft orPlain() {
    mediaTypes = List.of("text/plain");
    return this;
  }

  /** One of {@code line} a line. */
  Draft writesLines(Class<?> line) {
    form = Form.LINES;
    return answers(200, line);
  }

  /** What it answers comes as lines, as it happens. */
  Draft asLines() {
    form = Form.LINES;
    return this;
  }

  Draft with(Query... parameters) {
    query.addAll(Arrays.asList(parameters));
    return this;
  }

  /** It makes a run, or finds the one that it has made before. */
  Draft makesRun() {
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
