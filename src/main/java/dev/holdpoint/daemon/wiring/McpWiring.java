package dev.holdpoint.daemon.wiring;

import dev.holdpoint.agent.mcp.McpServers;
import dev.holdpoint.agent.mcp.ServerQuestions;
import dev.holdpoint.agent.mcp.ServerSpec;
import dev.holdpoint.agent.mcp.Transports;
import dev.holdpoint.agent.peer.AgentCommand;
import dev.holdpoint.agent.process.Processes;
import dev.holdpoint.api.daemon.DaemonBodies.StatusView;
import dev.holdpoint.daemon.config.Config;
import dev.holdpoint.daemon.config.ConfigException;
import dev.holdpoint.daemon.config.McpServerConfig;
import dev.holdpoint.daemon.start.StartRefused;
import dev.holdpoint.engine.commit.Commits;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.external.Elicitations;
import dev.holdpoint.engine.external.ExternalGates;
import dev.holdpoint.engine.port.McpDirectory;
import dev.holdpoint.engine.run.Slots;
import dev.holdpoint.http.v1.daemon.Warnings;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The servers whose tools runs can use: which there are, and whom they ask. */
public final class McpWiring implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(McpWiring.class);
  private static final AgentCommand.Kind KIND = new AgentCommand.Kind("MCP server", "mcp_servers");

  private final Engine engine;
  private final ServerQuestions questions;
  private final McpServers servers;

  public McpWiring(Config config, String version, Processes processes, Engine engine)
      throws StartRefused {
    this.engine = engine;
    this.questions = new ServerQuestions(engine);
    this.servers =
        new McpServers(
            specs(config),
            new Transports(config.workspaceRoot(), processes, System.getenv()),
            questions,
            version);
  }

  private static List<ServerSpec> specs(Config config) throws StartRefused {
    try {
      return config.mcpServers().stream().map(McpWiring::spec).toList();
    } catch (ConfigException e) {
      throw new StartRefused(String.valueOf(e.getMessage()));
    }
  }

  private static ServerSpec spec(McpServerConfig server) {
    return new ServerSpec(
        server.name(),
        server.url() == null
            ? new ServerSpec.Command(
                new AgentCommand(
                    KIND, server.name(), server.commandLine(), server.environment(), server.cwd()))
            : new ServerSpec.Http(server.url(), server.headers()),
        switch (server.protocol()) {
          case "2025-11-25" -> ServerSpec.Protocol.OLDER;
          case "2026-07-28" -> ServerSpec.Protocol.MODERN;
          default -> ServerSpec.Protocol.AUTO;
        },
        Duration.ofMillis(server.connectTimeoutMs()),
        Duration.ofMillis(server.callTimeoutMs()),
        Duration.ofMillis(server.taskTimeoutMs()),
        server.callsAtOnce());
  }

  public McpServers servers() {
    return servers;
  }

  /** Takes back what calls of the last daemon have asked, and begins to connect. */
  public void begin(Commits commits, Slots slots, ExternalGates gates, ClusterWiring nodes) {
    Elicitations elicitations = new Elicitations(commits, slots, gates);
    nodes.settles(
        "withdrawing questions of calls that are over",
        epoch -> {
          int left = elicitations.closeLeft(engine, epoch);
          if (left > 0) {
            log.warn("{} questions belonged to calls that ended with their daemon", left);
          }
        });
    questions.begin(elicitations);
    servers.start();
  }

  /** Those, and one for each server that cannot be had. */
  public List<StatusView.Warning> and(List<StatusView.Warning> others) {
    return Stream.concat(
            others.stream(),
            servers.all().stream()
                .filter(server -> server.status() == McpDirectory.Status.FAILED)
                .map(
                    server ->
                        new StatusView.Warning(
                            Warnings.Code.MCP_SERVER_UNREACHABLE.wire(),
                            "Runs do not have the tools of an MCP server: " + server.error())))
        .toList();
  }

  @Override
  public void close() {
    questions.close();
    servers.close();
  }
}
