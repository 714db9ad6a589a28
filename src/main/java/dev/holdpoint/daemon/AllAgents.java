package dev.holdpoint.daemon;

import dev.holdpoint.core.run.Run;
import dev.holdpoint.engine.Reach;

/**
 * The agents that the daemon speaks to, and those that clients do. The latter need what decides to
 * be there first, so they come later: until then there are none of them.
 */
final class AllAgents implements Reach {
  private final Reach relayed;
  private volatile Reach served = Reach.OWN;

  AllAgents(Reach relayed) {
    this.relayed = relayed;
  }

  void serve(Reach others) {
    served = others;
  }

  @Override
  public boolean isThere(Run run) {
    return relayed.isThere(run) && served.isThere(run);
  }

  @Override
  public void bring(long runKey) {
    relayed.bring(runKey);
    served.bring(runKey);
  }
}
