package dev.holdpoint.core.gate;

import static dev.holdpoint.core.problem.Problem.APPROVAL_EXPIRED;
import static dev.holdpoint.core.problem.Problem.APPROVAL_HELD;
import static dev.holdpoint.core.problem.Problem.APPROVAL_NOT_HELD;
import static dev.holdpoint.core.problem.Problem.APPROVAL_REQUEST_NOT_PENDING;
import static dev.holdpoint.core.problem.Problem.APPROVAL_REVISION_CONFLICT;
import static dev.holdpoint.core.problem.Problem.APPROVAL_STATE_CONFLICT;
import static dev.holdpoint.core.problem.Verdict.happened;
import static dev.holdpoint.core.problem.Verdict.rejected;
import static dev.holdpoint.core.problem.Verdict.unchanged;

import dev.holdpoint.core.gate.ApprovalCommand.Allow;
import dev.holdpoint.core.gate.ApprovalCommand.Deny;
import dev.holdpoint.core.gate.ApprovalCommand.Endorse;
import dev.holdpoint.core.gate.ApprovalCommand.Expire;
import dev.holdpoint.core.gate.ApprovalCommand.Hold;
import dev.holdpoint.core.gate.ApprovalCommand.TakeBack;
import dev.holdpoint.core.gate.ApprovalCommand.TakeEffect;
import dev.holdpoint.core.gate.ApprovalCommand.Withdraw;
import dev.holdpoint.core.gate.ApprovalState.Pending;
import dev.holdpoint.core.gate.ApprovalState.Settled;
import dev.holdpoint.core.problem.Verdict;
import dev.holdpoint.core.record.Wording;
import org.jspecify.annotations.Nullable;

/** The life of an approval. {@code asked} is what a decision is held against. */
public final class ApprovalMachine {
  private ApprovalMachine() {}

  private record At(ApprovalState state, ApprovalCommand command) {}

  public static Verdict<ApprovalEvent> decide(
      ApprovalState state, Wording asked, ApprovalCommand command) {
    return switch (new At(state, command)) {
      case At(Pending p, ApprovalCommand c) when isHeldAgainst(p.held(), c) ->
          rejected(APPROVAL_HELD);
      case At(Pending p, Hold c) ->
          ifOpen(p, asked, c.expected(), c.decision().atMs(), new ApprovalEvent.Held(c.decision()));
      case At(Pending p, TakeEffect c) ->
          p.held() == null
              ? rejected(APPROVAL_NOT_HELD)
              : decide(p.withoutDeadline(), asked, c.word());
      case At(Pending p, TakeBack c) ->
          p.held() == null
              ? rejected(APPROVAL_NOT_HELD)
              : happened(new ApprovalEvent.TakenBack(c.by(), c.atMs()));
      case At(Pending p, Allow c) ->
          ifOpen(
              p,
              asked,
              c.expected(),
              c.atMs(),
              new ApprovalEvent.Allowed(c.by(), c.atMs(), c.updatedInput(), c.ruleId()));
      case At(Pending p, Endorse c) -> endorse(p, asked, c);
      case At(Pending p, ApprovalCommand.Oppose c) ->
          p.held() == null && p.has(c.no()) && p.isOpenAt(c.no().atMs())
              ? unchanged()
              : ifOpen(
                  p.whereNoCounts(),
                  asked,
                  c.expected(),
                  c.no().atMs(),
                  new ApprovalEvent.Objected(c.no()));
      case At(Pending p, Deny c) ->
          ifOpen(
              c.kind() == null ? p.whereNoCounts() : p,
              asked,
              c.expected(),
              c.atMs(),
              new ApprovalEvent.Denied(c.by(), c.atMs(), c.words(), c.kind()));
      case At(Pending p, Expire c) ->
          p.isLiveAt(c.atMs())
              ? unchanged()
              : happened(new ApprovalEvent.Expired(c.atMs(), c.applied()));
      case At(Pending _, Withdraw c) ->
          happened(new ApprovalEvent.Withdrawn(c.by(), c.atMs(), c.cause()));

      // A timer that fires late, or a run that ends twice, is normal after a crash.
      case At(Settled _, Expire _) -> unchanged();
      case At(Settled _, Withdraw _) -> unchanged();
      case At(Settled _, TakeBack _) -> rejected(APPROVAL_STATE_CONFLICT);
      case At(ApprovalState.Expired _, ApprovalCommand _) -> rejected(APPROVAL_EXPIRED);
      case At(Settled _, ApprovalCommand _) -> rejected(APPROVAL_REQUEST_NOT_PENDING);
    };
  }

