package dev.holdpoint.agent.mcp;

import dev.holdpoint.core.run.OwedCancel;
import dev.holdpoint.core.run.RemoteCall;
import dev.holdpoint.engine.commit.Commits;
import dev.holdpoint.engine.loop.OwedCancels;
import dev.holdpoint.engine.timer.DueWork;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells servers of tasks that nobody waits for any more. What is owed is in the ledger, so it is
 * told also after a crash, and again while the server is away, by one node of several.
 */
public final class TaskCancels implements DueWork {
  private static final Logger log = LoggerFactory.getLogger(TaskCancels.class);

  private final Commits commits;
  private final Teller servers;

  TaskCancels(Commits commits, Teller servers) {
    this.commits = commits;
    this.servers = servers;
  }

  @FunctionalInterface
  interface Teller {
    /** Whether the server knows now that nobody waits for the task. */
    boolean cancel(String server, String taskId) throws InterruptedException;
  }

  void owe(RemoteCall remote) {
    OwedCancels.owe(commits, remote);
  }

  @Override
  public boolean isUrgent() {
    return false;
  }

  @Override
  public int ring() {
    List<OwedCancel> taken = OwedCancels.take(commits);
    taken.forEach(owed -> Thread.ofVirtual().name("mcp-cancel").start(() -> tell(owed)));
    return taken.size();
  }

  private void tell(OwedCancel owed) {
    try {
      OwedCancels.settle(commits, owed, isTold(owed));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      // The ledger is away: it stays owed, and the next attempt is in there.
      log.debug("the cancel of a task at {} could not be recorded now", owed.server(), e);
    }
  }

  /** However an attempt fails, it counts as one, so that the time of the next is its own. */
  private boolean isTold(OwedCancel owed) throws InterruptedException {
    try {
      return servers.cancel(owed.server(), owed.taskId());
    } catch (RuntimeException e) {
      log.warn("a task of {} could not be cancelled now", owed.server(), e);
      return false;
    }
  }
}
