package dev.holdpoint.api.gate;

import dev.holdpoint.api.description.DescriptionBodies;
import dev.holdpoint.api.description.DescriptionBodies.DescribedKind;
import dev.holdpoint.api.description.DescriptionBodies.LineageView;
import dev.holdpoint.api.description.DescriptionBodies.RiskView;
import dev.holdpoint.api.gate.HeldBodies.HeldView;
import dev.holdpoint.api.gate.LateBodies.LateAnswer;
import dev.holdpoint.api.gate.OptionBodies.ApprovalOption;
import dev.holdpoint.api.gate.RenderingBodies.RenderedRequest;
import dev.holdpoint.api.gate.RenderingBodies.RenderedView;
import dev.holdpoint.api.gate.SignatureBodies.ApprovalSignature;
import dev.holdpoint.api.gate.StandingBodies.ActionView;
import dev.holdpoint.api.gate.StandingBodies.PolicyMark;
import dev.holdpoint.api.gate.StandingBodies.StandingView;
import dev.holdpoint.api.gate.StandingBodies.VoteView;
import dev.holdpoint.api.gate.TriageBodies.GateTriage;
import dev.holdpoint.api.gate.WorldBodies.PreconditionView;
import dev.holdpoint.api.gate.WorldBodies.WorldChangeView;
import dev.holdpoint.api.json.Copies;
import dev.holdpoint.api.json.Limits;
import dev.holdpoint.api.permission.PermissionBodies.PermissionScopeKind;
import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.JsonLength;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.MustBeObject;
import dev.holdpoint.api.rule.OmitIfUnset;
import dev.holdpoint.api.rule.Range;
import dev.holdpoint.api.rule.RefusedAs;
import dev.holdpoint.api.rule.Required;
import dev.holdpoint.api.rule.Size;
import dev.holdpoint.api.rule.Words;
import dev.holdpoint.api.status.AppliedEnding;
import dev.holdpoint.api.status.GateOutcome;
import dev.holdpoint.api.status.GateStatus;
import dev.holdpoint.api.status.RunKind;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Bodies of requests and responses about approvals. */
public interface ApprovalBodies {
  @About("An approval and the run that waits for it.")
  record ApprovalRow(
      String sessionId,
      String agentId,
      String runId,
      RunKind runKind,
      GateStatus status,
      ApprovalRequestView request,
      @OmitIfUnset @Nullable ApprovalDecision resolution,
      @About("Decisions that came too late, if the asker wants to know of them.") @OmitIfUnset
          @Nullable List<LateAnswer> lateAnswers,
      @About("What people did about it, if anything.") @OmitIfUnset @Nullable GateTriage triage) {
    public ApprovalRow {
      lateAnswers = Copies.orNull(lateAnswers);
    }

    /** The same with the permit itself. */
    public ApprovalRow with(String jws) {
      return new ApprovalRow(
          sessionId,
          agentId,
          runId,
          runKind,
          status,
          request,
          resolution == null ? null : resolution.with(jws),
          lateAnswers,
          triage);
    }
  }

