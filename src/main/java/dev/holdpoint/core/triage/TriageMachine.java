package dev.holdpoint.core.triage;

import static dev.holdpoint.core.problem.Verdict.happened;
import static dev.holdpoint.core.problem.Verdict.rejected;
import static dev.holdpoint.core.problem.Verdict.unchanged;

import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Verdict;
import dev.holdpoint.core.triage.Triage.Claim;
import dev.holdpoint.core.triage.Triage.Look;
import dev.holdpoint.core.triage.Triage.Snooze;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What people may do about a gate. It never trusts that a timer has run: what is over by now is
 * over, and {@link #lapse} says so first.
 */
public final class TriageMachine {
  /** A second look within this time says nothing new, unless a stage has opened in between. */
  public static final long LOOK_AGAIN_MS = 60_000;

  public static final int MOST_COMMENTS = 200;

  /** Of all kinds; what ends by itself is told beyond that, and is bounded by what was begun. */
  public static final int MOST_ENTRIES = 2_000;

  /** Decisions that are held are in the log too; they go on beyond what people may add. */
  public static final int MOST_WITH_HOLDS = MOST_ENTRIES + 500;

  private TriageMachine() {}

  /**
   * What a command leads to.
   *
   * @param entry what the log gains; null where the record alone changes
   */
  public record Step(Triage next, TriageEntry.@Nullable Draft entry) {}

  public static Verdict<Step> decide(Triage now, TriageMove command, String by, long nowMs) {
    Verdict<Step> verdict =
        switch (command) {
          case TriageMove.Look look -> look(now, look, by, nowMs);
          case TriageMove.Claim claim -> claim(now, claim, by, nowMs);
          case TriageMove.Release release -> release(now, release, by, nowMs);
          case TriageMove.Assign assign -> assign(now, assign, by, nowMs);
          case TriageMove.Snooze snooze -> snooze(now, snooze, by);
          case TriageMove.Wake _ -> wake(now, by, nowMs);
          case TriageMove.Comment comment -> comment(now, comment, by);
          case TriageMove.Watch _ -> watch(now, by);
          case TriageMove.Unwatch _ -> unwatch(now, by);
        };
    boolean adds = verdict instanceof Verdict.Happened<Step>(Step step) && step.entry() != null;
    return adds && now.entries() >= MOST_ENTRIES ? rejected(Problem.GATE_LOG_FULL) : verdict;
  }

  private static Verdict<Step> look(Triage now, TriageMove.Look command, String by, long nowMs) {
    boolean mayAct = command.mayAct();
    Look before = now.look(by);
    if (before == null) {
      return step(
          now.withSeen(plus(now.seen(), new Look(by, nowMs, nowMs, onlooker(mayAct)))),
          TriageEntry.Draft.of(by, GateChange.SEEN));
    }
    boolean counts = before.counts() || mayAct;
    boolean sameStage = before.lastAtMs() >= command.openedAtMs();
    // A clock that was set back makes no look of the past.
    return nowMs - before.lastAtMs() < LOOK_AGAIN_MS && sameStage && counts == before.counts()
        ? unchanged()
        : happened(
            new Step(
                now.withSeen(
                    now.seen().stream()
                        .map(
                            one ->
                                one.by().equals(by)
                                    ? new Look(by, one.firstAtMs(), nowMs, onlooker(counts))
                                    : one)
                        .toList()),
                null));
  }

  private static @Nullable Boolean onlooker(boolean mayAct) {
    return mayAct ? null : Boolean.TRUE;
  }

  private static Verdict<Step> claim(Triage now, TriageMove.Claim command, String by, long nowMs) {
    Claim live = now.claimAt(nowMs);
    boolean own = live != null && live.by().equals(by);
    if (live != null && !own && !command.takeOver()) {
      return rejected(Problem.GATE_CLAIMED);
    }
    long untilMs = nowMs + command.forMs();
    Claim next =
        own && live != null
            ? new Claim(by, live.atMs(), untilMs, live.assignedBy())
            : new Claim(by, nowMs, untilMs, null);
    return step(now.withClaim(next), TriageEntry.Draft.of(by, GateChange.CLAIMED).until(untilMs));
  }

  private static Verdict<Step> release(
      Triage now, TriageMove.Release command, String by, long nowMs) {
    Claim live = now.claimAt(nowMs);
    if (live == null) {
      return unchanged();
    }
    boolean own = live.by().equals(by);
    if (!own && !command.anybodys()) {
      return rejected(Problem.GATE_CLAIMED);
    }
    return step(
        now.withClaim(null),
        TriageEntry.Draft.of(by, GateChange.RELEASED).to(own ? null : live.by()));
  }

  private static Verdict<Step> assign(
      Triage now, TriageMove.Assign command, String by, long nowMs) {
    long untilMs = nowMs + command.forMs();
    return step(
        now.withClaim(new Claim(command.to(), nowMs, untilMs, by)),
        TriageEntry.Draft.of(by, GateChange.ASSIGNED).to(command.to()).until(untilMs));
  }

  private static Verdict<Step> snooze(Triage now, TriageMove.Snooze command, String by) {
    return step(
        now.withSnoozes(plus(without(now.snoozes(), by), new Snooze(by, command.untilMs()))),
        TriageEntry.Draft.of(by, GateChange.SNOOZED).until(command.untilMs()));
  }

  private static Verdict<Step> wake(Triage now, String by, long nowMs) {
    return now.snoozesAt(nowMs).stream().anyMatch(one -> one.by().equals(by))
        ? step(
            now.withSnoozes(without(now.snoozes(), by)), TriageEntry.Draft.of(by, GateChange.WOKEN))
        : unchanged();
  }

  private static Verdict<Step> comment(Triage now, TriageMove.Comment command, String by) {
    return now.comments() >= MOST_COMMENTS
        ? rejected(Problem.GATE_LOG_FULL)
        : step(now, TriageEntry.Draft.of(by, GateChange.COMMENTED).saying(command.text()));
  }

  private static Verdict<Step> watch(Triage now, String by) {
    return now.watchers().contains(by)
        ? unchanged()
        : step(
            now.withWatchers(plus(now.watchers(), by)),
            TriageEntry.Draft.of(by, GateChange.WATCHED));
  }

  private static Verdict<Step> unwatch(Triage now, String by) {
    return now.watchers().contains(by)
        ? step(
            now.withWatchers(now.watchers().stream().filter(one -> !one.equals(by)).toList()),
            TriageEntry.Draft.of(by, GateChange.UNWATCHED))
        : unchanged();
  }

  /**
   * What is over by now and was not told yet.
   *
   * @param next without it
   * @param entries one for each that ended, signed by whom it was of
   */
  public record Lapse(Triage next, List<TriageEntry.Draft> entries) {}

  /** The claim and the snoozes whose time has come. */
  public static Lapse lapse(Triage now, long nowMs) {
    List<TriageEntry.Draft> told = new ArrayList<>();
    Triage next = now;
    if (now.claim() != null && !now.claim().isLiveAt(nowMs)) {
      told.add(TriageEntry.Draft.of(now.claim().by(), GateChange.CLAIM_ENDED));
      next = next.withClaim(null);
    }
    List<Snooze> live = now.snoozesAt(nowMs);
    if (live.size() < now.snoozes().size()) {
      now.snoozes().stream()
          .filter(one -> !live.contains(one))
          .forEach(one -> told.add(TriageEntry.Draft.of(one.by(), GateChange.WOKEN)));
      next = next.withSnoozes(live);
    }
    return new Lapse(next, told);
  }

  /** Ends all snoozes: a stage opens, or the gate expires soon. */
  public static Lapse wakeAll(Triage now) {
    return new Lapse(
        now.withSnoozes(List.of()),
        now.snoozes().stream()
            .map(one -> TriageEntry.Draft.of(one.by(), GateChange.WOKEN))
            .toList());
  }

  /** A settled gate has no claim, no snooze and nothing that is due. */
  public static Triage over(Triage now) {
    return now.withClaim(null).withSnoozes(List.of()).withMoments(Triage.Moments.NONE);
  }

  private static Verdict<Step> step(Triage next, TriageEntry.Draft entry) {
    return happened(new Step(next, entry));
  }

  private static List<Snooze> without(List<Snooze> all, String by) {
    return all.stream().filter(one -> !one.by().equals(by)).toList();
  }

  private static <T> List<T> plus(List<T> all, T one) {
    return Stream.concat(all.stream(), Stream.of(one)).toList();
  }
}
