package dev.holdpoint.engine.recovery;

import dev.holdpoint.core.gate.Withdrawal;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.run.Call;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunCommand;
import dev.holdpoint.core.run.RunState;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.commit.Commits;
import dev.holdpoint.engine.commit.Existing;
import dev.holdpoint.engine.commit.Portions;
import dev.holdpoint.engine.port.store.LiveRun;
import dev.holdpoint.engine.run.RunEdit;
import dev.holdpoint.engine.run.Slots;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts right at start what no running daemon would leave: several runs of one session that wait and
 * hold its slot. The first keeps it. Of the others, what the daemon made itself is queued again; a
 * person's input is not replayed on a conversation that has moved on, it is interrupted.
 *
 * <p>And what the daemon made itself and was running goes back to the queue.
 */
public final class StartRepair {
  private static final Logger log = LoggerFactory.getLogger(StartRepair.class);
  private static final int AT_ONCE = 100;

  private final Commits commits;
  private final Slots slots;

  public StartRepair(Commits commits, Slots slots) {
    this.commits = commits;
    this.slots = slots;
  }

  /** A session with a damaged run stays as it is. */
  public void repair(List<Long> sessionKeys) {
    Portions.alone(sessionKeys, some -> commits.commit(change -> repair(change, some.getFirst())));
  }

  private int repair(Change change, long sessionKey) {
    List<Run> waiting =
        change.load(sessionKey).awake().stream()
            .filter(LiveRun::holdsSlot)
            .map(live -> Existing.run(change, live.key()))
            .filter(run -> run.state() instanceof RunState.Waiting)
            .toList();
    waiting.stream().skip(1).forEach(extra -> settle(change, extra));
    return waiting.size();
  }

  /**
   * Lets whoever has room go on with the runs of a node that is gone, from their journals; what the
   * daemon had made itself goes back to its queue. Whoever does the same at the same time finds
   * nothing to do.
   */
  public void takeOver(long epoch) {
    List<Long> some = takeOverSome(epoch, 0);
    while (some.size() == AT_ONCE) {
      some = takeOverSome(epoch, some.getLast());
    }
  }

  private List<Long> takeOverSome(long epoch, long above) {
    try {
      return commits.commit(
          change -> {
            List<Long> left = change.queries().runsOwnedBy(epoch, above, AT_ONCE);
            left.forEach(key -> takeOver(change, key, epoch));
            return left;
          });
    } catch (Refused refused) {
      Portions.checkIsOfOne(refused);
      List<Long> left =
          commits.commit(change -> change.queries().runsOwnedBy(epoch, above, AT_ONCE));
      left.forEach(key -> takeOverAlone(key, epoch));
      return left;
    }
  }

  /** One that nobody can make sense of keeps no other from going on. */
  private void takeOverAlone(long key, long epoch) {
    try {
      commits.commit(
          change -> {
            takeOver(change, key, epoch);
            return key;
          });
    } catch (Refused refused) {
      Portions.checkIsOfOne(refused);
      log.error(
          "the run with the key {} could not be repaired; it continues as it is if possible", key);
      commits.commit(
          change -> {
            release(change, key, epoch);
            return key;
          });
    }
  }

  private void takeOver(Change change, long key, long epoch) {
    release(change, key, epoch);
    Run run = change.run(key);
    // A call without a result is asked about first, and until then nothing else of the session
    // runs.
    if (run != null
        && run.isLoopWork()
        && run.head().originKind().isDaemonOwned()
        && run.calls().stream().noneMatch(Call::isLost)) {
      RunEdit.of(change, run).apply(new RunCommand.Requeue()).done(slots);
    }
  }

  private static void release(Change change, long key, long epoch) {
    if (epoch != 0) {
      change.leases.release(key, epoch);
    }
  }

  private void settle(Change change, Run extra) {
    RunEdit edit = RunEdit.of(change, extra);
    if (extra.head().originKind().isDaemonOwned()) {
      edit.apply(new RunCommand.Requeue()).withdrawGates("restart", Withdrawal.GONE);
    } else {
      edit.apply(
              new RunCommand.Interrupt(
                  change.nowMs(),
                  "another run of the session was waiting when the daemon restarted"))
          .withdrawGates("restart", Withdrawal.GONE);
    }
    edit.done(slots);
  }
}
