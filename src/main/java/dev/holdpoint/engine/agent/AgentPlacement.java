package dev.holdpoint.engine.agent;

import dev.holdpoint.core.agent.AgentBinding;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.commit.Placement;
import org.jspecify.annotations.Nullable;

/** Chooses the node that continues a resumed run. */
public final class AgentPlacement implements Placement {
  /**
   * The one that commits, as long as it takes work: it is awake, and has the run in its hands. But
   * an agent outside goes on where its process is. 0 for none.
   */
  @Override
  public long nodeFor(Change change, Run run, boolean runnable) {
    if (!runnable || !run.isLoopWork()) {
      return 0;
    }
    Long agents =
        change.ledger().epoch() != 0 && AgentBinding.isFor(run) ? ofAgent(run, change) : null;
    return agents == null ? change.ledger().heir() : agents;
  }

  /** Null when it may be any. */
  private static @Nullable Long ofAgent(Run run, Change change) {
    AgentBinding engagement = change.kept(AgentBinding.KIND, run.head().sessionKey());
    if (engagement == null
        || !run.head().provider().equals(AgentBinding.ROUTE + engagement.agent())) {
      return null;
    }
    long node = engagement.node();
    boolean there =
        engagement.isOf(run.key())
            ? node == change.ledger().epoch() || AgentBindings.isElsewhere(change, engagement)
            // The agent knows there what was said before, but others can begin anew.
            : node != change.ledger().epoch() && change.queries().takesRuns(node);
    return there ? node : null;
  }
}
