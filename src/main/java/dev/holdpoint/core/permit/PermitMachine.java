package dev.holdpoint.core.permit;

import static dev.holdpoint.core.problem.Verdict.happened;
import static dev.holdpoint.core.problem.Verdict.rejected;
import static dev.holdpoint.core.problem.Verdict.unchanged;

import dev.holdpoint.core.permit.PermitCommand.ComeLate;
import dev.holdpoint.core.permit.PermitCommand.EndSession;
import dev.holdpoint.core.permit.PermitCommand.FindMoved;
import dev.holdpoint.core.permit.PermitCommand.Lapse;
import dev.holdpoint.core.permit.PermitCommand.Redeem;
import dev.holdpoint.core.permit.PermitCommand.Report;
import dev.holdpoint.core.permit.PermitCommand.Revoke;
import dev.holdpoint.core.permit.PermitCommand.Settle;
import dev.holdpoint.core.permit.PermitState.Failed;
import dev.holdpoint.core.permit.PermitState.Ready;
import dev.holdpoint.core.permit.PermitState.Redeemed;
import dev.holdpoint.core.permit.PermitState.Started;
import dev.holdpoint.core.permit.PermitState.Succeeded;
import dev.holdpoint.core.permit.PermitState.Uncertain;
import dev.holdpoint.core.permit.PermitState.Voided;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Verdict;
import org.jspecify.annotations.Nullable;

/**
 * The life of a permit. It is redeemed at most once an attempt, and there is another attempt only
 * by a person's word that the one before did not happen. It never trusts that a timer has run.
 */
public final class PermitMachine {
  private PermitMachine() {}

  public static Verdict<PermitState> decide(PermitState state, PermitCommand command) {
    return switch (command) {
      case Redeem redeem -> redeem(state, redeem);
      case Report report -> report(state, report);
      case Revoke revoke -> revoke(state, revoke);
      case Lapse lapse -> lapse(state, lapse);
      case EndSession end ->
          state instanceof Ready ready
              ? happened(
                  new Voided(ready.attempt(), VoidReason.SESSION_ENDED, end.atMs(), end.by()))
              : unchanged();
      case FindMoved moved -> moved(state, moved);
      case Settle settle -> settle(state, settle);
      case ComeLate late -> late(state, late);
    };
  }

  /** As it stands now, whether or not anything was written when its end came. */
  public static PermitState at(PermitState state, long nowMs) {
    return decide(state, new Lapse(nowMs)) instanceof Verdict.Happened<PermitState>(PermitState now)
        ? now
        : state;
  }

  private static Verdict<PermitState> redeem(PermitState state, Redeem command) {
    if (command.attempt() < state.attempt()) {
      // The permit that it shows was used up by an attempt that is over.
      return rejected(Problem.PERMIT_REDEEMED);
    }
    return switch (state) {
      case Ready ready ->
          isOver(ready, command.nowMs())
              ? rejected(Problem.PERMIT_VOID)
              : happened(
                  new Started(
                      new Redemption(
                          ready.attempt(), command.nowMs(), command.by(), command.keySha256()),
                      command.withinMs(),
                      due(command.nowMs(), command.withinMs())));
      // Whoever has not heard the answer asks again with the same key.
      case Redeemed redeemed ->
          redeemed.isBy(command.keySha256()) ? unchanged() : rejected(Problem.PERMIT_REDEEMED);
      case Voided _ -> rejected(Problem.PERMIT_VOID);
    };
  }

  private static Verdict<PermitState> report(PermitState state, Report command) {
    if (!(state instanceof Redeemed redeemed)) {
      return rejected(Problem.PERMIT_NOT_REDEEMED);
    }
    if (!redeemed.isBy(command.keySha256())) {
      return rejected(Problem.PERMIT_INVALID);
    }
    boolean open = isOpen(redeemed);
    return switch (command.outcome()) {
      case STARTED ->
          switch (redeemed) {
            case Started started -> renewed(started, command.nowMs());
            case Succeeded _, Failed _, Uncertain _ -> rejected(Problem.PERMIT_SETTLED);
          };
      case SUCCEEDED ->
          open
              ? happened(
                  new Succeeded(
                      redeemed.redemption(), command.nowMs(), command.by(), command.outputDigest()))
              : again(redeemed instanceof Succeeded);
      case FAILED ->
          open
              ? happened(
                  new Failed(
                      redeemed.redemption(),
                      command.nowMs(),
                      command.by(),
                      command.outputDigest(),
                      command.error()))
              : again(redeemed instanceof Failed);
      case UNCERTAIN ->
          redeemed instanceof Started
              ? happened(
                  new Uncertain(redeemed.redemption(), command.nowMs(), command.error(), false))
              : again(redeemed instanceof Uncertain);
    };
  }

