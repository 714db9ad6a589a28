package dev.holdpoint.engine.triage;

import dev.holdpoint.core.gate.Gate;
import dev.holdpoint.core.gate.GateProgress;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refusal;
import dev.holdpoint.core.problem.Refusal.Settlement;
import dev.holdpoint.core.problem.Verdict;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.triage.GateChange;
import dev.holdpoint.core.triage.Triage;
import dev.holdpoint.core.triage.TriageEntry;
import dev.holdpoint.core.triage.TriageMachine;
import dev.holdpoint.core.triage.TriageMove;
import dev.holdpoint.engine.access.Tenancy;
import dev.holdpoint.engine.cache.IdempotencyKey;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.commit.Commits;
import dev.holdpoint.engine.commit.OncePerKey;
import dev.holdpoint.engine.delivery.NotificationDeliveries;
import dev.holdpoint.engine.delivery.OutboundPolicy;
import dev.holdpoint.engine.policy.PolicyBook;
import dev.holdpoint.engine.run.RunEdit;
import dev.holdpoint.engine.run.Slots;
import dev.holdpoint.engine.standing.Judgement;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What people do about gates without deciding them. Nothing here but a moved deadline touches a
 * run: a look or a comment changes neither its version nor its lease.
 */
public final class Triages {
  private static final long FARTHEST_MS = 30L * 86_400_000;

  private final Commits commits;
  private final NotificationDeliveries notices;
  private final Slots slots;
  private final TriageTimes times;

  public Triages(Commits commits, Slots slots, OutboundPolicy outbound, TriageTimes times) {
    this.commits = commits;
    this.slots = slots;
    this.notices = new NotificationDeliveries(outbound, new GateAudience());
    this.times = times;
  }

  /** How long claims last where nobody says it. */
  public TriageTimes times() {
    return times;
  }

  /**
   * Who does it.
   *
   * @param tenant whose gates they know; null for all
   */
  public record Actor(String name, @Nullable String tenant) {}

  /** Does it, or refuses; the same once more changes nothing. */
  public void act(
      String gateId, TriageMove command, Actor actor, @Nullable IdempotencyKey idempotency) {
    commits.commit(
        change -> {
          if (OncePerKey.replay(change, idempotency).isPresent()) {
            return gateId;
          }
          TriagedGate found = TriagedGate.in(change, gateId, actor.tenant);
          Tenancy.checkOpen(change, found.run().head().tenantId());
          act(change, found, current(change, found, command, actor.name), actor.name);
          OncePerKey.remember(change, idempotency, found.gate().key());
          return gateId;
        });
  }

  /** A look says whether the person may act, and in which stage; only the commit knows. */
  private static TriageMove current(
      Change change, TriagedGate found, TriageMove command, String by) {
    if (!(command instanceof TriageMove.Look)) {
      return command;
    }
    GateProgress come = found.gate().progress();
    long openedAtMs = come == null ? found.gate().createdAtMs() : come.openedAtMs();
    return new TriageMove.Look(Actors.in(change).mayAct(found, by), openedAtMs);
  }

  private void act(Change change, TriagedGate found, TriageMove command, String by) {
    if (!(command instanceof TriageMove.Comment)) {
      checkPending(change, found);
    }
    check(change, found, command);
    Triage now = TriageLog.of(change, found.run().head(), found.gate());
    if (settlement(change, found) == null) {
      now = TriageLog.lapse(change, TriageMachine.lapse(now, change.nowMs()));
    }
    switch (TriageMachine.decide(now, command, by, change.nowMs())) {
      case Verdict.Happened<TriageMachine.Step>(TriageMachine.Step step) -> {
        if (step.entry() == null) {
          change.keep(Triage.KIND, step.next());
        } else {
          TriageLog.append(change, step.next(), step.entry());
        }
        if (command instanceof TriageMove.Snooze) {
          notices.planWaking(change, found.gate());
        }
        if (command instanceof TriageMove.Assign(String to, long _)) {
          notices.assigned(change, found.run(), found.gate(), to, by);
        }
      }
      case Verdict.Unchanged<TriageMachine.Step> _ -> {}
      case Verdict.Rejected<TriageMachine.Step>(Problem problem) ->
          throw refusal(problem, now, change.nowMs()).asException();
    }
  }

  /** Moves the deadline, where that is not the asker's own. */
  public void extend(String gateId, long forMs, Actor actor, @Nullable IdempotencyKey idempotency) {
    commits.commit(
        change -> {
          if (OncePerKey.replay(change, idempotency).isPresent()) {
            return gateId;
          }
          TriagedGate found = TriagedGate.in(change, gateId, actor.tenant);
          Tenancy.checkOpen(change, found.run().head().tenantId());
          checkPending(change, found);
          extend(change, found, deadline(found, forMs, change.nowMs()), actor.name);
          OncePerKey.remember(change, idempotency, found.gate().key());
          return gateId;
        });
  }

