package dev.holdpoint.client;

import dev.holdpoint.api.gate.ApprovalBodies.ApprovalBehavior;
import dev.holdpoint.api.gate.ApprovalBodies.ApprovalResolution;
import dev.holdpoint.api.gate.ApprovalBodies.ApprovalResolutionsRequest;
import dev.holdpoint.api.gate.ApprovalBodies.ApprovalRow;
import dev.holdpoint.api.gate.ManyBodies.ManyResolutionsRequest;
import dev.holdpoint.api.gate.ManyBodies.ManyResolved;
import dev.holdpoint.api.gate.PreviewBodies.ApprovalPreview;
import dev.holdpoint.api.gate.RaiseBodies.RaiseApprovalRequest;
import dev.holdpoint.api.gate.RaiseBodies.RaisedApproval;
import dev.holdpoint.api.page.PageBodies.Page;
import dev.holdpoint.api.run.RunBodies.RunView;
import dev.holdpoint.api.session.SessionBodies.SessionView;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.Connection;
import dev.holdpoint.client.http.PageRequest;
import dev.holdpoint.client.http.RequestPath;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Approvals: raised, waited for, decided. */
public final class ApprovalClient {
  private final Connection connection;

  ApprovalClient(Connection connection) {
    this.connection = connection;
  }

  /**
   * @param status pending, resolved, expired or all; null is pending
   */
  public List<ApprovalRow> list(@Nullable String sessionId, @Nullable String status)
      throws CallFailed {
    return connection.list(
        RequestPath.of("/v1/approvals").with("session_id", sessionId).with("status", status),
        ApprovalRow.class);
  }

  public Page<ApprovalRow> page(@Nullable String sessionId, GateFilter filter, PageRequest wish)
      throws CallFailed {
    return connection.page(
        filter.on(RequestPath.of("/v1/approvals").with("session_id", sessionId)),
        wish,
        ApprovalRow.class);
  }

  public ApprovalRow find(String approvalId) throws CallFailed {
    return connection.get(RequestPath.of("/v1/approvals/{}", approvalId), ApprovalRow.class);
  }

  /** What the files of a pending call would become if it ran now. */
  public ApprovalPreview preview(String approvalId) throws CallFailed {
    return connection.get(
        RequestPath.of("/v1/approvals/{}/preview", approvalId), ApprovalPreview.class);
  }

  /** Takes a decision back that is held. */
  public ApprovalRow undo(String approvalId) throws CallFailed {
    return connection.delete(
        RequestPath.of("/v1/approvals/{}/held", approvalId), ApprovalRow.class);
  }

  /** All revisions of the same request, the first one first. */
  public List<ApprovalRow> revisions(String approvalId) throws CallFailed {
    return connection.list(
        RequestPath.of("/v1/approvals/{}/revisions", approvalId), ApprovalRow.class);
  }

  /** Answers as soon as it is decided, and as it then is after {@code waitMs}. */
  public ApprovalRow await(String approvalId, int waitMs) throws CallFailed {
    return connection.get(
        RequestPath.of("/v1/approvals/{}", approvalId).waiting("wait_ms", waitMs),
        ApprovalRow.class);
  }

  /** Asks from outside; the same {@code requestKey} finds the same gate again. */
  public RaisedApproval raise(String sessionId, RaiseApprovalRequest request) throws CallFailed {
    return connection.postKeyed(
        RequestPath.of("/v1/sessions/{}/approval-requests", sessionId),
        request,
        null,
        RaisedApproval.class);
  }

  public RunView resolve(String runId, ApprovalResolution... resolutions) throws CallFailed {
    return resolve(runId, new ApprovalResolutionsRequest(null, List.of(resolutions)));
  }

  public RunView resolve(String runId, ApprovalResolutionsRequest request) throws CallFailed {
    return connection.postKeyed(
        RequestPath.of("/v1/runs/{}/approvals", runId),
        request,
        request.idempotencyKey(),
        RunView.class);
  }

  /** Decides approvals of any runs; the answer says what became of each. */
  public ManyResolved resolveMany(ManyResolutionsRequest request) throws CallFailed {
    return connection.postKeyed(
        RequestPath.of("/v1/approvals/resolutions"),
        request,
        request.idempotencyKey(),
        ManyResolved.class);
  }

  /** Decides, and waits until the run ends or waits again, at most so long. */
  public SessionView resolveAndAwait(
      String sessionId, ApprovalResolutionsRequest request, int timeoutMs) throws CallFailed {
    return connection.postKeyed(
        RequestPath.of("/v1/sessions/{}/approvals", sessionId).waiting("timeout_ms", timeoutMs),
        request,
        request.idempotencyKey(),
        SessionView.class);
  }

  /**
   * @param digest of what was shown, so that nothing else is allowed by it
   * @param updatedInput runs in place of what was asked
   */
  public static ApprovalResolution allow(
      String approvalId, @Nullable String digest, @Nullable JsonNode updatedInput) {
    return new ApprovalResolution(
        approvalId, ApprovalBehavior.ALLOW, updatedInput, null, null, digest, null);
  }

  public static ApprovalResolution deny(String approvalId, @Nullable String reason) {
    return new ApprovalResolution(
        approvalId, ApprovalBehavior.DENY, null, null, reason, null, null);
  }
}
