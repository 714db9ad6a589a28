package dev.holdpoint.client;

import dev.holdpoint.api.page.PageBodies.Page;
import dev.holdpoint.api.permission.PermissionBodies.CreatePermissionRuleRequest;
import dev.holdpoint.api.permission.PermissionBodies.PermissionPreview;
import dev.holdpoint.api.permission.PermissionBodies.PermissionRuleView;
import dev.holdpoint.api.permission.PermissionBodies.PermissionScope;
import dev.holdpoint.api.permission.PermissionBodies.PreviewPermissionRuleRequest;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.Connection;
import dev.holdpoint.client.http.PageRequest;
import dev.holdpoint.client.http.RequestPath;
import org.jspecify.annotations.Nullable;

/** Standing answers to whether calls may run. */
public final class PermissionRuleClient {
  private final Connection connection;

  PermissionRuleClient(Connection connection) {
    this.connection = connection;
  }

  public PermissionRuleView create(CreatePermissionRuleRequest request) throws CallFailed {
    return connection.postKeyed(
        RequestPath.of("/v1/permission-rules"),
        request,
        request.idempotencyKey(),
        PermissionRuleView.class);
  }

  /**
   * @param only null for all
   */
  public Page<PermissionRuleView> page(@Nullable PermissionScope only, PageRequest wish)
      throws CallFailed {
    RequestPath path = RequestPath.of("/v1/permission-rules");
    if (only != null) {
      path =
          switch (only.kind()) {
            case SESSION -> path.with("session_id", only.id());
            case PROJECT ->
                only.id() == null
                    ? path.with("scope", "project")
                    : path.with("project_id", only.id());
            case USER -> path.with("scope", "user");
          };
    }
    return connection.page(path, wish, PermissionRuleView.class);
  }

  public PermissionRuleView find(String id) throws CallFailed {
    return connection.get(RequestPath.of("/v1/permission-rules/{}", id), PermissionRuleView.class);
  }

  public void revoke(String id) throws CallFailed {
    connection.delete(RequestPath.of("/v1/permission-rules/{}", id));
  }

  /** What the rule would have spoken for. */
  public PermissionPreview preview(PreviewPermissionRuleRequest request) throws CallFailed {
    return connection.post(
        RequestPath.of("/v1/permission-rules/preview"), request, PermissionPreview.class);
  }
}