  private static void checkPending(Change change, TriagedGate found) {
    Settlement settlement = settlement(change, found);
    if (settlement != null) {
      throw Problem.GATE_SETTLED
          .because(
              "%s was settled by %s; only a comment is possible now. Nothing was changed."
                  .formatted(found.gate().id(), settlement.by()))
          .settled(settlement)
          .asException();
    }
  }

  /** How it ended; null also where its deadline has passed and its policy gives it more time. */
  private static @Nullable Settlement settlement(Change change, TriagedGate found) {
    Settlement settlement = found.settlement(change.nowMs());
    if (settlement == null || !found.gate().isPending()) {
      return settlement;
    }
    PolicyBook book = PolicyBook.in(change);
    Triage known = book.isEmpty() ? null : change.kept(Triage.KIND, found.gate().key());
    return book.isEmpty()
            || Judgement.of(
                    book, found.run(), found.gate(), known == null ? Map.of() : known.looks())
                .isOver(change.nowMs())
        ? settlement
        : null;
  }

  private static long deadline(TriagedGate found, long forMs, long nowMs) {
    Long expiresAtMs = found.gate().expiresAtMs();
    if (expiresAtMs == null || found.gate().isDeadlineFixed()) {
      throw Problem.GATE_DEADLINE_FIXED
          .because(
              (expiresAtMs == null
                      ? "This request has no deadline."
                      : "The asker set the deadline of this request, so it does not move.")
                  + " Nothing was changed.")
          .asException();
    }
    long next = Math.max(expiresAtMs, nowMs) + forMs;
    if (next > nowMs + FARTHEST_MS) {
      throw Problem.INVALID_REQUEST
          .because("A deadline moves at most to 30 days from now. Nothing was changed.")
          .at("/for_ms", "moves the deadline beyond " + Instant.ofEpochMilli(nowMs + FARTHEST_MS))
          .asException();
    }
    return next;
  }

  /** The one thing here that changes the run, whose own row tells of it. */
  private void extend(Change change, TriagedGate found, long expiresAtMs, String by) {
    GateProgress come = Objects.requireNonNull(found.gate().progress());
    Gate gate = found.gate().at(come, expiresAtMs);
    TriageLog.append(
        change,
        found.run().head(),
        gate,
        TriageEntry.Draft.of(by, GateChange.DEADLINE_MOVED).until(expiresAtMs));
    Triage triage = TriageLog.of(change, found.run().head(), gate);
    Run moved =
        RunEdit.of(change, found.run())
            .move(gate)
            .tell(
                TriageLog.told(change, triage, found.run(), GateChange.DEADLINE_MOVED, by)
                    .standing(
                        TriageLog.standing(
                            change,
                            Judgement.of(
                                PolicyBook.in(change), found.run(), gate, triage.looks()))))
            .done(slots);
    notices.plan(change, moved, gate);
  }

  private static void check(Change change, TriagedGate found, TriageMove command) {
    if (command instanceof TriageMove.Assign(String to, long _)
        && !Actors.in(change).mayAct(found, to)) {
      throw Problem.INVALID_REQUEST
          .because("Assign it to a person who can decide it now. Nothing was changed.")
          .at("/to", "cannot decide this request")
          .asException();
    }
    if (command instanceof TriageMove.Snooze(long untilMs)) {
      Long expiresAtMs = found.gate().expiresAtMs();
      String fault =
          untilMs <= change.nowMs()
              ? "must be in the future"
              : expiresAtMs != null && untilMs > expiresAtMs
                  ? "is later than the deadline, " + Instant.ofEpochMilli(expiresAtMs)
                  : null;
      if (fault != null) {
        throw Problem.INVALID_REQUEST
            .because("A snooze ends in the future, before the deadline. Nothing was changed.")
            .at("/until_ms", fault)
            .asException();
      }
    }
  }

  private static Refusal refusal(Problem problem, Triage now, long nowMs) {
    if (problem == Problem.GATE_CLAIMED) {
      Triage.Claim claim = Objects.requireNonNull(now.claimAt(nowMs));
      return problem.because(
          ("%s has claimed it until %s. To claim it all the same, send take_over; to release it, "
                  + "ask them or an admin. It can be decided without a claim. Nothing was changed.")
              .formatted(claim.by(), Instant.ofEpochMilli(claim.untilMs())));
    }
    return problem.because(
        "A log takes %d comments and %d entries. Nothing was changed."
            .formatted(TriageMachine.MOST_COMMENTS, TriageMachine.MOST_ENTRIES));
  }
}