  @About("A call that waits for a person's approval.")
  record ApprovalRequestView(
      String id,
      @Nullable String toolCallId,
      String toolName,
      JsonNode input,
      @Nullable String reason,
      ApprovalScope scope,
      long createdAtMs,
      @OmitIfUnset @Nullable Long expiresAtMs,
      @About("The decision that is about to take effect, if there is one.") @OmitIfUnset
          @Nullable HeldView held,
      int revision,
      @About("Lowercase hex SHA-256 of the RFC 8785 form of {tool_name, input}.") String digest,
      @About("Patterns that a grant could cover, the narrowest first.") List<String> patternKeys,
      @OmitIfUnset @Nullable List<RequestedItem> requestedItems,
      @About("Whether decisions require an assertion signed with an approver key.")
          boolean signatureRequired,
      @About("The lowest version of assertions that hold.") int assertionVersion,
      @About("passkey: a yes takes a passkey; a no does not.") @OmitIfUnset @Words("passkey")
          @Nullable String stepUp,
      @About("How many different principals must approve, if more than one.") @OmitIfUnset
          @Nullable Integer approvalsRequired,
      @About("The approvals so far, if more than one is required.") @OmitIfUnset
          @Nullable List<ApprovalEndorsement> approvals,
      @About("The choices that the agent offers, if it has its own.") @OmitIfUnset
          @Nullable List<ApprovalOption> options,
      @About("True if only a person may allow it: no rule, grant or bulk decision.") @OmitIfUnset
          @Nullable Boolean personOnly,
      @About("deny if the agent suggests to deny it.") @OmitIfUnset
          @Nullable ApprovalBehavior defaultBehavior,
      @About(
              "Whether anything waits for the decision of a request from outside: now, "
                  + "comes_back (it asks again later), or nobody. Unset for the daemon's own runs.")
          @OmitIfUnset
          @Nullable GateWaits waits,
      @About(
              "With waits nobody: until when a decision made now is kept for the same "
                  + "request, which it answers once.")
          @OmitIfUnset
          @Nullable Long keptUntilMs,
      @About("What the deadline does, if that is not to fail the run.") @OmitIfUnset
          @Nullable AppliedEnding onExpiry,
      @OmitIfUnset @Nullable RiskView risk,
      @About("The places of the input that may be changed, if not all of them.") @OmitIfUnset
          @Nullable List<String> editable,
      @About("The approval that this one revises.") @OmitIfUnset @Nullable String revises,
      @About("The first of all revisions, if this is one.") @OmitIfUnset @Nullable String chainId,
      @About("The revision that took its place.") @OmitIfUnset @Nullable String successorId,
      @About("What the agent said to the instructions or the question that it got.") @OmitIfUnset
          @Nullable String reply,
      @About(
              "Who must agree and what comes next, if one click of anyone is not enough or a policy holds.")
          @OmitIfUnset
          @Nullable StandingView standing,
      @OmitIfUnset @Nullable List<ActionView> actions,
      @About("What of the world the decision depends on.") @OmitIfUnset
          @Nullable List<PreconditionView> preconditions,
      @About("What had changed when the approval before was to be carried out.") @OmitIfUnset
          @Nullable List<WorldChangeView> changes,
      @About(DescriptionBodies.TITLE) String title,
      @About(DescriptionBodies.SUMMARY) @OmitIfUnset @Nullable String summary,
      @About(DescriptionBodies.WHY) @OmitIfUnset @Nullable String why,
      DescribedKind kind,
      @About(DescriptionBodies.FACTS) @OmitIfUnset @Nullable JsonNode facts,
      @About(DescriptionBodies.TOOL_DESCRIPTION) @OmitIfUnset @Nullable String toolDescription,
      @About(DescriptionBodies.AGENT_NAME) @OmitIfUnset @Nullable String agentName,
      @About(DescriptionBodies.LINEAGE) @OmitIfUnset @Nullable List<LineageView> lineage) {
    public ApprovalRequestView {
      lineage = Copies.orNull(lineage);
      preconditions = Copies.orNull(preconditions);
      changes = Copies.orNull(changes);
      editable = Copies.orNull(editable);
      patternKeys = Copies.of(patternKeys);
      requestedItems = Copies.orNull(requestedItems);
      approvals = Copies.orNull(approvals);
      options = Copies.orNull(options);
      actions = Copies.orNull(actions);
    }
  }

  @About("Who waits for a decision.")
  enum GateWaits {
    NOW,
    COMES_BACK,
    NOBODY
  }

  @About("How an approval was decided, by whom and when.")
  record ApprovalDecision(
      String by,
      long atMs,
      @Words({"allow", "deny", "expired", "withdrawn"}) String behavior,
      GateOutcome outcome,
      @About("What the deadline did, if it ended by its deadline.") @OmitIfUnset
          @Nullable AppliedEnding applied,
      @OmitIfUnset @Nullable JsonNode updatedInput,
      @OmitIfUnset @Nullable String justification,
      @OmitIfUnset @Nullable String reason,
      @About("What a person said in the tool's place.") @OmitIfUnset @Nullable String response,
      @About("The permission rule that was created with the decision, or that made it.")
          @OmitIfUnset
          @Nullable String ruleId,
      @About("The last word of each person, where one click was not enough.") @OmitIfUnset
          @Nullable List<VoteView> votes,
      @About("The policy under which it was decided.") @OmitIfUnset @Nullable PolicyMark policy,
      @About("The right to carry the call out once.") @OmitIfUnset @Nullable String permitId,
      @About("The permit itself, a compact JWS, if the request asked for it.") @OmitIfUnset
          @Nullable String permit,
      @OmitIfUnset @Nullable RenderedView rendered) {
    public ApprovalDecision {
      votes = Copies.orNull(votes);
    }

    /** The same with the permit itself. */
    public ApprovalDecision with(String jws) {
      return new ApprovalDecision(
          by,
          atMs,
          behavior,
          outcome,
          applied,
          updatedInput,
          justification,
          reason,
          response,
          ruleId,
          votes,
          policy,
          permitId,
          jws,
          rendered);
    }
  }

  @About("One of several approvals.")
  record ApprovalEndorsement(String resolvedBy, long atMs) {}

  @About(
      "The decision of an approver. request_changes is a no with instructions, ask_back a no with "
          + "a question to the agent, and respond gives a text in the place of the tool's result; "
          + "the call does not run after any of them.")
  enum ApprovalBehavior {
    ALLOW,
    DENY,
    REQUEST_CHANGES,
    RESPOND,
    ASK_BACK
  }

  @About("The scope of a grant.")
  enum ApprovalScope {
    SESSION,
    PROJECT,
    USER
  }

  /** Strict, so that a slip in {@code max_uses} does not grant more than was meant. */
  @About(
      "Also allows similar calls from now on: a permission rule is stored "
          + "together with the decision.")
  record ApprovalGrant(
      @Required @About("session is the session that asks; user is every session of the tenant.")
          PermissionScopeKind scope,
      @About("One of the request's pattern_keys; the first when unset.")
          @OmitIfUnset
          @Length(min = 1, max = Limits.TOOL_INPUT)
          @Nullable String patternKey,
      @OmitIfUnset @Range(min = 0, max = Limits.TIME_MS) @Nullable Long expiresAtMs,
      @OmitIfUnset @Range(min = 1, max = Limits.RULE_USES) @Nullable Integer maxUses) {}

