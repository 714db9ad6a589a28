package dev.holdpoint.engine.triage;

import dev.holdpoint.core.delivery.NoticeEvent;
import dev.holdpoint.core.delivery.Reminder;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.Gate;
import dev.holdpoint.core.gate.HeldDecision;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.triage.GateMoments;
import dev.holdpoint.core.triage.Triage;
import dev.holdpoint.core.triage.Triage.Moments;
import dev.holdpoint.core.triage.TriageMachine;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.commit.Commits;
import dev.holdpoint.engine.delivery.NotificationDeliveries;
import dev.holdpoint.engine.delivery.OutboundPolicy;
import dev.holdpoint.engine.timer.DueWork;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Acts on the next moments of gates: the ends of claims and snoozes, reminders, and what policies
 * do with time. One row a gate says when its next one is; the commit that acts moves it on, so
 * every node may try and one does it. A row whose gate is settled resets itself.
 */
public final class GateTimer implements DueWork {
  private static final int AT_ONCE = 50;

  /** What a policy does when a moment of its own has come. */
  @FunctionalInterface
  public interface PolicyMoments {
    /** Without policies nothing does; what is here is over. */
    PolicyMoments NONE = (_, _, _, triage) -> triage.withMoments(triage.moments().policy(null));

    /**
     * May change the run.
     *
     * @return the triage with the policy's next moment, not yet kept
     */
    Triage act(Change change, Run run, Gate gate, Triage triage);
  }

  /** What happens when a decision takes effect that was held. */
  @FunctionalInterface
  public interface HeldEnds {
    HeldEnds NONE = (_, _) -> false;

    /**
     * Commits it by itself: one that is refused by then keeps no other from its effect.
     *
     * @return whether it is not due any more: it has ended, or it is tried again later
     */
    boolean end(Triage triage, HeldDecision held);
  }

  private final Commits commits;
  private final NotificationDeliveries notices;
  private final PolicyMoments policies;
  private final HeldEnds holds;

  public GateTimer(Commits commits, OutboundPolicy outbound, PolicyMoments policies) {
    this(
        commits, new NotificationDeliveries(outbound, new GateAudience()), policies, HeldEnds.NONE);
  }

  private GateTimer(
      Commits commits, NotificationDeliveries notices, PolicyMoments policies, HeldEnds holds) {
    this.commits = commits;
    this.notices = notices;
    this.policies = policies;
    this.holds = holds;
  }

  /** The same, by which decisions take effect that are held. */
  public GateTimer ending(HeldEnds ends) {
    return new GateTimer(commits, notices, policies, ends);
  }

  @Override
  public int ring() {
    Map<Triage, HeldDecision> held = new LinkedHashMap<>();
    int done = commits.commit(change -> act(change, held) + remind(change));
    RuntimeException failed = null;
    for (Map.Entry<Triage, HeldDecision> due : held.entrySet()) {
      try {
        done += holds.end(due.getKey(), due.getValue()) ? 1 : 0;
      } catch (RuntimeException e) {
        failed = e;
      }
    }
    if (failed != null) {
      throw failed;
    }
    return done;
  }

  @Override
  public boolean isUrgent() {
    return false;
  }

  private int act(Change change, Map<Triage, HeldDecision> held) {
    held.clear();
    int done = 0;
    for (Triage stored : change.queries().due(Triage.KIND, change.nowMs(), AT_ONCE)) {
      // An earlier work of the same transaction may have been quicker.
      Triage triage = change.kept(Triage.KIND, stored.key());
      if (triage != null && isDue(triage.dueAtMs(), change)) {
        HeldDecision decision = heldBy(change, triage);
        if (decision != null) {
          // What else is due for the gate comes with the next look.
          held.put(triage, decision);
        } else {
          act(change, triage);
          done++;
        }
      }
    }
    return done;
  }

