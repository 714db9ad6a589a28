package dev.holdpoint.engine.cluster;

import dev.holdpoint.core.agent.AgentBinding;
import dev.holdpoint.engine.cluster.Reachability.Place;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.port.store.Queries;

/**
 * The other nodes, as far as an agent's process is at one of them and has to hear of a decision.
 *
 * @param patienceMs for how long a node may have said nothing and is still relied on
 */
public record NodeReach(Engine engine, long patienceMs) {
  /**
   * Three heartbeats: whoever missed one or two may be late, whoever missed more may be gone.
   *
   * @param leaseMs within which the work of a node that is gone is taken over; a node says ten
   *     times in it that it is there
   */
  public static NodeReach of(Engine engine, long leaseMs) {
    return new NodeReach(engine, leaseMs * 3 / 10);
  }

  /** Where an agent is that has no process here, though it is busy. */
  public Place placeOf(AgentBinding engagement, Queries queries) {
    Place place = placeOf(engagement.node(), queries);
    return place == Place.ELSEWHERE && engagement.coming() ? Place.DOUBTFUL : place;
  }

  /**
   * @param node by its epoch; when it is this one, then what was to be here is not
   */
  public Place placeOf(long node, Queries queries) {
    long own = engine.cluster().epoch();
    Long silentMs = own == 0 || node == own ? null : queries.silentMs(node);
    if (silentMs == null) {
      return Place.NOWHERE;
    }
    return silentMs > patienceMs ? Place.DOUBTFUL : Place.ELSEWHERE;
  }
}
