package dev.holdpoint.daemon.wiring;

import dev.holdpoint.core.run.Run;
import dev.holdpoint.engine.cluster.Reachability;
import dev.holdpoint.engine.port.store.Queries;

/**
 * The agents that the daemon speaks to, and those that clients do. The latter need what decides to
 * be there first, so they come later: until then there are none of them.
 */
final class AllAgents implements Reachability {
  private final Reachability relayed;
  private volatile Reachability served = Reachability.OWN;

  AllAgents(Reachability relayed) {
    this.relayed = relayed;
  }

  void serve(Reachability others) {
    served = others;
  }

  @Override
  public Place whereIs(Run run, Queries queries) {
    Place place = relayed.whereIs(run, queries);
    return place == Place.HERE ? served.whereIs(run, queries) : place;
  }

  @Override
  public void bring(long runKey) {
    relayed.bring(runKey);
    served.bring(runKey);
  }
}