  /** Whether a true result still settles it: a person may have done so before. */
  private static boolean isOpen(Redeemed redeemed) {
    return redeemed instanceof Started
        || (redeemed instanceof Uncertain uncertain && !uncertain.forGood());
  }

  private static Verdict<PermitState> again(boolean same) {
    return same ? unchanged() : rejected(Problem.PERMIT_SETTLED);
  }

  private static Verdict<PermitState> renewed(Started started, long nowMs) {
    Long due = due(nowMs, started.withinMs());
    return due == null || due.equals(started.dueAtMs())
        ? unchanged()
        : happened(new Started(started.redemption(), started.withinMs(), due));
  }

  private static @Nullable Long due(long nowMs, @Nullable Long withinMs) {
    return withinMs == null ? null : Long.valueOf(nowMs + withinMs);
  }

  private static Verdict<PermitState> revoke(PermitState state, Revoke command) {
    return switch (state) {
      // What has passed its end says so, whoever comes afterwards.
      case Ready ready ->
          happened(
              isOver(ready, command.nowMs())
                  ? expired(ready)
                  : new Voided(
                      ready.attempt(),
                      command.reason(),
                      command.nowMs(),
                      command.by(),
                      command.words()));
      case Redeemed _ -> rejected(Problem.PERMIT_REDEEMED);
      case Voided _ -> unchanged();
    };
  }

  private static Verdict<PermitState> lapse(PermitState state, Lapse command) {
    return switch (state) {
      case Ready ready -> isOver(ready, command.nowMs()) ? happened(expired(ready)) : unchanged();
      case Started started ->
          started.dueAtMs() != null && command.nowMs() >= started.dueAtMs()
              ? happened(new Uncertain(started.redemption(), started.dueAtMs(), null, false))
              : unchanged();
      case Succeeded _, Failed _, Uncertain _, Voided _ -> unchanged();
    };
  }

  private static boolean isOver(Ready ready, long nowMs) {
    return nowMs >= ready.notAfterMs();
  }

  private static Voided expired(Ready ready) {
    return new Voided(ready.attempt(), VoidReason.EXPIRED, ready.notAfterMs(), "deadline");
  }

  private static Verdict<PermitState> moved(PermitState state, FindMoved command) {
    return switch (state) {
      case Ready ready ->
          isOver(ready, command.nowMs())
              ? rejected(Problem.PERMIT_VOID)
              : happened(
                  new Voided(
                      ready.attempt(), VoidReason.STALE_WORLD, command.nowMs(), command.by()));
      case Redeemed _ -> rejected(Problem.PERMIT_REDEEMED);
      case Voided _ -> rejected(Problem.PERMIT_VOID);
    };
  }

  private static Verdict<PermitState> settle(PermitState state, Settle command) {
    if (!(state instanceof Uncertain uncertain) || uncertain.forGood()) {
      return rejected(Problem.PERMIT_SETTLED);
    }
    Redemption redemption = uncertain.redemption();
    return happened(
        switch (command.answer()) {
          case HAPPENED -> new Succeeded(redemption, command.nowMs(), command.by(), null);
          case NOT_HAPPENED -> next(redemption.attempt() + 1, command);
          case UNKNOWN -> new Uncertain(redemption, command.nowMs(), uncertain.error(), true);
        });
  }

  private static PermitState next(int attempt, Settle command) {
    return command.ttlMs() == null
        ? new Voided(attempt, VoidReason.SUPERSEDED, command.nowMs(), command.by())
        : new Ready(attempt, command.nowMs(), command.nowMs() + command.ttlMs());
  }

  /** Somebody was wrong about the earlier attempt: nothing repeats it while that is so. */
  private static Verdict<PermitState> late(PermitState state, ComeLate command) {
    return state instanceof Ready ready
        ? happened(
            new Voided(ready.attempt(), VoidReason.LATE_RESULT, command.nowMs(), command.by()))
        : unchanged();
  }
}
