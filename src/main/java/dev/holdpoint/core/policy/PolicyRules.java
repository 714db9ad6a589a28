package dev.holdpoint.core.policy;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a policy demands of the gates that it matches.
 *
 * @param veto whose no ends an approval
 * @param distinct whether one person fills one place only
 * @param risk the operator's word on what matches
 * @param editable JSON pointers that an approver may change; null everything
 * @param hours when times run; null always
 * @param remindUnseenMs null without reminders
 */
public record PolicyRules(
    PolicyExpression needs,
    List<Term> veto,
    boolean requesterMayApprove,
    boolean distinct,
    boolean signatureRequired,
    Risk risk,
    @Nullable List<String> editable,
    @Nullable OpenHours hours,
    @Nullable Long remindUnseenMs,
    @Nullable String note) {

  /** With what holds where a policy says nothing else. */
  public static PolicyRules of(PolicyExpression needs) {
    return new PolicyRules(
        needs, List.of(Who.ANYONE), false, true, false, Risk.NORMAL, null, null, null, null);
  }
}
