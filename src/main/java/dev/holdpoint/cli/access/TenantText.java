package dev.holdpoint.cli.access;

import dev.holdpoint.api.access.TenantBodies.ApprovalPolicyView;
import dev.holdpoint.api.access.TenantBodies.StepUp;
import dev.holdpoint.api.access.TenantBodies.TenantView;
import dev.holdpoint.api.json.Wire;
import dev.holdpoint.cli.Facts;
import dev.holdpoint.cli.Paint;
import dev.holdpoint.cli.Times;
import java.io.PrintWriter;
import java.time.Duration;

/** Tenants in words. */
final class TenantText {
  private TenantText() {}

  static void print(TenantView tenant, PrintWriter out, Paint paint) {
    new Facts(out, paint)
        .line("tenant", tenant.tenantId())
        .line("name", tenant.name())
        .line("external", tenant.externalId())
        .line("parent", tenant.parentTenantId())
        .line("state", Wire.name(tenant.state()))
        .line("suspended", tenant.suspendedAt())
        .line("made", tenant.createdAt())
        .line("approvals", policy(tenant.approvalPolicy()));
  }

  static String policy(ApprovalPolicyView policy) {
    String named = policy.requireDigest() ? "; digest required" : "";
    String version = policy.assertionVersion() == 1 ? "" : "; assertions of version 2 only";
    Long longest = policy.longestAssertionMs();
    String bound =
        longest == null ? "" : "; assertions hold " + Times.span(Duration.ofMillis(longest));
    Long expiry = policy.expiresAfterMs();
    String stepUp = policy.stepUp() == StepUp.PASSKEY ? "; a yes takes a passkey" : "";
    return "%s; %s; %s; %s%s%s%s%s"
        .formatted(
            policy.signatureRequired() ? "signed only" : "signature not required",
            policy.approvalsRequired() == 1
                ? "one approver"
                : policy.approvalsRequired() + " different approvers",
            policy.requesterMayApprove() ? "requester may approve" : "requester may not approve",
            expiry == null
                ? "no default expiry"
                : "default expiry " + Times.span(Duration.ofMillis(expiry)),
            named,
            version,
            bound,
            stepUp);
  }
}
