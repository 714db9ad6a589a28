package dev.holdpoint.daemon.wiring;

import dev.holdpoint.agent.acp.server.ClientRules;
import dev.holdpoint.agent.acp.server.Servers;
import dev.holdpoint.agent.acp.wire.AgentLink;
import dev.holdpoint.agent.peer.PeerFailure;
import dev.holdpoint.agent.process.Processes;
import dev.holdpoint.api.gate.StandingBodies.StandingView;
import dev.holdpoint.api.json.WireJson;
import dev.holdpoint.core.gate.Gate;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.daemon.config.AgentConfig;
import dev.holdpoint.daemon.config.AgentKind;
import dev.holdpoint.daemon.config.Config;
import dev.holdpoint.daemon.start.StartRefused;
import dev.holdpoint.engine.cluster.NodeReach;
import dev.holdpoint.engine.commit.Commits;
import dev.holdpoint.engine.external.OwnedSessions;
import dev.holdpoint.engine.external.ServedSessions;
import dev.holdpoint.engine.run.Slots;
import dev.holdpoint.http.v1.NativeSurface;
import dev.holdpoint.http.v1.view.StandingViews;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The agents that clients speak to themselves. */
public final class AcpProcesses {
  private static final Logger log = LoggerFactory.getLogger(AcpProcesses.class);

  private AcpProcesses() {}

  /** Whoever waits for a process of the last daemon is told first that it is gone. */
  public static Servers servers(
      Config config,
      Processes processes,
      Commits commits,
      Slots slots,
      NativeSurface.Rooms rooms,
      WireJson json,
      AllAgents reach,
      ClusterWiring nodes)
      throws StartRefused {
    ServedSessions sessions = new ServedSessions(commits, slots);
    nodes.settles(
        "seeing to what agents waited for",
        epoch -> {
          int left = sessions.interruptLeft(rooms.engine(), epoch);
          if (left > 0) {
            log.warn("{} requests belonged to agents that ended with their daemon", left);
          }
        });
    Map<String, String> environment = System.getenv();
    Servers servers =
        new Servers(
            agents(config),
            config.agentPatience().servers(),
            (command, incoming) ->
                AgentLink.start(
                    command, made(config.workspaceRoot()), processes, environment, incoming),
            new Servers.Core(
                rooms.engine(),
                rooms.outside(),
                sessions,
                new OwnedSessions(rooms.engine(), commits),
                rooms.runs(),
                rooms.approvals(),
                rooms.questions(),
                NodeReach.of(rooms.engine(), config.cluster().leaseMs()),
                (run, gate) -> standing(rooms, json, run, gate),
                rooms.proof().answered()));
    rooms.engine().onCommit(servers.listener());
    reach.serve(servers);
    return servers;
  }

  private static @Nullable Json standing(
      NativeSurface.Rooms rooms, WireJson json, Run run, Gate gate) {
    StandingView now =
        StandingViews.of(rooms.access().standings().of(run, gate), rooms.engine().nowMs());
    return now == null ? null : new Json(json.text(now));
  }

  private static Path made(Path folder) throws PeerFailure {
    try {
      return Files.createDirectories(folder);
    } catch (IOException e) {
      throw new PeerFailure(
          "agents cannot be started, because their folder cannot be created: " + e);
    }
  }

  /** Only those speak the protocol that clients speak. */
  private static Map<String, Servers.Served> agents(Config config) throws StartRefused {
    Map<String, Servers.Served> agents = new HashMap<>();
    Path root = config.workspaceRoot();
    for (AgentConfig agent : AgentWiring.agents(config)) {
      if (agent.kind() == AgentKind.ACP) {
        agents.put(agent.name(), new Servers.Served(Peers.command(agent), agent.rules(root)));
      }
    }
    // The one that is built in, unless somebody has put another in its place.
    agents.putIfAbsent(
        AgentConfig.MOCK, new Servers.Served(Peers.builtIn(), ClientRules.usual(List.of(root))));
    return agents;
  }
}