  @About("One item that an approval asks for.")
  record RequestedItem(Kind kind, String description, @OmitIfUnset @Nullable String alias) {

    @About("An action, or a secret that the approver supplies.")
    public enum Kind {
      ACTION,
      SECRET
    }
  }

  @About("How much is at stake.")
  enum RequestRisk {
    NORMAL,
    HIGH
  }

  @About("Decisions for one run; either all of them take effect, or none.")
  record ApprovalResolutionsRequest(
      @Length(min = 1, max = Limits.IDEMPOTENCY_KEY) @RefusedAs("invalid_idempotency_key")
          @Nullable String idempotencyKey,
      @Size(max = Limits.RESOLUTIONS) @RefusedAs("approval_invalid_resolution")
          List<ApprovalResolution> resolutions) {
    public ApprovalResolutionsRequest {
      resolutions = Copies.of(resolutions);
    }
  }

  @About("One decision.")
  record ApprovalResolution(
      @Required @Length(min = 1, max = Limits.ID) String requestId,
      @Required ApprovalBehavior behavior,
      @OmitIfUnset
          @MustBeObject
          @JsonLength(max = Limits.TOOL_INPUT)
          @About("Replaces the requested input.")
          @Nullable JsonNode updatedInput,
      @OmitIfUnset @Length(max = Limits.REASON) @Nullable String justification,
      @OmitIfUnset
          @Length(max = Limits.REASON)
          @About("The reason that the model receives when the call is denied.")
          @Nullable String reason,
      @OmitIfUnset
          @Length(min = 1, max = Limits.ID)
          @About("Refuses the batch if the request has another digest now.")
          @Nullable String expectedDigest,
      @OmitIfUnset @About("With behavior allow: also allows similar calls from now on.")
          @Nullable ApprovalGrant grant,
      @OmitIfUnset @About("The signature of an approver, if the tenant requires it.")
          @Nullable ApprovalSignature signature,
      @OmitIfUnset
          @Length(min = 1, max = Limits.ID)
          @About("One of the agent's options, instead of the one that matches the behavior.")
          @Nullable String optionId,
      @OmitIfUnset
          @Length(min = 1, max = Limits.RESPONSE)
          @About("With behavior respond: the text in the place of the tool's result.")
          @Nullable String response,
      @OmitIfUnset
          @About("With a decision that does not allow the call: the agent also gets the comments.")
          @Nullable Boolean tellComments,
      @OmitIfUnset
          @Range(min = 1, max = Integer.MAX_VALUE)
          @About("Refuses the batch if the request has another revision now.")
          @Nullable Integer expectedRevision,
      @OmitIfUnset @Nullable RenderedRequest rendered,
      @OmitIfUnset
          @Range(min = 0, max = Limits.HOLD_MS)
          @About("How long it is held before it takes effect; until then it can be undone.")
          @Nullable Integer holdMs) {
    /** Without the comments. */
    public ApprovalResolution(
        String requestId,
        ApprovalBehavior behavior,
        @Nullable JsonNode updatedInput,
        @Nullable String justification,
        @Nullable String reason,
        @Nullable String expectedDigest,
        @Nullable ApprovalGrant grant,
        @Nullable ApprovalSignature signature,
        @Nullable String optionId,
        @Nullable String response) {
      this(
          requestId,
          behavior,
          updatedInput,
          justification,
          reason,
          expectedDigest,
          grant,
          signature,
          optionId,
          response,
          null,
          null,
          null,
          null);
    }

    /** The same, for this revision of the request alone. */
    public ApprovalResolution ofRevision(int revision) {
      return ofRevision(revision, rendered);
    }

    /** The same, by a person who was shown this text. */
    public ApprovalResolution ofRevision(int revision, @Nullable RenderedRequest shown) {
      return with(revision, shown, holdMs);
    }

    private ApprovalResolution with(
        @Nullable Integer revision, @Nullable RenderedRequest shown, @Nullable Integer forMs) {
      return new ApprovalResolution(
          requestId,
          behavior,
          updatedInput,
          justification,
          reason,
          expectedDigest,
          grant,
          signature,
          optionId,
          response,
          tellComments,
          revision,
          shown,
          forMs);
    }

    /** The same, which takes effect that much later; at once for null. */
    public ApprovalResolution held(@Nullable Integer forMs) {
      return with(expectedRevision, rendered, forMs);
    }

    /** On the word of whoever sends it. */
    public ApprovalResolution(
        String requestId,
        ApprovalBehavior behavior,
        @Nullable JsonNode updatedInput,
        @Nullable String justification,
        @Nullable String reason,
        @Nullable String expectedDigest,
        @Nullable ApprovalGrant grant) {
      this(
          requestId,
          behavior,
          updatedInput,
          justification,
          reason,
          expectedDigest,
          grant,
          null,
          null,
          null);
    }
  }
}