  /** The decision of a gate that is to take effect now; null where there is none. */
  private static @Nullable HeldDecision heldBy(Change change, Triage triage) {
    HeldDecision held =
        isDue(triage.moments().heldAtMs(), change)
                && pending(change, triage) instanceof Approval approval
            ? approval.held()
            : null;
    return held != null && held.isDueAt(change.nowMs()) ? held : null;
  }

  private void act(Change change, Triage due) {
    Triage triage = due;
    Gate gate = pending(change, triage);
    Run run = change.run(triage.runKey());
    if (run != null && gate != null && isDue(triage.moments().policyAtMs(), change)) {
      change.keep(Triage.KIND, policies.act(change, run, gate, triage));
      Triage after = change.kept(Triage.KIND, triage.key());
      triage = after == null ? triage : after;
      // It may have settled the gate.
      gate = pending(change, triage);
      run = change.run(triage.runKey());
    }
    if (run == null || gate == null) {
      // Nothing is due for a settled gate.
      keep(change, TriageMachine.over(triage));
      return;
    }
    triage = TriageLog.lapse(change, TriageMachine.lapse(triage, change.nowMs()));
    if (isDue(triage.moments().heldAtMs(), change)) {
      // Something else took the place of what was held.
      triage = triage.withMoments(triage.moments().held(null));
    }
    if (isDue(triage.moments().soonAtMs(), change)) {
      triage = soon(change, run, gate, triage);
    }
    if (isDue(triage.moments().unseenAtMs(), change)) {
      triage = unseen(change, run, gate, triage);
    }
    keep(change, triage);
  }

  /** A gate that nobody has touched and nothing is due for has no record. */
  private static void keep(Change change, Triage triage) {
    if (triage.isUntouched() && triage.dueAtMs() == null) {
      change.discard(Triage.KIND, triage);
    } else {
      change.keep(Triage.KIND, triage);
    }
  }

  private Triage soon(Change change, Run run, Gate gate, Triage triage) {
    Triage awake = TriageLog.lapse(change, TriageMachine.wakeAll(triage));
    notices.remind(change, run, gate);
    return awake.withMoments(awake.moments().soon(null));
  }

  private Triage unseen(Change change, Run run, Gate gate, Triage triage) {
    Moments moments = triage.moments();
    TriagedGate found = new TriagedGate(run, gate);
    Actors actors = Actors.in(change);
    boolean looked =
        gate.isVotedOn()
            || triage.seen().stream().anyMatch(look -> actors.mayAct(found, look.by()));
    Long againAtMs = notices.unseenAgain(change, run, gate);
    if (looked || againAtMs == null || triage.reminded() >= GateMoments.MOST_REMINDERS) {
      return triage.withMoments(moments.unseen(null));
    }
    notices.tell(change, run, NoticeEvent.UNSEEN, gate);
    Triage told = triage.remindedOnceMore();
    return told.withMoments(
        moments.unseen(told.reminded() >= GateMoments.MOST_REMINDERS ? null : againAtMs));
  }

  private static @Nullable Gate pending(Change change, Triage triage) {
    Run run = change.run(triage.runKey());
    return run == null ? null : run.gate(triage.gateId()).filter(Gate::isPending).orElse(null);
  }

  private static boolean isDue(@Nullable Long atMs, Change change) {
    return atMs != null && atMs <= change.nowMs();
  }

  /** Reminders that the version before left. */
  private int remind(Change change) {
    int told = 0;
    for (Reminder stored : change.queries().due(Reminder.KIND, change.nowMs(), AT_ONCE)) {
      Reminder reminder = change.kept(Reminder.KIND, stored.key());
      if (reminder != null) {
        Run run = change.run(reminder.runKey());
        if (run != null) {
          run.gate(reminder.gateId())
              .filter(Gate::isPending)
              .ifPresent(gate -> notices.remind(change, run, gate));
        }
        change.discard(Reminder.KIND, reminder);
        told++;
      }
    }
    return told;
  }
}