  /**
   * Whether it has to wait for what another person has decided. They themselves may think better of
   * it, and a plain no of anyone is the safe side.
   */
  private static boolean isHeldAgainst(@Nullable HeldDecision held, ApprovalCommand command) {
    String principal =
        switch (command) {
          case Allow c -> c.principal();
          case Endorse c -> c.yes().principal();
          case ApprovalCommand.Oppose c -> c.no().principal();
          case Deny c -> c.kind() == null ? null : c.principal();
          case Hold c -> c.decision().by();
          case TakeEffect _, TakeBack _, Expire _, Withdraw _ -> null;
        };
    return held != null && principal != null && !held.isOf(principal);
  }

  /**
   * A person who has said yes before is not counted again, and settles what has enough by now. What
   * is held is replaced by the sender's next word, even where they have said it before.
   */
  private static Verdict<ApprovalEvent> endorse(Pending pending, Wording asked, Endorse command) {
    Endorsement yes = command.yes();
    if (!command.enough()
        && pending.held() == null
        && pending.has(yes)
        && pending.isOpenAt(yes.atMs())) {
      return unchanged();
    }
    return ifOpen(
        pending,
        asked,
        command.expected(),
        yes.atMs(),
        command.enough()
            ? new ApprovalEvent.AllowedByAll(yes, yes.atMs())
            : new ApprovalEvent.Endorsed(yes));
  }

  /**
   * @param state before the event
   */
  public static ApprovalState evolve(ApprovalState state, ApprovalEvent event) {
    return switch (event) {
      case ApprovalEvent.Allowed e ->
          new ApprovalState.Allowed(e.by(), e.atMs(), e.updatedInput(), e.ruleId());
      case ApprovalEvent.Endorsed e -> pending(state).plus(e.yes());
      case ApprovalEvent.Objected e -> pending(state).plus(e.no());
      case ApprovalEvent.Held e -> pending(state).holding(e.decision());
      case ApprovalEvent.TakenBack _ -> pending(state).holding(null);
      case ApprovalEvent.AllowedByAll e ->
          new ApprovalState.Allowed(
              e.last().by(), e.atMs(), null, null, pending(state).plus(e.last()).endorsements());
      case ApprovalEvent.Denied e ->
          new ApprovalState.Denied(e.by(), e.atMs(), e.words(), e.kind());
      case ApprovalEvent.Expired e -> new ApprovalState.Expired(e.atMs(), e.applied());
      case ApprovalEvent.Withdrawn e -> new ApprovalState.Withdrawn(e.by(), e.atMs(), e.cause());
    };
  }

  private static Pending pending(ApprovalState state) {
    return state instanceof Pending pending ? pending : Pending.until(null);
  }

  private static Verdict<ApprovalEvent> ifOpen(
      Pending pending,
      Wording asked,
      @Nullable Expected expected,
      long nowMs,
      ApprovalEvent event) {
    if (!pending.isOpenAt(nowMs)) {
      return rejected(APPROVAL_EXPIRED);
    }
    return expected == null || expected.isMet(asked)
        ? happened(event)
        : rejected(APPROVAL_REVISION_CONFLICT);
  }
}
