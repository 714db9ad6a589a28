package dev.holdpoint.client;

import dev.holdpoint.api.page.PageBodies.Page;
import dev.holdpoint.api.run.RunBodies.RunView;
import dev.holdpoint.api.session.InputBodies.SubmitInputRequest;
import dev.holdpoint.api.session.SessionBodies.CreateSessionRequest;
import dev.holdpoint.api.session.SessionBodies.InterruptResult;
import dev.holdpoint.api.session.SessionBodies.SessionAccessView;
import dev.holdpoint.api.session.SessionBodies.SessionEventLogView;
import dev.holdpoint.api.session.SessionBodies.SessionRow;
import dev.holdpoint.api.session.SessionBodies.SessionView;
import dev.holdpoint.api.session.SessionBodies.ShareSessionRequest;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.Connection;
import dev.holdpoint.client.http.PageRequest;
import dev.holdpoint.client.http.RequestPath;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Sessions, and the work that is given to them. */
public final class SessionClient {
  private static final String SESSION = "/v1/sessions/{}";

  private final Connection connection;

  SessionClient(Connection connection) {
    this.connection = connection;
  }

  /** Creates the session, or finds the one that has this id. */
  public SessionView create(@Nullable String sessionId) throws CallFailed {
    return create(new CreateSessionRequest(sessionId, null, null, null, null, null));
  }

  public SessionView create(CreateSessionRequest request) throws CallFailed {
    return connection.post(RequestPath.of("/v1/sessions"), request, SessionView.class);
  }

  /** The newest. */
  public List<SessionRow> list(@Nullable Integer limit) throws CallFailed {
    return connection.list(RequestPath.of("/v1/sessions").with("limit", limit), SessionRow.class);
  }

  /**
   * @param bindingKey only the session that this key leads to
   */
  public Page<SessionRow> page(
      @Nullable String personaId, @Nullable String bindingKey, PageRequest wish) throws CallFailed {
    return connection.page(
        RequestPath.of("/v1/sessions")
            .with("persona_id", personaId)
            .with("binding_key", bindingKey),
        wish,
        SessionRow.class);
  }

  public SessionView find(String sessionId) throws CallFailed {
    return connection.get(RequestPath.of(SESSION, sessionId), SessionView.class);
  }

  /** Shares the session with exactly these tokens. Its owner always reaches it. */
  public SessionAccessView share(String sessionId, List<String> tokenIds) throws CallFailed {
    return connection.put(
        RequestPath.of(SESSION + "/access", sessionId),
        new ShareSessionRequest(tokenIds),
        SessionAccessView.class);
  }

  /** What the session's runs inherit. */
  public SessionDefaultsClient defaults(String sessionId) {
    return new SessionDefaultsClient(connection, sessionId);
  }

  /** Queues text and answers at once. */
  public RunView submit(String sessionId, String content) throws CallFailed {
    return submit(sessionId, input(content));
  }

  public RunView submit(String sessionId, SubmitInputRequest request) throws CallFailed {
    return connection.postKeyed(
        RequestPath.of(SESSION + "/runs", sessionId),
        request,
        request.idempotencyKey(),
        RunView.class);
  }

  /** Waits until the run ends or waits for somebody, at most so long. */
  public SessionView input(String sessionId, SubmitInputRequest request, int timeoutMs)
      throws CallFailed {
    return connection.postKeyed(
        RequestPath.of(SESSION + "/input", sessionId).waiting("timeout_ms", timeoutMs),
        request,
        request.idempotencyKey(),
        SessionView.class);
  }

  public InterruptResult interrupt(String sessionId) throws CallFailed {
    return connection.post(
        RequestPath.of(SESSION + "/interrupt", sessionId), null, InterruptResult.class);
  }

  /** Takes no further work afterwards; what has happened can still be read. */
  public SessionView end(String sessionId, @Nullable String reason) throws CallFailed {
    Map<String, String> body = reason == null ? Map.of() : Map.of("reason", reason);
    return connection.post(RequestPath.of(SESSION + "/end", sessionId), body, SessionView.class);
  }

  /** Removes a session that has ended, with everything in it. */
  public void remove(String sessionId) throws CallFailed {
    connection.delete(RequestPath.of(SESSION, sessionId));
  }

  public SessionEventLogView events(String sessionId) throws CallFailed {
    return connection.get(
        RequestPath.of(SESSION + "/events", sessionId), SessionEventLogView.class);
  }

  /** A submission of text and nothing else. */
  public static SubmitInputRequest input(String content) {
    return new SubmitInputRequest(
        null, null, null, null, content, List.of(), List.of(), null, List.of(), null, List.of(),
        List.of(), null, null, null);
  }
}
