package dev.holdpoint.client;

import dev.holdpoint.api.gate.TriageBodies.TriageLogEntry;
import dev.holdpoint.api.gate.TriageBodies.TriageRequest;
import dev.holdpoint.api.gate.TriageBodies.TriageView;
import dev.holdpoint.api.page.PageBodies.MorePages;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.Connection;
import dev.holdpoint.client.http.RequestPath;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

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
    return page(requestId, null);
  }

  /** With all entries of the log. */
  public TriageView whole(String requestId) throws CallFailed {
    TriageView newest = find(requestId);
    List<TriageLogEntry> log = new ArrayList<>(newest.log());
    MorePages more = newest.pagination();
    while (more.hasMore()) {
      TriageView older = page(requestId, more.nextCursor());
      log.addAll(older.log());
      more = older.pagination();
    }
    return new TriageView(
        newest.requestId(),
        newest.seen(),
        newest.claim(),
        newest.snoozes(),
        newest.watchers(),
        newest.reminded(),
        newest.comments(),
        log,
        more);
  }

  private TriageView page(String requestId, @Nullable String cursor) throws CallFailed {
    return connection.get(
        RequestPath.of("/v1/gates/{}/triage", requestId).with("cursor", cursor), TriageView.class);
  }
}
