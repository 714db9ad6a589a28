package dev.holdpoint.http.v1.policy;

import dev.holdpoint.api.policy.PolicyBodies;
import dev.holdpoint.api.policy.PolicyBodies.PolicyHours;
import dev.holdpoint.api.policy.PolicyBodies.PolicyMatchBody;
import dev.holdpoint.api.policy.PolicyBodies.PolicyMembers;
import dev.holdpoint.api.policy.PolicyBodies.PolicyNeedView;
import dev.holdpoint.api.policy.PolicyBodies.PolicyRisk;
import dev.holdpoint.api.policy.PolicyBodies.PolicyStageView;
import dev.holdpoint.api.policy.PolicyBodies.PolicyVerdict;
import dev.holdpoint.api.policy.PolicyBodies.PolicyView;
import dev.holdpoint.api.policy.PolicyBodies.PreviewedGate;
import dev.holdpoint.core.gate.GateKind;
import dev.holdpoint.core.gate.RequestTerms.Places;
import dev.holdpoint.core.policy.Need;
import dev.holdpoint.core.policy.PolicyDraft;
import dev.holdpoint.core.policy.PolicyExpression;
import dev.holdpoint.core.policy.PolicyMatch;
import dev.holdpoint.core.policy.Risk;
import dev.holdpoint.core.policy.StoredPolicy;
import dev.holdpoint.core.policy.Term;
import dev.holdpoint.engine.standing.PolicyPreview;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Policies as a client writes and sees them. */
final class PolicyViews {
  private PolicyViews() {}

  static PolicyDraft draft(PolicyMembers body) {
    PolicyHours hours = body.hours();
    return new PolicyDraft(
        body.tenantId(),
        match(body.match()),
        body.needs(),
        body.veto(),
        Boolean.TRUE.equals(body.requesterMayApprove()),
        !Boolean.FALSE.equals(body.distinct()),
        Boolean.TRUE.equals(body.signatureRequired()),
        body.risk() == null ? Risk.NORMAL : Risk.valueOf(body.risk().name()),
        body.editable() == null ? null : new Places(body.editable()),
        hours == null ? null : new PolicyDraft.Hours(hours.timeZone(), hours.open()),
        body.remindUnseenMs(),
        body.note());
  }

  private static PolicyMatch match(@Nullable PolicyMatchBody match) {
    return match == null
        ? PolicyMatch.ALL_APPROVALS
        : new PolicyMatch(
            match.kinds(),
            match.sessions(),
            match.personaIds(),
            match.agents(),
            match.tools(),
            match.commands(),
            match.risks());
  }

  static PolicyView of(StoredPolicy policy, List<String> warnings) {
    PolicyDraft draft = policy.draft();
    PolicyMatch match = draft.match();
    PolicyDraft.Hours hours = draft.hours();
    return new PolicyView(
        policy.id(),
        policy.title(),
        draft.tenantId(),
        policy.position(),
        policy.enabled(),
        new PolicyMatchBody(
            match.kinds(),
            match.sessions(),
            match.personaIds(),
            match.agents(),
            match.tools(),
            match.commands(),
            match.risks()),
        draft.needs(),
        PolicyExpression.parse(draft.needs()).stages().stream()
            .map(it -> new PolicyStageView(need(it.need()), it.withinMs(), it.unseenMs()))
            .toList(),
        match.fits(GateKind.QUESTION) ? null : Objects.requireNonNullElse(draft.veto(), "anyone"),
        draft.requesterMayApprove(),
        draft.distinct(),
        draft.signatureRequired(),
        PolicyRisk.valueOf(draft.risk().name()),
        draft.editable() == null ? null : draft.editable().pointers(),
        hours == null ? null : new PolicyHours(hours.timeZone(), hours.open()),
        draft.remindUnseenMs(),
        draft.note(),
        policy.version(),
        warnings,
        policy.createdBy(),
        policy.createdAtMs(),
        policy.updatedBy(),
        policy.updatedAtMs());
  }

  static PolicyBodies.PolicyPreview of(PolicyPreview.Findings findings) {
    return new PolicyBodies.PolicyPreview(
        findings.matched(),
        findings.lookedAt(),
        findings.truncated(),
        findings.gates().stream()
            .map(
                it ->
                    new PreviewedGate(
                        it.requestId(),
                        it.toolName(),
                        it.settled() == null ? "pending" : it.settled().outcome().wire(),
                        it.settled() == null ? null : it.settled().by(),
                        PolicyVerdict.valueOf(it.verdict().name())))
            .toList());
  }

  private static PolicyNeedView need(Need need) {
    return switch (need) {
      case Need.All(var parts) ->
          new PolicyNeedView(parts.stream().map(PolicyViews::need).toList(), null, null, null);
      case Need.Any(var parts) ->
          new PolicyNeedView(null, parts.stream().map(PolicyViews::need).toList(), null, null);
      case Need.Of(int count, var who) ->
          new PolicyNeedView(null, null, count, who.stream().map(Term::toString).toList());
    };
  }
}
