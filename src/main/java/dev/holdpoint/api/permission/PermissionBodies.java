package dev.holdpoint.api.permission;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.holdpoint.api.description.DescriptionBodies;
import dev.holdpoint.api.description.DescriptionBodies.DescribedKind;
import dev.holdpoint.api.description.DescriptionBodies.RiskView;
import dev.holdpoint.api.json.Copies;
import dev.holdpoint.api.json.Limits;
import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.Matches;
import dev.holdpoint.api.rule.OmitIfUnset;
import dev.holdpoint.api.rule.Range;
import dev.holdpoint.api.rule.RefusedAs;
import dev.holdpoint.api.rule.Required;
import dev.holdpoint.api.rule.Words;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Bodies of requests and responses about permission rules. */
public interface PermissionBodies {
  @About("A rule that decides calls without asking.")
  record PermissionRuleView(
      String ruleId,
      PermissionBehavior behavior,
      String tool,
      @OmitIfUnset @Nullable String command,
      PermissionScope scope,
      @OmitIfUnset @Nullable Long expiresAtMs,
      @OmitIfUnset @Nullable Integer maxUses,
      @About("Number of calls that it has decided.") int uses,
      String createdBy,
      long createdAtMs,
      @About("The approval that created it.") @OmitIfUnset @Nullable String sourceApprovalId,
      PermissionRuleStatus status,
      @About("passkey: a yes to what it asks about takes a passkey.") @OmitIfUnset @Words("passkey")
          @Nullable String stepUp,
      @About("The rule in words.") String explanation,
      @About("What the call goes to, in normal form.") @OmitIfUnset @Nullable String target) {}

  @About("Whether a rule still applies.")
  enum PermissionRuleStatus {
    ACTIVE,
    EXPIRED,
    USED_UP
  }

  @About("The effect of a permission rule on a call.")
  enum PermissionBehavior {
    ALLOW,
    ASK,
    DENY
  }

  @About("The scope of a permission rule.")
  record PermissionScope(
      @Required PermissionScopeKind kind,
      @OmitIfUnset
          @Length(min = 1, max = Limits.SESSION_ID)
          @About("The session or the project; a rule with scope user has none.")
          @Nullable String id) {}

  @About("One session, one project, or every session of the tenant.")
  enum PermissionScopeKind {
    SESSION,
    PROJECT,
    USER
  }

  @About("A rule that decides calls without asking.")
  record CreatePermissionRuleRequest(
      @Required PermissionBehavior behavior,
      @Required
          @Length(min = 1, max = Limits.TOOL_PATTERN)
          @About("The name of a tool, acp:agent/name for an agent's, a prefix and *, or * alone.")
          String tool,
      @Length(min = 1, max = Limits.COMMAND_PATTERN)
          @About("A whole command, or its first words and ' *'; every call of the tool when unset.")
          @Nullable String command,
      @Required PermissionScope scope,
      @Range(min = 0, max = Limits.TIME_MS)
          @About("The rule expires at this time; never when unset.")
          @Nullable Long expiresAtMs,
      @Range(min = 1, max = Limits.RULE_USES)
          @About("Maximum number of calls that it decides; no limit when unset.")
          @Nullable Integer maxUses,
      @Length(min = 1, max = Limits.IDEMPOTENCY_KEY) @RefusedAs("invalid_idempotency_key")
          @Nullable String idempotencyKey,
      @Length(min = 1, max = Limits.ID)
          @Matches(value = "^passkey$", message = "must be passkey")
          @Words("passkey")
          @About("For behavior ask: a yes takes a passkey, and no allow rule changes that.")
          @Nullable String stepUp,
      @Length(min = 1, max = Limits.TARGET_PATTERN)
          @About(
              "What the call goes to: METHODS SCHEME://HOST[:PORT]PATH for requests, a path for files; "
                  + "not together with command.")
          @Nullable String target) {}

  @About("A rule to test against past calls: an existing one, or a new one.")
  record PreviewPermissionRuleRequest(
      @About("An existing rule; not allowed together with other members of a rule.")
          @Length(min = 1, max = Limits.ID)
          @Nullable String ruleId,
      @Nullable PermissionBehavior behavior,
      @Length(min = 1, max = Limits.TOOL_PATTERN) @Nullable String tool,
      @Length(min = 1, max = Limits.COMMAND_PATTERN) @Nullable String command,
      @Nullable PermissionScope scope,
      @About("How many of the newest calls to test; 200 when unset.")
          @Range(min = 1, max = Limits.PREVIEWED_CALLS)
          @Nullable Integer limit,
      @Length(min = 1, max = Limits.TARGET_PATTERN) @Nullable String target) {}

  @About("The calls that a rule would have matched, newest first.")
  record PermissionPreview(
      @About("Number of calls that were tested.") int examined,
      @About(
              "Whether the test stopped early: there are older calls, and fewer than "
                  + "requested were tested.")
          boolean truncated,
      List<PermissionMatch> matched,
      // The usual way to name a member takes AP for one word.
      @JsonProperty("denied_by_a_person") @About("How many of them a person denied.")
          int deniedByAPerson,
      @JsonProperty("allowed_by_a_person") @About("How many of them a person allowed.")
          int allowedByAPerson) {
    public PermissionPreview {
      matched = Copies.of(matched);
    }
  }

  @About("A call that a rule matches, and its outcome.")
  record PermissionMatch(
      String sessionId,
      String runId,
      String toolCallId,
      String toolName,
      JsonNode input,
      @OmitIfUnset @Nullable String command,
      long requestedAtMs,
      PermissionDecision decision,
      @About("Who decided.") @OmitIfUnset @Nullable String by,
      @About("Why it was denied.") @OmitIfUnset @Nullable String reason,
      @OmitIfUnset @Nullable String approvalId,
      @OmitIfUnset @About(DescriptionBodies.TITLE) @Nullable String title,
      @OmitIfUnset @Nullable DescribedKind kind,
      @OmitIfUnset @Nullable RiskView risk,
      @About("The rule that decided, or that was created with the decision.") @OmitIfUnset
          @Nullable String ruleId) {}

  @About(
      "The outcome of a call: a person decided, nobody decided in time, it is "
          + "pending, a rule decided, or no decision was necessary.")
  enum PermissionDecision {
    ALLOWED,
    DENIED,
    EXPIRED,
    WITHDRAWN,
    PENDING,
    NOT_ASKED,
    ALLOWED_BY_RULE,
    DENIED_BY_RULE
  }

  @About("A permission rule as it was when it decided; it may have been revoked since.")
  record AppliedRule(
      String ruleId,
      PermissionBehavior behavior,
      String tool,
      @OmitIfUnset @Nullable String command,
      PermissionScope scope,
      @OmitIfUnset @Nullable Long expiresAtMs,
      @OmitIfUnset @Nullable Integer maxUses,
      @About("Including this one.") int uses,
      String createdBy,
      long createdAtMs,
      @OmitIfUnset @Nullable String sourceApprovalId,
      @OmitIfUnset @Nullable String target) {}
}
