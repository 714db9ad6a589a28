package dev.holdpoint.engine.loop;

import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.core.run.Call;
import dev.holdpoint.core.run.OwedCancel;
import dev.holdpoint.core.run.RemoteCall;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.Step;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.commit.Commits;
import dev.holdpoint.engine.commit.Consequence;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The task of a run that ends before it is to be cancelled, whether anybody asks for the task at
 * the moment or the run waits for a person.
 */
public final class OwedCancels implements Consequence {
  private static final String PREFIX = "owe_";
  private static final int AT_ONCE = 20;

  @Override
  public void follow(Change change, @Nullable Run before, Run after, List<Step> steps) {
    if (!after.status().isSettled() || (before != null && before.status().isSettled())) {
      return;
    }
    for (Call call : after.calls()) {
      if (call.progress() == Call.Progress.STARTED && call.remote() != null) {
        owe(change, call.remote());
      }
    }
  }

  /** Keeps that the server is to be told, where it has a task. */
  private static void owe(Change change, RemoteCall remote) {
    if (remote.taskId() != null) {
      long key = Ulid.keyOf(PREFIX, change.newId(PREFIX)).orElseThrow();
      change.keep(OwedCancel.KIND, OwedCancel.of(key, remote, remote.taskId(), change.nowMs()));
    }
  }

  /** The same for a task that no run knows of. */
  public static void owe(Commits commits, RemoteCall remote) {
    commits.commit(
        change -> {
          owe(change, remote);
          return true;
        });
  }

  /**
   * Some of what is due, which nobody else takes for a while. What is beyond its time is told once
   * more and is owed no longer, whatever becomes of that.
   */
  public static List<OwedCancel> take(Commits commits) {
    return commits.commit(
        change -> {
          List<OwedCancel> some = new ArrayList<>();
          for (OwedCancel due : change.queries().due(OwedCancel.KIND, change.nowMs(), AT_ONCE)) {
            // An earlier work of the same transaction may have been quicker.
            OwedCancel owed = change.kept(OwedCancel.KIND, due.key());
            if (owed == null || owed.nextAtMs() > change.nowMs()) {
              continue;
            }
            if (owed.untilMs() <= change.nowMs()) {
              change.discard(OwedCancel.KIND, owed);
            } else {
              change.keep(OwedCancel.KIND, owed.attempted(change.nowMs()));
            }
            some.add(owed);
          }
          return some;
        });
  }

  /**
   * @param told whether its server knows now
   */
  public static void settle(Commits commits, OwedCancel owed, boolean told) {
    commits.commit(
        change -> {
          OwedCancel kept = change.kept(OwedCancel.KIND, owed.key());
          if (kept != null && (told || change.nowMs() >= kept.untilMs())) {
            change.discard(OwedCancel.KIND, kept);
          } else if (kept != null) {
            change.keep(OwedCancel.KIND, kept.failed(change.nowMs()));
          }
          return told;
        });
  }
}
