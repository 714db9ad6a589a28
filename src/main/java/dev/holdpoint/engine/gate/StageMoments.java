package dev.holdpoint.engine.gate;

import dev.holdpoint.core.gate.Gate;
import dev.holdpoint.core.gate.GateKind;
import dev.holdpoint.core.gate.GateState;
import dev.holdpoint.core.policy.PolicySweep;
import dev.holdpoint.core.policy.Standing;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.Step;
import dev.holdpoint.core.triage.GateChange;
import dev.holdpoint.core.triage.GateMoments;
import dev.holdpoint.core.triage.Triage;
import dev.holdpoint.core.triage.TriageEntry;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.commit.Commits;
import dev.holdpoint.engine.commit.Consequence;
import dev.holdpoint.engine.policy.PolicyBook;
import dev.holdpoint.engine.port.store.GateRow;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.run.Slots;
import dev.holdpoint.engine.standing.Judgement;
import dev.holdpoint.engine.timer.DueWork;
import dev.holdpoint.engine.triage.GateAudience;
import dev.holdpoint.engine.triage.GateTimer;
import dev.holdpoint.engine.triage.TriageLog;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Keeps in a gate's one due row when its policy opens the next stage. Deadlines need no row: they
 * are columns of the gate.
 */
public final class StageMoments {
  private StageMoments() {}

  /** Sets the moment whenever a run's next version has a gate with another one. */
  public static Consequence whenever() {
    return StageMoments::follow;
  }

  /** Opens stages when their moment has come. */
  public static GateTimer.PolicyMoments opening(Slots slots) {
    return (change, run, gate, triage) -> {
      PolicyBook book = PolicyBook.in(change);
      Run after = Stages.advance(change, book, run, slots);
      Gate now = after.gate(gate.id()).orElse(gate);
      Triage kept = change.kept(Triage.KIND, triage.key());
      Triage known = kept == null ? triage : kept;
      return known.withMoments(known.moments().policy(next(change, book, after, now)));
    };
  }

  /** Walks over what waits after policies or groups have changed, some gates a commit. */
  public static DueWork sweep(Commits commits) {
    return new Sweep(commits);
  }

  private static void follow(Change change, @Nullable Run before, Run after, List<Step> steps) {
    PolicyBook book = PolicyBook.in(change);
    if (book.isEmpty()) {
      return;
    }
    for (Gate gate : after.pendingGates()) {
      if (before == null || !before.gate(gate.id()).filter(gate::equals).isPresent()) {
        set(change, book, after, gate);
      }
    }
  }

  /** Reminders of a policy that was changed: sooner, or for the first time. */
  private static void remind(Change change, PolicyBook book, Run run, Gate gate) {
    if (Judgement.of(book, run, gate).named() == null) {
      return;
    }
    Triage known = change.kept(Triage.KIND, gate.key());
    Long nextMs = new GateAudience().unseenAtMs(change, run, gate, 0);
    Long plannedMs = known == null ? null : known.moments().unseenAtMs();
    boolean sooner = nextMs != null && (plannedMs == null || nextMs < plannedMs);
    boolean over =
        known != null && (known.reminded() >= GateMoments.MOST_REMINDERS || known.isSeen());
    if ((sooner && !over) || (nextMs == null && plannedMs != null)) {
      Triage triage = known == null ? TriageLog.of(change, run.head(), gate) : known;
      change.keep(Triage.KIND, triage.withMoments(triage.moments().unseen(nextMs)));
    }
  }

  private static void set(Change change, PolicyBook book, Run run, Gate gate) {
    Long atMs = next(change, book, run, gate);
    Triage known = change.kept(Triage.KIND, gate.key());
    if (atMs != null || known != null) {
      Triage triage = known == null ? TriageLog.of(change, run.head(), gate) : known;
      if (known == null || !Objects.equals(triage.moments().policyAtMs(), atMs)) {
        change.keep(Triage.KIND, triage.withMoments(triage.moments().policy(atMs)));
      }
    }
  }

  /** When the next stage opens; null when none does. */
  private static @Nullable Long next(Change change, PolicyBook book, Run run, Gate gate) {
    if (!gate.isPending()) {
      return null;
    }
    Judgement judged = Judgement.of(book, run, gate, Stages.looks(change, gate));
    Standing.Next next = judged.named() == null ? null : judged.now().standing().next();
    return next == null || next.what() != Standing.What.STAGE ? null : (Long) next.atMs();
  }

  private static final class Sweep implements DueWork {
    private static final int AT_ONCE = 100;

    private final Commits commits;

    Sweep(Commits commits) {
      this.commits = commits;
    }

    @Override
    public boolean isUrgent() {
      return false;
    }

    @Override
    public int ring() {
      return commits.commit(
          change -> {
            for (PolicySweep stored : change.queries().due(PolicySweep.KIND, change.nowMs(), 1)) {
              // An earlier work of the same transaction may have been quicker.
              PolicySweep sweep = change.kept(PolicySweep.KIND, stored.key());
              return sweep == null ? 0 : some(change, sweep);
            }
            return 0;
          });
    }

    private static int some(Change change, PolicySweep sweep) {
      PolicyBook book = PolicyBook.in(change);
      PolicySweep.Before before = sweep.before();
      PolicyBook past = before == null ? null : PolicyBook.before(change, before);
      List<GateRow> rows =
          Stream.of(GateKind.values())
              .flatMap(kind -> pending(change, kind, sweep.above()).stream())
              .sorted(Comparator.comparingLong(GateRow::key))
              .limit(AT_ONCE)
              .toList();
      for (GateRow row : rows) {
        Run run = change.run(row.runKey());
        if (run != null) {
          run.pendingGates().stream()
              .filter(gate -> gate.hasKey(row.key()))
              .forEach(gate -> visit(change, book, past, sweep, run, gate));
        }
      }
      if (rows.size() < AT_ONCE) {
        change.discard(PolicySweep.KIND, sweep);
      } else {
        change.keep(PolicySweep.KIND, sweep.after(rows.getLast().key()));
      }
      return 1;
    }

    /** The entry and how far the walk has come are one commit: a gate is told of once. */
    private static void visit(
        Change change,
        PolicyBook book,
        @Nullable PolicyBook past,
        PolicySweep sweep,
        Run run,
        Gate gate) {
      set(change, book, run, gate);
      remind(change, book, run, gate);
      // A gate that was raised later has known nothing else.
      if (gate.createdAtMs() <= sweep.atMs() && differs(change, book, past, run, gate)) {
        TriageLog.append(
            change, run.head(), gate, TriageEntry.Draft.of(Stages.BY, GateChange.POLICY_CHANGED));
      }
    }

    private static boolean differs(
        Change change, PolicyBook book, @Nullable PolicyBook past, Run run, Gate gate) {
      Map<String, Long> looks = Stages.looks(change, gate);
      Judgement now = Judgement.of(book, run, gate, looks);
      Judgement was = past == null ? null : Judgement.of(past, run, gate, looks);
      if (was == null) {
        return !now.isPlain();
      }
      if (now.isPlain() || was.isPlain()) {
        return now.isPlain() != was.isPlain();
      }
      return !now.now().standing().equals(was.now().standing());
    }

    private static List<GateRow> pending(Change change, GateKind kind, long above) {
      return change
          .queries()
          .gates(new Queries.GateFilter(kind, GateState.Status.PENDING, null), above, AT_ONCE);
    }
  }
}
