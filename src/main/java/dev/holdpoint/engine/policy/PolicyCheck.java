package dev.holdpoint.engine.policy;

import dev.holdpoint.core.access.ApprovalPolicy;
import dev.holdpoint.core.policy.Group;
import dev.holdpoint.core.policy.GroupPlaces;
import dev.holdpoint.core.policy.PolicyDraft;
import dev.holdpoint.core.policy.PolicyExpression;
import dev.holdpoint.core.policy.PolicyRules;
import dev.holdpoint.core.policy.Term;
import dev.holdpoint.core.policy.Who;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refusal;
import dev.holdpoint.core.problem.Refusal.Fault;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Whether a policy that was sent makes sense, and whether what it names is there. */
final class PolicyCheck {
  private static final String ZONE = "/hours/time_zone";

  private final KnownNames known;
  private final Suggestion nearest;
  private final String at;

  /**
   * @param at the pointer of the policy in the body; empty where it is the body
   */
  PolicyCheck(KnownNames known, Suggestion nearest, String at) {
    this.known = known;
    this.nearest = nearest;
    this.at = at;
  }

  /** The draft with its expressions in the normal form; refused with everything that is wrong. */
  PolicyDraft checked(PolicyDraft draft) {
    List<Fault> faults = new ArrayList<>();
    String tenantId = draft.tenantId();
    if (tenantId != null && !known.isTenant(tenantId)) {
      faults.add(
          new Fault("/tenant_id", "is not a tenant" + nearest.hint(tenantId, known.tenants())));
    }
    PolicyDraft.Reading read = draft.read(floor(tenantId));
    read.faults().forEach(it -> faults.add(withZone(it, draft)));
    personas(draft, faults);
    PolicyRules rules = read.rules();
    if (rules != null) {
      // What is kept is the normal form, which has to be read again.
      length("/needs", rules.needs().toString(), faults);
      length("/veto", Who.text(rules.veto()), faults);
      groups(draft, "/needs", draft.needs(), rules.needs().terms(), faults);
      if (draft.veto() != null) {
        groups(draft, "/veto", draft.veto(), rules.veto().stream(), faults);
      }
    }
    if (rules == null || !faults.isEmpty()) {
      throw new Refusal(
              Problem.INVALID_POLICY,
              "The policy is not valid. Correct the fields in `errors` and send it again. Nothing "
                  + "was changed.",
              faults.stream().map(it -> new Fault(at + it.pointer(), it.message())).toList(),
              null)
          .asException();
    }
    return new PolicyDraft(
        tenantId,
        draft.match(),
        rules.needs().toString(),
        rules.veto().equals(List.of(Who.ANYONE)) ? null : Who.text(rules.veto()),
        draft.requesterMayApprove(),
        draft.distinct(),
        draft.signatureRequired(),
        draft.risk(),
        draft.editable(),
        draft.hours(),
        draft.remindUnseenMs(),
        draft.note());
  }

  private static void length(String pointer, String normal, List<Fault> faults) {
    int characters = normal.codePointCount(0, normal.length());
    if (characters > PolicyExpression.MOST_CHARACTERS) {
      faults.add(
          new Fault(
              pointer,
              "has %d characters in its normal form, and an expression has at most %d"
                  .formatted(characters, PolicyExpression.MOST_CHARACTERS)));
    }
  }

  private @Nullable ApprovalPolicy floor(@Nullable String tenantId) {
    return tenantId == null ? null : known.floor(tenantId);
  }

  private Fault withZone(Fault fault, PolicyDraft draft) {
    return fault.pointer().equals(ZONE) && draft.hours() != null
        ? new Fault(
            ZONE,
            fault.message() + nearest.hint(draft.hours().timeZone(), ZoneId.getAvailableZoneIds()))
        : fault;
  }

  private void personas(PolicyDraft draft, List<Fault> faults) {
    List<String> ids = Objects.requireNonNullElse(draft.match().personaIds(), List.of());
    for (int i = 0; i < ids.size(); i++) {
      if (!known.isPersona(ids.get(i))) {
        faults.add(
            new Fault(
                "/match/persona_ids/" + i,
                "is not a persona" + nearest.hint(ids.get(i), known.personas())));
      }
    }
  }

  /** A policy of every tenant may name the root's groups alone: others are not there for all. */
  private void groups(
      PolicyDraft draft, String pointer, String text, Stream<Term> terms, List<Fault> faults) {
    List<String> titles =
        known.groups().stream()
            .filter(it -> it.isOfRoot() || it.tenantId().equals(draft.tenantId()))
            .map(Group::title)
            .distinct()
            .toList();
    List<String> folded = titles.stream().map(it -> it.toLowerCase(Locale.ROOT)).toList();
    terms
        .filter(
            term ->
                term instanceof Term.Group(String name)
                    && !folded.contains(name.toLowerCase(Locale.ROOT)))
        .forEach(
            term -> {
              String name = ((Term.Group) term).name();
              faults.add(
                  new Fault(
                      pointer,
                      GroupPlaces.fault(
                          text,
                          name,
                          "there is no group \"" + name + "\"" + nearest.hint(name, titles))));
            });
  }
}
