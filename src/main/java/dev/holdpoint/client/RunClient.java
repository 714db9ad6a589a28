package dev.holdpoint.client;

import dev.holdpoint.api.audit.AuditBodies.ExternalActionView;
import dev.holdpoint.api.event.EventBodies.RunEventEntry;
import dev.holdpoint.api.json.Wire;
import dev.holdpoint.api.page.PageBodies.Page;
import dev.holdpoint.api.run.RunBodies.PruneRunsRequest;
import dev.holdpoint.api.run.RunBodies.PruneRunsResult;
import dev.holdpoint.api.run.RunBodies.RunDebugView;
import dev.holdpoint.api.run.RunBodies.RunView;
import dev.holdpoint.api.status.RunStatus;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.Connection;
import dev.holdpoint.client.http.PageRequest;
import dev.holdpoint.client.http.RequestPath;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Runs, looked at and cancelled. */
public final class RunClient {
  private final Connection connection;

  RunClient(Connection connection) {
    this.connection = connection;
  }

  /** The newest; null narrows nothing down. */
  public List<RunView> list(@Nullable String sessionId, @Nullable RunStatus status)
      throws CallFailed {
    return connection.list(
        RequestPath.of("/v1/runs")
            .with("session_id", sessionId)
            .with("status", status == null ? null : Wire.name(status)),
        RunView.class);
  }

  public Page<RunView> page(
      @Nullable String sessionId, @Nullable RunStatus status, boolean activeFirst, PageRequest wish)
      throws CallFailed {
    return connection.page(
        RequestPath.of("/v1/runs")
            .with("session_id", sessionId)
            .with("status", status == null ? null : Wire.name(status))
            .with("priority_active", activeFirst ? true : null),
        wish,
        RunView.class);
  }

  public RunView find(String runId) throws CallFailed {
    return connection.get(RequestPath.of("/v1/runs/{}", runId), RunView.class);
  }

  public List<RunEventEntry> events(String runId) throws CallFailed {
    return connection.list(RequestPath.of("/v1/runs/{}/events", runId), RunEventEntry.class);
  }

  /** What the run did outside. */
  public Page<ExternalActionView> actions(String runId, PageRequest wish) throws CallFailed {
    return connection.page(
        RequestPath.of("/v1/runs/{}/external-actions", runId), wish, ExternalActionView.class);
  }

  public RunView cancel(String runId) throws CallFailed {
    return connection.post(RequestPath.of("/v1/runs/{}/cancel", runId), null, RunView.class);
  }

  /** What was kept of how the run asked its model. */
  public RunDebugView debug(String runId) throws CallFailed {
    return connection.get(RequestPath.of("/v1/runs/{}/debug", runId), RunDebugView.class);
  }

  public String debugText(String runId, String artifactId) throws CallFailed {
    return connection.text(RequestPath.of("/v1/runs/{}/debug/artifacts/{}", runId, artifactId));
  }

  /** Throws debug artifacts away, or tells which would go. */
  public PruneRunsResult prune(PruneRunsRequest request) throws CallFailed {
    return connection.post(RequestPath.of("/v1/runs/prune"), request, PruneRunsResult.class);
  }
}
