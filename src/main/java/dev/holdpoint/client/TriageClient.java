package dev.holdpoint.client;

import dev.holdpoint.api.gate.TriageBodies.TriageRequest;
import dev.holdpoint.api.gate.TriageBodies.TriageView;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.Connection;
import dev.holdpoint.client.http.RequestPath;

/** What people do about approvals and questions without deciding them. */
public final class TriageClient {
  private final Connection connection;

  TriageClient(Connection connection) {
    this.connection = connection;
  }

  public TriageView act(String requestId, TriageRequest request) throws CallFailed {
    return connection.postKeyed(
        RequestPath.of("/v1/gates/{}/triage", requestId),
        request,
        request.idempotencyKey(),
        TriageView.class);
  }

  /** With the newest entries of the log. */
  public TriageView find(String requestId) throws CallFailed {
    return connection.get(RequestPath.of("/v1/gates/{}/triage", requestId), TriageView.class);
  }
}
