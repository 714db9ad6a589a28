package dev.holdpoint.engine;

import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunCommand;
import dev.holdpoint.core.run.RunState;
import dev.holdpoint.engine.port.LiveRun;
import dev.holdpoint.engine.port.Queries;
import java.util.ArrayList;
import java.util.List;

/**
 * Puts right at start what no running daemon would leave: several runs of one session that wait and
 * hold its slot. The first keeps it. Of the others, what the daemon made itself is queued again; a
 * person's input is not replayed on a conversation that has moved on, it is interrupted.
 *
 * <p>And what the daemon made itself and was running goes back to the queue.
 */
public final class Repair {
  private static final int AT_ONCE = 100;

  private final Commits commits;
  private final Slots slots;

  public Repair(Commits commits, Workers workers) {
    this.commits = commits;
    this.slots = new Slots(workers);
  }

  public void repair(List<Long> sessionKeys) {
    for (long sessionKey : sessionKeys) {
      commits.commit(
          change -> {
            List<Run> waiting =
                change.load(sessionKey).awake().stream()
                    .filter(LiveRun::holdsSlot)
                    .map(live -> Runs.existing(change, live.key()))
                    .filter(run -> run.state() instanceof RunState.Waiting)
                    .toList();
            waiting.stream().skip(1).forEach(extra -> settle(change, extra));
            return waiting.size();
          });
    }
  }

  /**
   * Queues again what the daemon had made itself and had begun, a message to an agent for instance.
   * It goes on from its journal when its turn comes, so nothing that it has done is done again.
   *
   * @param runKeys of runs that were running
   */
  public void requeue(List<Long> runKeys) {
    for (long key : runKeys) {
      commits.commit(
          Work.about(
              key,
              change -> {
                Run run = Runs.existing(change, key);
                return run.isLoopWork() && run.head().originKind().isDaemonOwned()
                    ? RunEdit.of(change, run).apply(new RunCommand.Requeue()).done(slots)
                    : run;
              }));
    }
  }

  /** Keys of the runs that a node has left which is gone, before anything is done about them. */
  public static List<Long> left(Queries queries, long epoch) {
    List<Long> all = new ArrayList<>();
    List<Long> some = queries.runsOwnedBy(epoch, 0, AT_ONCE);
    while (!some.isEmpty()) {
      all.addAll(some);
      some = queries.runsOwnedBy(epoch, some.getLast(), AT_ONCE);
    }
    return all;
  }

  /**
   * Lets whoever has room go on with these runs of a node that is gone, from their journals; what
   * the daemon had made itself goes back to its queue.
   */
  public void takeOver(List<Long> runKeys) {
    for (int from = 0; from < runKeys.size(); from += AT_ONCE) {
      List<Long> some = runKeys.subList(from, Math.min(runKeys.size(), from + AT_ONCE));
      commits.commit(
          change -> {
            for (long key : some) {
              change.leases.release(key);
              Run run = change.run(key);
              if (run != null && run.isLoopWork() && run.head().originKind().isDaemonOwned()) {
                RunEdit.of(change, run).apply(new RunCommand.Requeue()).done(slots);
              }
            }
            return some.size();
          });
    }
  }

  private void settle(Change change, Run extra) {
    RunEdit edit = RunEdit.of(change, extra);
    if (extra.head().originKind().isDaemonOwned()) {
      edit.apply(new RunCommand.Requeue()).withdrawGates("restart");
    } else {
      edit.apply(
              new RunCommand.Interrupt(
                  change.nowMs(),
                  "another run of the session was waiting when the daemon restarted"))
          .withdrawGates("restart");
    }
    edit.done(slots);
  }
}
