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
  private final McpServers servers;

  TaskCancels(Commits commits, McpServers servers) {
    this.commits = commits;
    this.servers = servers;
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
      OwedCancels.settle(commits, owed, servers.cancel(owed.server(), owed.taskId()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      // It stays owed, and the next attempt is in the ledger.
      log.debug("a task of {} could not be cancelled now", owed.server(), e);
    }
  }
}
