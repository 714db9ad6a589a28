package dev.holdpoint.core.policy;

import dev.holdpoint.core.access.ApprovalPolicy;
import dev.holdpoint.core.access.Assertion;
import dev.holdpoint.core.access.Tenants;
import dev.holdpoint.core.gate.GateKind;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What holds for one gate: the named policy that matches, if any, and the tenant's policy as the
 * floor under it.
 *
 * @param named null where no policy matches
 * @param floor of the gate's tenant; it is about approvals alone
 * @param timing what the asker and the place of the gate make of its deadline
 * @param ruled whether a permission rule wants a passkey for a yes
 */
public record GatePolicy(
    GateFacts gate,
    @Nullable NamedPolicy named,
    ApprovalPolicy floor,
    Timing timing,
    boolean ruled) {
  /**
   * What the asker and the place of a gate make of its deadline.
   *
   * @param asked what the asker wants the deadline to do; null where they said nothing
   * @param fixed whether the asker set the deadline, so that it never moves
   * @param conversation whether a host application waits for the message, which the deadline ends
   */
  public record Timing(@Nullable OnExpiry asked, boolean fixed, boolean conversation) {
    /** What holds for a gate that is not raised yet. */
    static Timing of(@Nullable OnExpiry asked) {
      return new Timing(asked, false, false);
    }
  }

  /** Where no permission rule was looked at. */
  public GatePolicy(
      GateFacts gate, @Nullable NamedPolicy named, ApprovalPolicy floor, @Nullable OnExpiry asked) {
    this(gate, named, floor, Timing.of(asked), false);
  }

  /** What the asker wants the deadline to do; null where they said nothing. */
  public @Nullable OnExpiry asked() {
    return timing.asked();
  }

  /** The same for a gate with this deadline. */
  public GatePolicy with(Timing other) {
    return new GatePolicy(gate, named, floor, other, ruled);
  }

  /** The same where a permission rule wants a passkey for a yes. */
  public GatePolicy steppedUp() {
    return new GatePolicy(gate, named, floor, timing, true);
  }

  private boolean isApproval() {
    return gate.kind() == GateKind.APPROVAL;
  }

  /** The rules to evaluate: the policy's, or the floor as an expression. */
  public PolicyRules rules() {
    return named == null ? PolicyRules.of(PolicyExpression.anyone(yeses())) : named.rules();
  }

  /** How many people must say yes in all, whatever the stages want. */
  public int yeses() {
    return isApproval() ? floor.approvalsRequired() : 1;
  }

  public boolean signatureRequired() {
    return isApproval()
        && (floor.signatureRequired() || (named != null && named.rules().signatureRequired()));
  }

  /** Whether a yes has to name the digest and the revision that it is for. */
  public boolean requireDigest() {
    return isApproval() && floor.bound().requireDigest();
  }

  /** The lowest version of assertions that hold. */
  public int assertionVersion() {
    return floor.bound().assertionVersion();
  }

  /**
   * How far ahead the end of an assertion may lie at most.
   *
   * @param bindsWording whether it is one that binds what was shown
   */
  public long longestAssertionMs(boolean bindsWording) {
    Long own = floor.bound().longestAssertionMs();
    long tenant = own == null ? Long.MAX_VALUE : own;
    return bindsWording ? Math.min(tenant, Assertion.LONGEST_MS) : tenant;
  }

  /** Answering a question is no yes to one's own request, so questions do not look at this. */
  public boolean requesterMayApprove() {
    if (!isApproval()) {
      return true;
    }
    return floor.requesterMayApprove() && (named == null || named.rules().requesterMayApprove());
  }

  /**
   * How long the last stage waits where the policy does not say; null for ever. The root tenant
   * gives its approvals no deadline.
   */
  public @Nullable Long floorMs() {
    return isApproval() && !gate.tenantId().equals(Tenants.ROOT) ? floor.expiresAfterMs() : null;
  }

  /** Whether a yes takes a passkey, by the tenant's policy or by a rule that was looked at. */
  public boolean stepUp() {
    return isApproval() && (ruled || floor.bound().stepUp());
  }

  /** Whether one click of anyone does not decide it. */
  public boolean isGuarded() {
    return isVoted() || stepUp();
  }

  /** Whether it is looked at who says yes, and how many of them do. */
  public boolean isVoted() {
    return signatureRequired()
        || yeses() > 1
        || (named != null && (!requesterMayApprove() || !isOneClick(named.rules().needs())));
  }

  private static boolean isOneClick(PolicyExpression needs) {
    return needs.stages().getFirst().need().alternatives().stream()
        .anyMatch(
            leaves ->
                leaves.size() == 1
                    && leaves.getFirst().count() == 1
                    && leaves.getFirst().who().contains(Who.ANYONE));
  }

  /** What the deadline does in the end. Views and timers ask for it here. */
  public OnExpiry onExpiry() {
    OnExpiry applies = applies();
    // There a host application waits for the message, which ends with what was asked for it.
    return timing.conversation() && applies != OnExpiry.ALLOW ? OnExpiry.FAIL : applies;
  }

  private OnExpiry applies() {
    if (named == null) {
      return Objects.requireNonNullElseGet(
          timing.asked(), () -> OnExpiry.withoutPolicy(gate.kind()));
    }
    OnExpiry applies = named.rules().needs().onExpiry(gate.kind());
    return applies == OnExpiry.ALLOW && !mayAllow(named) ? OnExpiry.DENY : applies;
  }

  /**
   * Checked again whenever it is looked at: the tenant may have begun to require more. The asker
   * must not shorten the time that people have to look.
   */
  private boolean mayAllow(NamedPolicy policy) {
    PolicyRules rules = policy.rules();
    return isApproval()
        && !timing.fixed()
        && !stepUp()
        && policy.match().letsRun(gate)
        && NeedsCheck.allowFault(
                rules.needs(), policy.match(), rules.risk(), rules.signatureRequired(), floor)
            == null;
  }
}
