package dev.holdpoint.http.v1.access;

import dev.holdpoint.api.access.TenantBodies.ApprovalPolicyRequest;
import dev.holdpoint.api.access.TenantBodies.ApprovalPolicyView;
import dev.holdpoint.api.access.TenantBodies.CreateTenantRequest;
import dev.holdpoint.api.access.TenantBodies.StepUp;
import dev.holdpoint.core.access.ApprovalPolicy;
import dev.holdpoint.core.access.ApproverKey;
import dev.holdpoint.core.access.Tenant;
import dev.holdpoint.core.access.Tenants;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.engine.access.TenantDirectory;
import dev.holdpoint.engine.port.store.RecordWalk;
import dev.holdpoint.http.server.Call;
import dev.holdpoint.http.server.Handler;
import dev.holdpoint.http.server.Reply;
import dev.holdpoint.http.v1.call.Bodies;
import dev.holdpoint.http.v1.call.ListPages;
import dev.holdpoint.http.v1.call.Replays;
import dev.holdpoint.http.v1.view.TenantViews;
import dev.holdpoint.http.v1.view.ViewContext;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Tenants: made, listed, suspended, removed; what a decision takes in each. */
public final class TenantHandlers {
  private final ViewContext sight;
  private final Bodies bodies;
  private final TenantDirectory tenants;

  public TenantHandlers(ViewContext sight, Bodies bodies, TenantDirectory tenants) {
    this.sight = sight;
    this.bodies = bodies;
    this.tenants = tenants;
  }

  public Map<String, Handler> all() {
    return Map.of(
        "createTenant", this::create,
        "listTenants", this::list,
        "getTenant", this::get,
        "removeTenant", this::remove,
        "suspendTenant", this::suspend,
        "resumeTenant", this::resume,
        "getApprovalPolicy", this::policy,
        "putApprovalPolicy", this::changePolicy);
  }

  private Reply create(Call call) {
    CreateTenantRequest body = bodies.read(call, CreateTenantRequest.class);
    TenantDirectory.Made made =
        tenants.create(
            new TenantDirectory.Spec(body.name(), body.externalId(), body.parentTenantId()),
            call.caller().name(),
            bodies.idempotency(call, null));
    return Replays.marked(Reply.json(201, TenantViews.of(made.tenant())), made.replayed());
  }

  private Reply list(Call call) {
    ListPages.Request wish = ListPages.of(call, "tenants");
    return sight.engine.read(
        queries -> ListPages.shelf(queries, wish, Tenant.KIND, null, TenantViews::of));
  }

  private Reply get(Call call) {
    String id = call.path("tenant_id");
    return Reply.json(
        200,
        id.equals(Tenants.ROOT)
            ? TenantViews.root(tenants.policy(id))
            : TenantViews.of(tenants.get(id)));
  }

  private Reply remove(Call call) {
    bodies.checkUnused(call);
    tenants.remove(call.path("tenant_id"));
    return Reply.empty(204);
  }

  private Reply suspend(Call call) {
    bodies.checkUnused(call);
    return Reply.json(200, TenantViews.of(tenants.suspend(call.path("tenant_id"))));
  }

  private Reply resume(Call call) {
    bodies.checkUnused(call);
    return Reply.json(200, TenantViews.of(tenants.resume(call.path("tenant_id"))));
  }

  private Reply policy(Call call) {
    String id = call.path("tenant_id");
    return Reply.json(
        200, shown(id, id.equals(Tenants.ROOT) ? tenants.policy(id) : tenants.get(id).policy()));
  }

  private Reply changePolicy(Call call) {
    ApprovalPolicyRequest body = bodies.read(call, ApprovalPolicyRequest.class);
    String id = call.path("tenant_id");
    if (id.equals(Tenants.ROOT) && body.expiresAfterMs() != null) {
      throw Problem.INVALID_TENANT
          .because(
              "Approvals of the root tenant have no deadline unless the request sets one. Omit "
                  + "expires_after_ms, or use a tenant below it. Nothing was changed.")
          .at("/expires_after_ms", "cannot be set for the root tenant")
          .asException();
    }
    return Reply.json(200, shown(id, tenants.changePolicy(id, before -> next(before, body))));
  }

  /** Keys of approvers look as though they were needed, so it is said where they are not. */
  private ApprovalPolicyView shown(String tenantId, ApprovalPolicy policy) {
    boolean idle =
        !policy.signatureRequired()
            && sight.engine.<Boolean>read(
                queries ->
                    RecordWalk.of(queries, ApproverKey.KIND, tenantId)
                        .anyMatch(key -> key.isGoodAt(sight.engine.nowMs())));
    return TenantViews.of(
        tenantId,
        policy,
        idle
            ? List.of(
                "The tenant has approver keys and requires no signature, so an operator token can"
                    + " decide too. Set signature_required, or revoke the keys.")
            : null);
  }

  private static ApprovalPolicy next(ApprovalPolicy before, ApprovalPolicyRequest body) {
    ApprovalPolicy.Binding bound = before.bound();
    return new ApprovalPolicy(
        Objects.requireNonNullElse(body.signatureRequired(), before.signatureRequired()),
        Objects.requireNonNullElse(body.approvalsRequired(), before.approvalsRequired()),
        Objects.requireNonNullElse(body.requesterMayApprove(), before.requesterMayApprove()),
        Objects.requireNonNullElse(body.expiresAfterMs(), before.expiresAfterMs()),
        new ApprovalPolicy.Binding(
            Objects.requireNonNullElse(body.requireDigest(), bound.requireDigest()),
            Objects.requireNonNullElse(body.assertionVersion(), bound.assertionVersion()),
            body.longestAssertionMs() == null
                ? bound.longestAssertionMs()
                : body.longestAssertionMs(),
            body.stepUp() == null ? bound.stepUp() : body.stepUp() == StepUp.PASSKEY));
  }
}
