package dev.holdpoint.client;

import dev.holdpoint.api.page.PageBodies.Page;
import dev.holdpoint.api.policy.GroupBodies.ChangeGroupRequest;
import dev.holdpoint.api.policy.GroupBodies.ChangeMembersRequest;
import dev.holdpoint.api.policy.GroupBodies.CreateGroupRequest;
import dev.holdpoint.api.policy.GroupBodies.GroupView;
import dev.holdpoint.api.policy.GroupBodies.PersonView;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.Connection;
import dev.holdpoint.client.http.PageRequest;
import dev.holdpoint.client.http.RequestPath;
import org.jspecify.annotations.Nullable;

/** People, and groups of them that approval policies name. */
public final class GroupClient {
  private static final String GROUP = "/v1/groups/{}";

  private final Connection connection;

  GroupClient(Connection connection) {
    this.connection = connection;
  }

  /**
   * @param tenantId null for the people of all tenants
   */
  public Page<PersonView> people(@Nullable String tenantId, PageRequest wish) throws CallFailed {
    return connection.page(
        RequestPath.of("/v1/people").with("tenant_id", tenantId), wish, PersonView.class);
  }

  public GroupView create(CreateGroupRequest request) throws CallFailed {
    return connection.postKeyed(
        RequestPath.of("/v1/groups"), request, request.idempotencyKey(), GroupView.class);
  }

  public Page<GroupView> page(PageRequest wish) throws CallFailed {
    return connection.page(RequestPath.of("/v1/groups"), wish, GroupView.class);
  }

  public GroupView find(String groupId) throws CallFailed {
    return connection.get(RequestPath.of(GROUP, groupId), GroupView.class);
  }

  public GroupView change(String groupId, ChangeGroupRequest request) throws CallFailed {
    return connection.put(RequestPath.of(GROUP, groupId), request, GroupView.class);
  }

  public GroupView changeMembers(String groupId, ChangeMembersRequest request) throws CallFailed {
    return connection.post(RequestPath.of(GROUP + "/members", groupId), request, GroupView.class);
  }

  public void remove(String groupId) throws CallFailed {
    connection.delete(RequestPath.of(GROUP, groupId));
  }
}
