package dev.holdpoint.api.access;

import dev.holdpoint.api.json.Copies;
import dev.holdpoint.api.json.Limits;
import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.DeprecatedMember;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.Matches;
import dev.holdpoint.api.rule.OmitIfUnset;
import dev.holdpoint.api.rule.Range;
import dev.holdpoint.api.rule.Required;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Bodies of requests and responses about tenants and their policies. */
public interface TenantBodies {
  @About("A tenant.")
  record TenantView(
      String tenantId,
      String name,
      @OmitIfUnset @Nullable String externalId,
      @OmitIfUnset @Nullable String parentTenantId,
      TenantState state,
      ApprovalPolicyView approvalPolicy,
      @About("RFC 3339, UTC; null for the root tenant.") @OmitIfUnset @DeprecatedMember
          @Nullable String createdAt,
      @OmitIfUnset @Nullable Long createdAtMs,
      @OmitIfUnset @DeprecatedMember @Nullable String suspendedAt,
      @OmitIfUnset @Nullable Long suspendedAtMs) {}

  @About("Whether data of a tenant may be changed.")
  enum TenantState {
    ACTIVE,
    SUSPENDED
  }

  @About("A new tenant.")
  record CreateTenantRequest(
      @Required
          @Length(min = 1, max = Limits.NAME)
          @Matches(value = Limits.PLAIN_PATTERN, message = Limits.PLAIN_RULE)
          @About("Unique among the tenants of one parent.")
          String name,
      @Length(min = 1, max = Limits.ID)
          @Matches(value = Limits.PLAIN_PATTERN, message = Limits.PLAIN_RULE)
          @About("The host application's id for it; unique across all tenants.")
          @Nullable String externalId,
      @Length(min = 1, max = Limits.ID) @About("The root tenant when unset.")
          @Nullable String parentTenantId) {}

  @About("The approval policy of the tenant.")
  record ApprovalPolicyView(
      @About("Whether decisions require an assertion signed with an approver key.")
          boolean signatureRequired,
      @About("How many different principals must approve.") int approvalsRequired,
      @About("Whether the principal that submitted the work may approve it.")
          boolean requesterMayApprove,
      @About("The lifetime of an approval without its own deadline; unset for the root tenant.")
          @OmitIfUnset
          @Nullable Long expiresAfterMs,
      @About("Whether a yes must name the digest and the revision that it is for.")
          boolean requireDigest,
      @About("The lowest version of assertions that hold.") int assertionVersion,
      @About("How far ahead the exp of an assertion may lie at most.") @OmitIfUnset
          @Nullable Long longestAssertionMs,
      @About("passkey: a yes takes a passkey.") StepUp stepUp,
      @About("The same as an expression of an approval policy, such as 2 of anyone.") String needs,
      @About("What is allowed and unwise; only where the policy itself is read.") @OmitIfUnset
          @Nullable List<String> warnings) {
    public ApprovalPolicyView {
      warnings = Copies.orNull(warnings);
    }
  }

  @About("What a yes takes beside the token.")
  enum StepUp {
    NONE,
    PASSKEY
  }

  @About("The approval policy of the tenant; omitted settings stay as they are.")
  record ApprovalPolicyRequest(
      @Nullable Boolean signatureRequired,
      @Range(min = 1, max = Limits.APPROVALS_REQUIRED) @Nullable Integer approvalsRequired,
      @Nullable Boolean requesterMayApprove,
      @Range(min = 1, max = Limits.DURATION_MS) @Nullable Long expiresAfterMs,
      @About("Whether a yes must name the digest and the revision that it is for.")
          @Nullable Boolean requireDigest,
      @Range(min = 1, max = 2) @About("The lowest version of assertions that hold.")
          @Nullable Integer assertionVersion,
      @Range(min = 1_000, max = Limits.DURATION_MS)
          @About("How far ahead the exp of an assertion may lie at most.")
          @Nullable Long longestAssertionMs,
      @About("passkey: a yes takes a passkey.") @Nullable StepUp stepUp) {
    /** One that says nothing of what a decision names. */
    public ApprovalPolicyRequest(
        @Nullable Boolean signatureRequired,
        @Nullable Integer approvalsRequired,
        @Nullable Boolean requesterMayApprove,
        @Nullable Long expiresAfterMs) {
      this(
          signatureRequired,
          approvalsRequired,
          requesterMayApprove,
          expiresAfterMs,
          null,
          null,
          null,
          null);
    }
  }
}
