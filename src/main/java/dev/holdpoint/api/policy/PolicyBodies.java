package dev.holdpoint.api.policy;

import dev.holdpoint.api.json.Copies;
import dev.holdpoint.api.json.Limits;
import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.Matches;
import dev.holdpoint.api.rule.OmitIfUnset;
import dev.holdpoint.api.rule.Range;
import dev.holdpoint.api.rule.RefusedAs;
import dev.holdpoint.api.rule.Required;
import dev.holdpoint.api.rule.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Bodies of requests and responses about approval policies. */
public interface PolicyBodies {
  String INVALID = "invalid_policy";

  @About("An approval policy: who must agree to which requests, in which stages, and until when.")
  record PolicyView(
      String policyId,
      String name,
      @About("Whose requests; those of every tenant when unset.") @OmitIfUnset
          @Nullable String tenantId,
      @About(
              "Place in the one list of all policies, from 1. The first enabled policy that matches applies.")
          int position,
      boolean enabled,
      PolicyMatchBody match,
      @About("The expression, in its normal form.") String needs,
      @About("The expression, as JSON.") List<PolicyStageView> stages,
      @About("Whose no ends an approval; unset for a policy that matches questions.") @OmitIfUnset
          @Nullable String veto,
      boolean requesterMayApprove,
      boolean distinct,
      boolean signatureRequired,
      PolicyRisk risk,
      @OmitIfUnset @Nullable List<String> editable,
      @OmitIfUnset @Nullable PolicyHours hours,
      @OmitIfUnset @Nullable Long remindUnseenMs,
      @OmitIfUnset @Nullable String note,
      @About("From 1, one more with every change.") int version,
      @About("What is allowed and unwise, such as a group in which too few people can decide.")
          List<String> warnings,
      String createdBy,
      long createdAtMs,
      String updatedBy,
      long updatedAtMs) {
    public PolicyView {
      stages = Copies.of(stages);
      editable = Copies.orNull(editable);
      warnings = Copies.of(warnings);
    }
  }

  @About("One stage of a policy.")
  record PolicyStageView(
      PolicyNeedView need,
      @About("How long the stage waits before the next one opens.") @OmitIfUnset
          @Nullable Long withinMs,
      @About("How long it waits while nobody who may decide has looked.") @OmitIfUnset
          @Nullable Long unseenMs) {}

  @About(
      "The approvals that a stage needs: all of these, any of these, or a number of these people.")
  record PolicyNeedView(
      @OmitIfUnset @Nullable List<PolicyNeedView> all,
      @OmitIfUnset @Nullable List<PolicyNeedView> any,
      @OmitIfUnset @Nullable Integer count,
      @About("anyone, group:name, person:name, role:admin or role:operator.") @OmitIfUnset
          @Nullable List<String> of) {
    public PolicyNeedView {
      all = Copies.orNull(all);
      any = Copies.orNull(any);
      of = Copies.orNull(of);
    }
  }

  @About("How much is at stake.")
  enum PolicyRisk {
    LOW,
    NORMAL,
    HIGH
  }

  @About("When times of stages and reminders run.")
  record PolicyHours(
      @Required @Length(min = 1, max = Limits.NAME) @About("An IANA name, such as Europe/Berlin.")
          String timeZone,
      @Required
          @Size(min = 1, max = Limits.POLICY_ENTRIES)
          @Length(min = 1, max = Limits.NAME)
          @About("Such as mon-fri 08:00-18:00; at least an hour a week, without overlaps.")
          List<String> open) {
    public PolicyHours {
      open = Copies.of(open);
    }
  }

