package dev.holdpoint.engine.permit;

import dev.holdpoint.core.permit.PermitState;
import dev.holdpoint.core.permit.Redemption;
import dev.holdpoint.core.permit.VoidReason;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refusal;
import dev.holdpoint.core.problem.Refused;
import org.jspecify.annotations.Nullable;

/** How a permit says no, and what the caller should do then. */
final class PermitRefusals {
  private PermitRefusals() {}

  /** One wording for every fault, so that guessing teaches nothing. */
  static Refused invalid() {
    return Problem.PERMIT_INVALID
        .because(
            "The permit, its audience or the redeemer key does not hold for this call. Nothing was "
                + "changed.")
        .asException();
  }

  static Refused notRedeemable(boolean outside) {
    return Problem.PERMIT_NOT_REDEEMABLE
        .because(
            (outside
                    ? "The agent carries this call out on the decision itself."
                    : "The daemon carries this call out itself, in its run.")
                + " There is nothing to redeem, report or revoke. Nothing was changed.")
        .asException();
  }

  static Refused otherDigest() {
    return Problem.PERMIT_DIGEST_MISMATCH
        .because(
            "The permit was given for a different tool or input. Carry out exactly what was allowed,"
                + " or request an approval of this call. The permit was not used up.")
        .asException();
  }

  /** Of a redemption: a permit of an attempt that is over says when and by whom that was begun. */
  static Refused ofAttempt(Problem problem, FoundPermit permit, int attempt) {
    Redemption earlier =
        permit.row() == null
            ? null
            : permit.row().earlier().stream()
                .filter(one -> one.attempt() == attempt)
                .findFirst()
                .orElse(null);
    return problem != Problem.PERMIT_REDEEMED || earlier == null
        ? of(problem, permit)
        : problem
            .because(
                "%s redeemed the permit at %d for attempt %d, which is over. Get the permit again: GET /v1/permits/{permit_id}. Nothing was changed."
                    .formatted(earlier.by(), earlier.atMs(), earlier.attempt()))
            .of(new Refusal.PermitUse(null, earlier.atMs(), earlier.by(), null))
            .asException();
  }

  static Refused of(Problem problem, FoundPermit permit) {
    PermitState state = permit.state();
    return switch (problem) {
      case PERMIT_VOID -> isVoid(state, permit.successorId());
      case PERMIT_REDEEMED -> redeemed(state);
      case PERMIT_SETTLED ->
          problem
              .because(
                  "The result of this permit is "
                      + state.status().wire()
                      + " already. Nothing was changed.")
              .asException();
      case PERMIT_NOT_REDEEMED ->
          problem
              .because("Nobody has redeemed this permit. Redeem it first. Nothing was changed.")
              .asException();
      default -> invalid();
    };
  }

  /** The permit is void by this very redemption, and the next approval is asked. */
  static Refusal moved(String successorId) {
    return Problem.STALE_WORLD
        .because(
            "What the approval depends on has changed since it was asked. Do not carry the call out. The permit is void, and %s asks anew."
                .formatted(successorId))
        .of(new Refusal.PermitUse(VoidReason.STALE_WORLD.wire(), null, null, successorId));
  }

  static Refusal keepsMoving() {
    return Problem.STALE_WORLD
        .because(
            "The target keeps changing: people were asked about this call often enough. Do not carry the call out. The permit is void, and nobody is asked anew.")
        .of(new Refusal.PermitUse(VoidReason.STALE_WORLD.wire(), null, null, null));
  }

  private static Refused isVoid(PermitState state, @Nullable String successorId) {
    String reason = state instanceof PermitState.Voided over ? over.reason().wire() : "";
    return Problem.PERMIT_VOID
        .because(
            "The permit is void (%s). Request a new approval. Nothing was changed."
                .formatted(reason))
        .of(new Refusal.PermitUse(reason, null, null, successorId))
        .asException();
  }

  /** Its results could not be told apart from those of the attempt before. */
  static Refused usedKey(Redemption earlier) {
    return Problem.PERMIT_REDEEMED
        .because(
            "This redeemer key was used for attempt %d. Choose a different redeemer_key for this attempt. Nothing was changed."
                .formatted(earlier.attempt()))
        .of(new Refusal.PermitUse(null, earlier.atMs(), earlier.by(), null))
        .asException();
  }

  /** Of what was begun: nobody can take it back any more. */
  static Refused begun(Redemption use) {
    return Problem.PERMIT_REDEEMED
        .because(
            "%s redeemed the permit at %d, so it cannot be revoked any more. Nothing was changed."
                .formatted(use.by(), use.atMs()))
        .of(new Refusal.PermitUse(null, use.atMs(), use.by(), null))
        .asException();
  }

  private static Refused redeemed(PermitState state) {
    if (!(state instanceof PermitState.Redeemed used)) {
      return Problem.PERMIT_REDEEMED
          .because(
              "The permit was used for an earlier attempt. Get the permit again: GET"
                  + " /v1/permits/{permit_id}. Nothing was changed.")
          .asException();
    }
    return Problem.PERMIT_REDEEMED
        .because(
            "%s redeemed the permit at %d with a different redeemer key. Do not carry the call out. Nothing was changed."
                .formatted(used.redemption().by(), used.redemption().atMs()))
        .of(new Refusal.PermitUse(null, used.redemption().atMs(), used.redemption().by(), null))
        .asException();
  }
}
