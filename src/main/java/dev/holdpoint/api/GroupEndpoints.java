package dev.holdpoint.api;

import static dev.holdpoint.api.endpoint.Endpoint.Access.ADMIN;
import static dev.holdpoint.api.endpoint.Endpoint.Access.INSPECT;
import static dev.holdpoint.api.endpoint.Endpoint.Idempotency.KEYED;
import static dev.holdpoint.api.endpoint.Endpoint.Idempotency.NATURAL;
import static dev.holdpoint.api.endpoint.EndpointDraft.delete;
import static dev.holdpoint.api.endpoint.EndpointDraft.get;
import static dev.holdpoint.api.endpoint.EndpointDraft.post;
import static dev.holdpoint.api.endpoint.EndpointDraft.put;
import static dev.holdpoint.api.endpoint.QueryParameters.CURSOR;
import static dev.holdpoint.api.endpoint.QueryParameters.LIMIT;
import static dev.holdpoint.api.endpoint.QueryParameters.PAGE;

import dev.holdpoint.api.endpoint.Endpoint;
import dev.holdpoint.api.endpoint.Endpoint.Query;
import dev.holdpoint.api.endpoint.EndpointDraft;
import dev.holdpoint.api.json.Limits;
import dev.holdpoint.api.policy.GroupBodies.ChangeGroupRequest;
import dev.holdpoint.api.policy.GroupBodies.ChangeMembersRequest;
import dev.holdpoint.api.policy.GroupBodies.CreateGroupRequest;
import dev.holdpoint.api.policy.GroupBodies.GroupView;
import dev.holdpoint.api.policy.GroupBodies.PersonView;
import java.util.List;

/** People, and groups of them. A token that is bound to a tenant reaches none of it. */
final class GroupEndpoints {
  private static final String GROUPS = "/v1/groups";
  private static final String GROUP = GROUPS + "/{group_id}";
  private static final Query TENANT =
      Query.text(
          "tenant_id",
          Limits.ID,
          "Only people who can decide in this tenant or are in a group that its policies can name.");

  static final List<Endpoint> ALL =
      EndpointDraft.all(
          get(
                  "listPeople",
                  "/v1/people",
                  INSPECT,
                  "Lists the people whom tokens, approver keys and groups name, by name")
              .lists(PersonView.class, TENANT, PAGE, CURSOR, LIMIT),
          post("createGroup", GROUPS, ADMIN, KEYED, "Creates a group of people")
              .takes(CreateGroupRequest.class, 201, GroupView.class),
          get("listGroups", GROUPS, INSPECT, "Lists the groups, newest first")
              .lists(GroupView.class, PAGE, CURSOR, LIMIT),
          get("getGroup", GROUP, INSPECT, "Returns a group").answers(GroupView.class),
          put("changeGroup", GROUP, ADMIN, "Changes the name or the members of a group")
              .takes(ChangeGroupRequest.class, 200, GroupView.class),
          post(
                  "changeGroupMembers",
                  GROUP + "/members",
                  ADMIN,
                  NATURAL,
                  "Adds and removes single members of a group")
              .takes(ChangeMembersRequest.class, 200, GroupView.class),
          delete("removeGroup", GROUP, ADMIN, "Removes a group that no policy names"));

  private GroupEndpoints() {}
}