  @About("Which requests a policy is for: for every list that is set, one entry must match.")
  record PolicyMatchBody(
      @OmitIfUnset
          @Size(max = Limits.POLICY_ENTRIES)
          @Length(min = 1, max = Limits.NAME)
          @About("approval, question; approvals alone when unset.")
          @Nullable List<String> kinds,
      @OmitIfUnset
          @Size(max = Limits.POLICY_ENTRIES)
          @Length(min = 1, max = Limits.SESSION_ID)
          @About("Ids of sessions, or a prefix and *.")
          @Nullable List<String> sessions,
      @OmitIfUnset @Size(max = Limits.POLICY_ENTRIES) @Length(min = 1, max = Limits.ID)
          @Nullable List<String> personaIds,
      @OmitIfUnset
          @Size(max = Limits.POLICY_ENTRIES)
          @Length(min = 1, max = Limits.TOOL_PATTERN)
          @About("native, acp:name, hook, mcp, mcp:client or external.")
          @Nullable List<String> agents,
      @OmitIfUnset
          @Size(max = Limits.POLICY_ENTRIES)
          @Length(min = 1, max = Limits.TOOL_PATTERN)
          @About("Names of tools, a prefix and *, or * alone, as in permission rules.")
          @Nullable List<String> tools,
      @OmitIfUnset
          @Size(max = Limits.POLICY_ENTRIES)
          @Length(min = 1, max = Limits.COMMAND_PATTERN)
          @About("Whole commands, or first words and ' *'; every part of a command counts.")
          @Nullable List<String> commands,
      @OmitIfUnset
          @Size(max = Limits.POLICY_ENTRIES)
          @Length(min = 1, max = Limits.NAME)
          @About("normal, high: as the asker declares it.")
          @Nullable List<String> risks) {
    public PolicyMatchBody {
      kinds = Copies.orNull(kinds);
      sessions = Copies.orNull(sessions);
      personaIds = Copies.orNull(personaIds);
      agents = Copies.orNull(agents);
      tools = Copies.orNull(tools);
      commands = Copies.orNull(commands);
      risks = Copies.orNull(risks);
    }
  }

  /** What all bodies say about a policy. */
  interface PolicyMembers {
    @Nullable String tenantId();

    @Nullable PolicyMatchBody match();

    String needs();

    @Nullable String veto();

    @Nullable Boolean requesterMayApprove();

    @Nullable Boolean distinct();

    @Nullable Boolean signatureRequired();

    @Nullable PolicyRisk risk();

    @Nullable List<String> editable();

    @Nullable PolicyHours hours();

    @Nullable Long remindUnseenMs();

    @Nullable String note();
  }

  @About("A new approval policy.")
  record CreatePolicyRequest(
      @Required
          @Length(min = 1, max = Limits.GROUP_NAME)
          @Matches(value = Limits.PLAIN_PATTERN, message = Limits.PLAIN_RULE)
          @RefusedAs(INVALID)
          @About("Unique, without regard to case.")
          String name,
      @Length(min = 1, max = Limits.ID)
          @RefusedAs(INVALID)
          @About(
              "Whose requests, without those of tenants below it; those of every tenant when unset.")
          @Nullable String tenantId,
      @Range(min = 1, max = Integer.MAX_VALUE)
          @RefusedAs(INVALID)
          @About("Place in the list, from 1; the others move. Last when unset.")
          @Nullable Integer position,
      @RefusedAs(INVALID) @About("True when unset.") @Nullable Boolean enabled,
      @RefusedAs(INVALID) @About("All approvals when unset.") @Nullable PolicyMatchBody match,
      @Required
          @Length(min = 1, max = Limits.POLICY_EXPRESSION)
          @RefusedAs(INVALID)
          @About("Who must agree, in which stages, and what the deadline does.")
          String needs,
      @Length(min = 1, max = Limits.POLICY_EXPRESSION)
          @RefusedAs(INVALID)
          @About("Whose no ends an approval; anyone's when unset.")
          @Nullable String veto,
      @RefusedAs(INVALID)
          @About("Whether the principal that submitted the work may approve it; false when unset.")
          @Nullable Boolean requesterMayApprove,
      @RefusedAs(INVALID) @About("Whether one person counts in one place only; true when unset.")
          @Nullable Boolean distinct,
      @RefusedAs(INVALID) @About("Whether only signed decisions count; needs tenant_id.")
          @Nullable Boolean signatureRequired,
      @RefusedAs(INVALID) @About("normal when unset.") @Nullable PolicyRisk risk,
      @Size(max = Limits.EDITABLE)
          @Length(max = Limits.POINTER)
          @RefusedAs(INVALID)
          @About("JSON pointers into the input that an approver may change; everything when unset.")
          @Nullable List<String> editable,
      @RefusedAs(INVALID) @About("Always when unset.") @Nullable PolicyHours hours,
      @Range(min = 1_000, max = Limits.DURATION_MS)
          @RefusedAs(INVALID)
          @About("Reminds after so long while nobody has looked, at most five times.")
          @Nullable Long remindUnseenMs,
      @Length(max = Limits.NOTE) @RefusedAs(INVALID) @About("For those who decide: why this is so.")
          @Nullable String note,
      @Length(min = 1, max = Limits.IDEMPOTENCY_KEY) @RefusedAs("invalid_idempotency_key")
          @Nullable String idempotencyKey)
      implements PolicyMembers {
    public CreatePolicyRequest {
      editable = Copies.orNull(editable);
    }
  }

