package dev.holdpoint.api;

import static dev.holdpoint.api.endpoint.Endpoint.Access.ADMIN;
import static dev.holdpoint.api.endpoint.Endpoint.Access.DECIDE;
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
import dev.holdpoint.api.endpoint.EndpointDraft;
import dev.holdpoint.api.policy.PolicyBodies.CreatePolicyRequest;
import dev.holdpoint.api.policy.PolicyBodies.PolicyPreview;
import dev.holdpoint.api.policy.PolicyBodies.PolicyView;
import dev.holdpoint.api.policy.PolicyBodies.PreviewPolicyRequest;
import dev.holdpoint.api.policy.PolicyBodies.ReplacePolicyRequest;
import java.util.List;

/** Approval policies. A token that is bound to a tenant reaches none of it. */
final class PolicyEndpoints {
  private static final String POLICIES = "/v1/approval-policies";
  private static final String POLICY = POLICIES + "/{policy_id}";

  static final List<Endpoint> ALL =
      EndpointDraft.all(
          post("createPolicy", POLICIES, ADMIN, KEYED, "Creates an approval policy")
              .takes(CreatePolicyRequest.class, 201, PolicyView.class),
          get("listPolicies", POLICIES, INSPECT, "Lists the approval policies, by position")
              .lists(PolicyView.class, PAGE, CURSOR, LIMIT),
          post(
                  "previewPolicy",
                  POLICIES + "/preview",
                  DECIDE,
                  NATURAL,
                  "Tests an approval policy against pending and past requests")
              .takes(PreviewPolicyRequest.class, 200, PolicyPreview.class),
          get("getPolicy", POLICY, INSPECT, "Returns an approval policy").answers(PolicyView.class),
          put("replacePolicy", POLICY, ADMIN, "Replaces an approval policy")
              .takes(ReplacePolicyRequest.class, 200, PolicyView.class),
          delete("removePolicy", POLICY, ADMIN, "Removes an approval policy; its versions stay"),
          get(
                  "listPolicyVersions",
                  POLICY + "/versions",
                  INSPECT,
                  "Lists the versions of an approval policy, newest first, also of a removed one")
              .lists(PolicyView.class, PAGE, CURSOR, LIMIT));

  private PolicyEndpoints() {}
}
