package dev.holdpoint.core.policy;

import dev.holdpoint.core.access.ApprovalPolicy;
import dev.holdpoint.core.gate.GateKind;
import dev.holdpoint.core.gate.RequestTerms.Places;
import dev.holdpoint.core.problem.Refusal.Fault;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A policy as it was sent, before it is known to make sense. Names of groups, personas and tenants
 * are not looked up here.
 *
 * @param tenantId null for every tenant
 * @param veto null where it was left out, which is everybody's
 */
public record PolicyDraft(
    @Nullable String tenantId,
    PolicyMatch match,
    String needs,
    @Nullable String veto,
    boolean requesterMayApprove,
    boolean distinct,
    boolean signatureRequired,
    Risk risk,
    @Nullable Places editable,
    @Nullable Hours hours,
    @Nullable Long remindUnseenMs,
    @Nullable String note) {
  private static final Pattern POINTER = Pattern.compile("(/([^~/]|~[01])*)*");
  private static final int MOST_POINTERS = 100;
  private static final int LONGEST_NOTE = 1_000;
  private static final long SECOND = 1_000;

  /** The hours as they were sent. */
  public record Hours(String timeZone, List<String> open) {}

  /** The rules, or what is wrong with the draft. */
  public record Reading(@Nullable PolicyRules rules, List<Fault> faults) {}

  /** With what holds where a body says nothing else. */
  public static PolicyDraft of(String needs) {
    return new PolicyDraft(
        null,
        PolicyMatch.ALL_APPROVALS,
        needs,
        null,
        false,
        true,
        false,
        Risk.NORMAL,
        null,
        null,
        null,
        null);
  }

  /** With every list of what it matches left out that has no entries. */
  PolicyDraft withoutEmptyLists() {
    return new PolicyDraft(
        tenantId,
        match.withoutEmptyLists(),
        needs,
        veto,
        requesterMayApprove,
        distinct,
        signatureRequired,
        risk,
        editable,
        hours,
        remindUnseenMs,
        note);
  }

  /** Whether its hours are on the clocks of a zone that this JDK does not know. */
  public boolean isZoneUnknown() {
    return hours != null && !OpenHours.isKnown(hours.timeZone);
  }

  /** The same without hours: always open. */
  PolicyDraft alwaysOpen() {
    return new PolicyDraft(
        tenantId,
        match,
        needs,
        veto,
        requesterMayApprove,
        distinct,
        signatureRequired,
        risk,
        editable,
        null,
        remindUnseenMs,
        note);
  }

  /**
   * Checks the draft and reads it.
   *
   * @param floor the policy of the tenant whose gates these are; null where the draft is for every
   *     tenant
   */
  public Reading read(@Nullable ApprovalPolicy floor) {
    List<Fault> faults = new ArrayList<>(MatchCheck.faults(match));
    PolicyExpression expression = expression(faults, floor);
    List<Term> noes = veto(faults);
    OpenHours opening = hours(faults);
    if (signatureRequired && tenantId == null) {
      faults.add(new Fault("/signature_required", "needs a tenant_id"));
    }
    if (signatureRequired && match.fits(GateKind.QUESTION)) {
      faults.add(
          new Fault("/signature_required", "is for approvals, and this policy matches questions"));
    }
    plain(faults);
    PolicyRules rules =
        expression == null || !faults.isEmpty()
            ? null
            : new PolicyRules(
                expression,
                noes,
                requesterMayApprove,
                distinct,
                signatureRequired,
                risk,
                editable == null ? null : List.copyOf(editable.pointers()),
                opening,
                remindUnseenMs,
                note);
    return new Reading(rules, List.copyOf(faults));
  }

  private @Nullable PolicyExpression expression(
      List<Fault> faults, @Nullable ApprovalPolicy floor) {
    try {
      ExpressionReader reader = new ExpressionReader(needs);
      PolicyExpression read = reader.expression();
      NeedsCheck.faults(this, read, reader, floor).forEach(faults::add);
      return read;
    } catch (InvalidExpression invalid) {
      faults.add(new Fault("/needs", String.valueOf(invalid.getMessage())));
      return null;
    }
  }

  private List<Term> veto(List<Fault> faults) {
    if (veto == null) {
      return List.of(Who.ANYONE);
    }
    if (match.fits(GateKind.QUESTION)) {
      faults.add(new Fault("/veto", "is for approvals, and this policy matches questions"));
    }
    try {
      return PolicyExpression.parseWho(veto);
    } catch (InvalidExpression invalid) {
      faults.add(new Fault("/veto", String.valueOf(invalid.getMessage())));
      return List.of();
    }
  }

  private @Nullable OpenHours hours(List<Fault> faults) {
    if (hours == null) {
      return null;
    }
    OpenHours.Reading read = OpenHours.read("/hours", hours.timeZone, hours.open);
    faults.addAll(read.faults());
    return read.hours();
  }

  private void plain(List<Fault> faults) {
    List<String> pointers = editable == null ? List.of() : editable.pointers();
    if (pointers.size() > MOST_POINTERS) {
      faults.add(new Fault("/editable", "has at most " + MOST_POINTERS + " entries"));
    }
    for (int i = 0; i < Math.min(pointers.size(), MOST_POINTERS); i++) {
      if (!POINTER.matcher(pointers.get(i)).matches()) {
        faults.add(new Fault("/editable/" + i, "is not a JSON pointer, such as /path"));
      }
    }
    if (remindUnseenMs != null
        && (remindUnseenMs < SECOND || remindUnseenMs > ApprovalPolicy.LONGEST_MS)) {
      faults.add(new Fault("/remind_unseen_ms", "is 1000 to " + ApprovalPolicy.LONGEST_MS));
    }
    if (note != null && note.codePointCount(0, note.length()) > LONGEST_NOTE) {
      faults.add(new Fault("/note", "has at most " + LONGEST_NOTE + " characters"));
    }
  }
}