  @About("An approval policy, whole: omitted members get their defaults.")
  record ReplacePolicyRequest(
      @Required
          @Length(min = 1, max = Limits.GROUP_NAME)
          @Matches(value = Limits.PLAIN_PATTERN, message = Limits.PLAIN_RULE)
          @RefusedAs(INVALID)
          @About("Unique, without regard to case.")
          String name,
      @Length(min = 1, max = Limits.ID)
          @RefusedAs(INVALID)
          @About(
              "Whose requests, without those of tenants below it; those of every tenant when unset.")
          @Nullable String tenantId,
      @Range(min = 1, max = Integer.MAX_VALUE)
          @RefusedAs(INVALID)
          @About("Place in the list, from 1; the others move. Its place stays when unset.")
          @Nullable Integer position,
      @RefusedAs(INVALID) @About("True when unset.") @Nullable Boolean enabled,
      @RefusedAs(INVALID) @About("All approvals when unset.") @Nullable PolicyMatchBody match,
      @Required
          @Length(min = 1, max = Limits.POLICY_EXPRESSION)
          @RefusedAs(INVALID)
          @About("Who must agree, in which stages, and what the deadline does.")
          String needs,
      @Length(min = 1, max = Limits.POLICY_EXPRESSION)
          @RefusedAs(INVALID)
          @About("Whose no ends an approval; anyone's when unset.")
          @Nullable String veto,
      @RefusedAs(INVALID)
          @About("Whether the principal that submitted the work may approve it; false when unset.")
          @Nullable Boolean requesterMayApprove,
      @RefusedAs(INVALID) @About("Whether one person counts in one place only; true when unset.")
          @Nullable Boolean distinct,
      @RefusedAs(INVALID) @About("Whether only signed decisions count; needs tenant_id.")
          @Nullable Boolean signatureRequired,
      @RefusedAs(INVALID) @About("normal when unset.") @Nullable PolicyRisk risk,
      @Size(max = Limits.EDITABLE)
          @Length(max = Limits.POINTER)
          @RefusedAs(INVALID)
          @About("JSON pointers into the input that an approver may change; everything when unset.")
          @Nullable List<String> editable,
      @RefusedAs(INVALID) @About("Always when unset.") @Nullable PolicyHours hours,
      @Range(min = 1_000, max = Limits.DURATION_MS)
          @RefusedAs(INVALID)
          @About("Reminds after so long while nobody has looked, at most five times.")
          @Nullable Long remindUnseenMs,
      @Length(max = Limits.NOTE) @RefusedAs(INVALID) @About("For those who decide: why this is so.")
          @Nullable String note,
      @Range(min = 1, max = Integer.MAX_VALUE)
          @About("The version that was read; with another one nothing is changed.")
          @Nullable Integer expectedVersion)
      implements PolicyMembers {
    public ReplacePolicyRequest {
      editable = Copies.orNull(editable);
    }
  }

