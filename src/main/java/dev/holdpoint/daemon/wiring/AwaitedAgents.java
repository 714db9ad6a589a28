package dev.holdpoint.daemon.wiring;

import dev.holdpoint.core.agent.AgentBinding;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.engine.agent.AgentBindings;
import dev.holdpoint.engine.cluster.Reachability;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.external.Awaited;
import java.util.Optional;

/** Whether an agent that the daemon runs waits for the decision of its own run's gate. */
record AwaitedAgents(Engine engine, Reachability reach) {
  /** Empty for runs of our own, and where nothing is known. */
  Optional<Awaited> of(Run run) {
    if (!AgentBinding.isFor(run) || run.status().isSettled()) {
      return Optional.empty();
    }
    return engine.readAside(
        queries -> {
          AgentBinding binding = AgentBindings.of(queries, run.head().sessionKey());
          if (binding == null || !binding.isOf(run.key())) {
            return Optional.empty();
          }
          if (reach.whereIs(run, queries) != Reachability.Place.NOWHERE) {
            return Optional.of(new Awaited(Awaited.Who.NOW, null));
          }
          return binding.lasting()
              ? Optional.of(new Awaited(Awaited.Who.COMES_BACK, null))
              : Optional.empty();
        });
  }
}
