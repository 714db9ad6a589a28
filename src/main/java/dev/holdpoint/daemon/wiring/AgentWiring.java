package dev.holdpoint.daemon.wiring;

import dev.holdpoint.agent.loop.AgentPrompt;
import dev.holdpoint.agent.loop.Completion;
import dev.holdpoint.agent.peer.Peer;
import dev.holdpoint.agent.relay.AgentProbe;
import dev.holdpoint.agent.relay.ExternalAgent;
import dev.holdpoint.agent.relay.Relay;
import dev.holdpoint.agent.tool.RequiredFiles;
import dev.holdpoint.agent.tool.Workspaces;
import dev.holdpoint.daemon.config.AgentConfig;
import dev.holdpoint.daemon.config.Config;
import dev.holdpoint.daemon.config.ConfigException;
import dev.holdpoint.daemon.start.StartRefused;
import dev.holdpoint.engine.agent.AgentBindings;
import dev.holdpoint.engine.cluster.NodeReach;
import dev.holdpoint.engine.cluster.ReconnectingCommits;
import dev.holdpoint.engine.commit.Commits;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.content.Assets;
import dev.holdpoint.engine.journal.Feed;
import dev.holdpoint.engine.journal.Transcripts;
import dev.holdpoint.engine.loop.Progress;
import dev.holdpoint.engine.port.AgentTests;
import dev.holdpoint.engine.run.Slots;
import dev.holdpoint.engine.triage.Asides;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/** The agents outside: which there are, and who carries out the runs that go to them. */
public final class AgentWiring implements AutoCloseable {
  private final long idleMs;
  private final Commits commits;
  private final AgentBindings engagements;
  private final Relay relay;
  private final AllAgents reach;
  private final AgentProbe tests;

  /** What the office needs of the rest of the daemon. */
  public record Parts(
      Commits commits,
      Slots slots,
      Engine engine,
      Feed feed,
      Progress progress,
      Assets assets,
      Workspaces workspaces,
      Executor threads) {}

  public AgentWiring(Config config, Parts parts, Peers peers) throws StartRefused {
    this.idleMs = config.agentPatience().idleMs();
    this.commits = parts.commits;
    this.engagements = new AgentBindings(parts.commits, parts.slots);
    Map<String, ExternalAgent> byRoute = new HashMap<>();
    Map<String, Supplier<Peer>> tested = new HashMap<>();
    tested.put(AgentConfig.MOCK, peers::mock);
    for (AgentConfig agent : agents(config)) {
      tested.put(agent.name(), () -> peers.of(agent.inNoFolder()));
      byRoute.put(
          AgentConfig.ROUTE + agent.name(),
          new ExternalAgent(agent.name(), peers.of(agent), agent.cwd()));
    }
    byRoute.putIfAbsent(
        AgentConfig.ROUTE + AgentConfig.MOCK,
        new ExternalAgent(AgentConfig.MOCK, peers.mock(), null));
    this.relay =
        new Relay(
            new Relay.Parts(
                parts.engine,
                parts.progress,
                engagements,
                parts.feed,
                new Transcripts(parts.engine),
                new Completion(new RequiredFiles(parts.workspaces)),
                new AgentPrompt(parts.engine, parts.assets),
                parts.workspaces,
                NodeReach.of(parts.engine, config.cluster().leaseMs()),
                Asides.of(parts.engine)),
            byRoute,
            parts.threads);
    this.tests = new AgentProbe(tested);
    this.reach = new AllAgents(relay);
    parts.engine.onCommit(relay);
  }

  /** The models by which routes are known, those of the agents too: an agent chooses its own. */
  static Map<String, String> routes(Map<String, String> models, Config config) throws StartRefused {
    Map<String, String> routes = new TreeMap<>(models);
    routes.put(AgentConfig.ROUTE + AgentConfig.MOCK, AgentConfig.MOCK);
    for (AgentConfig agent : agents(config)) {
      routes.put(AgentConfig.ROUTE + agent.name(), agent.name());
    }
    return routes;
  }

  static List<AgentConfig> agents(Config config) throws StartRefused {
    try {
      return config.agents();
    } catch (ConfigException e) {
      throw new StartRefused(String.valueOf(e.getMessage()));
    }
  }

  /** Tests agents apart from runs. */
  public AgentTests tests() {
    return tests;
  }

  public Relay relay() {
    return relay;
  }

  /** Whether whoever waits for a decision would hear it, whichever agent it is. */
  public AllAgents reach() {
    return reach;
  }

  /** Commits decisions, for which an agent may have to be brought back first. */
  public Commits decisions() {
    return new ReconnectingCommits(commits, reach);
  }

  /**
   * Ends the runs whose agents have died with a node.
   *
   * @param node its epoch; 0 is an earlier daemon's, where there are no nodes
   */
  public void recover(long node) {
    engagements.recover(node);
  }

  /** The others take this node for gone. */
  public void letGo() {
    relay.letGo();
  }

  public void sweep() {
    relay.sweep(idleMs);
  }

  @Override
  public void close() {
    relay.close();
  }
}