  @About(
      "A policy that is not stored; the body of createPolicy without its key can be tried as is.")
  record TriedPolicy(
      @Length(min = 1, max = Limits.GROUP_NAME)
          @Matches(value = Limits.PLAIN_PATTERN, message = Limits.PLAIN_RULE)
          @RefusedAs(INVALID)
          @About("Has no effect here.")
          @Nullable String name,
      @Length(min = 1, max = Limits.ID)
          @RefusedAs(INVALID)
          @About(
              "Whose requests, without those of tenants below it; those of every tenant when unset.")
          @Nullable String tenantId,
      @Range(min = 1, max = Integer.MAX_VALUE)
          @RefusedAs(INVALID)
          @About("Has no effect here: no other policy comes before it.")
          @Nullable Integer position,
      @RefusedAs(INVALID) @About("Has no effect here: it is tried as if it were enabled.")
          @Nullable Boolean enabled,
      @RefusedAs(INVALID) @About("All approvals when unset.") @Nullable PolicyMatchBody match,
      @Required
          @Length(min = 1, max = Limits.POLICY_EXPRESSION)
          @RefusedAs(INVALID)
          @About("Who must agree, in which stages, and what the deadline does.")
          String needs,
      @Length(min = 1, max = Limits.POLICY_EXPRESSION)
          @RefusedAs(INVALID)
          @About("Whose no ends an approval; anyone's when unset.")
          @Nullable String veto,
      @RefusedAs(INVALID)
          @About("Whether the principal that submitted the work may approve it; false when unset.")
          @Nullable Boolean requesterMayApprove,
      @RefusedAs(INVALID) @About("Whether one person counts in one place only; true when unset.")
          @Nullable Boolean distinct,
      @RefusedAs(INVALID) @About("Whether only signed decisions count; needs tenant_id.")
          @Nullable Boolean signatureRequired,
      @RefusedAs(INVALID) @About("normal when unset.") @Nullable PolicyRisk risk,
      @Size(max = Limits.EDITABLE)
          @Length(max = Limits.POINTER)
          @RefusedAs(INVALID)
          @About("JSON pointers into the input that an approver may change; everything when unset.")
          @Nullable List<String> editable,
      @RefusedAs(INVALID) @About("Always when unset.") @Nullable PolicyHours hours,
      @Range(min = 1_000, max = Limits.DURATION_MS)
          @RefusedAs(INVALID)
          @About("Reminds after so long while nobody has looked, at most five times.")
          @Nullable Long remindUnseenMs,
      @Length(max = Limits.NOTE) @RefusedAs(INVALID) @About("For those who decide: why this is so.")
          @Nullable String note)
      implements PolicyMembers {
    public TriedPolicy {
      editable = Copies.orNull(editable);
    }
  }

  @About("A policy to test against requests: an existing one, or a new one.")
  record PreviewPolicyRequest(
      @Length(min = 1, max = Limits.ID)
          @About("An existing policy; not allowed together with policy.")
          @Nullable String policyId,
      @Nullable TriedPolicy policy,
      @About("How many of the newest requests to test; 200 when unset.")
          @Range(min = 1, max = Limits.PREVIEWED_CALLS)
          @Nullable Integer limit) {}

  @About("The requests that a policy matches, pending ones first, then the newest.")
  record PolicyPreview(
      @About("Number of requests that the policy matches.") int matched,
      @About("Number of requests that were tested.") int lookedAt,
      @About("Whether the test stopped early: there are older requests.") boolean truncated,
      List<PreviewedGate> gates) {
    public PolicyPreview {
      gates = Copies.of(gates);
    }
  }

  @About("A request that a policy matches.")
  record PreviewedGate(
      String requestId,
      @About("Unset for a question.") @OmitIfUnset @Nullable String toolName,
      @About("How it ended, or pending.") String outcome,
      @About("Who decided.") @OmitIfUnset @Nullable String by,
      PolicyVerdict verdict) {}

  @About(
      "What a policy would have changed: nothing; who decided could not have; more people had to "
          + "agree; or those who have agreed are enough.")
  enum PolicyVerdict {
    SAME,
    NOT_ELIGIBLE,
    MORE_NEEDED,
    NOW_ENOUGH
  }
}
