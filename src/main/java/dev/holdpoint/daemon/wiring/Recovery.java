package dev.holdpoint.daemon.wiring;

import dev.holdpoint.agent.process.Leftover;
import dev.holdpoint.agent.process.Processes;
import dev.holdpoint.daemon.start.Leftovers;
import dev.holdpoint.engine.commit.Commits;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.commit.Writer;
import dev.holdpoint.engine.delivery.Deliveries;
import dev.holdpoint.engine.external.RemoteWaiters;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.recovery.Losses;
import dev.holdpoint.engine.recovery.StartRepair;
import dev.holdpoint.engine.run.Slots;
import dev.holdpoint.engine.schedule.Schedules;
import dev.holdpoint.engine.timer.Timers;
import java.io.IOException;
import java.util.List;

/** What a start settles of the daemon before it. The order is behaviour. */
public final class Recovery {
  private final Start start;
  private final Engine engine;
  private final Commits counted;
  private final Slots slots;
  private final ClusterWiring nodes;

  public Recovery(Start start, Engine engine, Writer writer, Slots slots, ClusterWiring nodes) {
    this.start = start;
    this.engine = engine;
    this.counted = start.counting(writer);
    this.slots = slots;
    this.nodes = nodes;
  }

  /** Gives the processes that were still running and have been ended. */
  public List<Leftover> settle(
      Processes processes,
      Schedules schedules,
      Timers timers,
      AgentWiring agents,
      Deliveries deliveries)
      throws IOException {
    start.step("ending what the last daemon has left running");
    List<Leftover> leftovers = Leftovers.end(processes);
    StartRepair repair = new StartRepair(counted, slots);
    // Before anything is started that was due meanwhile.
    nodes.settles("recovering runs", repair::takeOver);
    start.step("interrupting what may have gone on in lost commits");
    new Losses(counted, slots, schedules).settle(engine);
    start.step("catching up timers");
    timers.catchUp();
    start.step("putting sessions right");
    repair.repair(engine.read(Queries::sessionsWithSeveralWaiting));
    nodes.settles("seeing to runs whose agents are gone", agents::recover);
    nodes.settles(
        "forgetting who waited", epoch -> new RemoteWaiters(counted).recover(engine, epoch));
    nodes.settles("noting deliveries that were under way", deliveries::giveUpAbsent);
    return leftovers;
  }
}
