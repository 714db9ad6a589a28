package dev.holdpoint.api;

import static dev.holdpoint.api.endpoint.Endpoint.Access.DECIDE;
import static dev.holdpoint.api.endpoint.Endpoint.Access.READ;
import static dev.holdpoint.api.endpoint.Endpoint.Idempotency.KEYED;
import static dev.holdpoint.api.endpoint.Endpoint.Idempotency.NATURAL;
import static dev.holdpoint.api.endpoint.EndpointDraft.delete;
import static dev.holdpoint.api.endpoint.EndpointDraft.get;
import static dev.holdpoint.api.endpoint.EndpointDraft.post;
import static dev.holdpoint.api.endpoint.QueryParameters.CURSOR;
import static dev.holdpoint.api.endpoint.QueryParameters.LIMIT;
import static dev.holdpoint.api.endpoint.QueryParameters.PAGE;

import dev.holdpoint.api.endpoint.Endpoint;
import dev.holdpoint.api.endpoint.Endpoint.Query;
import dev.holdpoint.api.endpoint.EndpointDraft;
import dev.holdpoint.api.json.Limits;
import dev.holdpoint.api.permission.PermissionBodies.CreatePermissionRuleRequest;
import dev.holdpoint.api.permission.PermissionBodies.PermissionPreview;
import dev.holdpoint.api.permission.PermissionBodies.PermissionRuleView;
import dev.holdpoint.api.permission.PermissionBodies.PreviewPermissionRuleRequest;
import java.util.List;

/** Standing answers to whether calls may run. */
final class PermissionEndpoints {
  private static final String RULES = "/v1/permission-rules";
  private static final String RULE = RULES + "/{rule_id}";
  private static final Query SESSION =
      Query.text("session_id", Limits.SESSION_ID, "Only rules for this session.");
  private static final Query PROJECT =
      Query.text("project_id", Limits.ID, "Only rules for this project.");
  private static final Query SCOPE =
      Query.word(
          "scope",
          List.of("project", "user"),
          "Only rules for projects, or for every session of the tenant.");

  static final List<Endpoint> ALL =
      EndpointDraft.all(
          post("createPermissionRule", RULES, DECIDE, KEYED, "Adds a permission rule")
              .withinTenants()
              .takes(CreatePermissionRuleRequest.class, 201, PermissionRuleView.class),
          get("listPermissionRules", RULES, READ, "Lists permission rules, newest first")
              .withinTenants()
              .lists(PermissionRuleView.class, SESSION, PROJECT, SCOPE, PAGE, CURSOR, LIMIT),
          post(
                  "previewPermissionRule",
                  RULES + "/preview",
                  DECIDE,
                  NATURAL,
                  "Tests a rule against past calls")
              .withinTenants()
              .takes(PreviewPermissionRuleRequest.class, 200, PermissionPreview.class),
          get("getPermissionRule", RULE, READ, "Returns a permission rule and its explanation")
              .withinTenants()
              .answers(PermissionRuleView.class),
          delete("revokePermissionRule", RULE, DECIDE, "Revokes a permission rule immediately")
              .withinTenants());

  private PermissionEndpoints() {}
}
