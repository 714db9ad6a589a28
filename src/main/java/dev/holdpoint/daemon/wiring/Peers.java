package dev.holdpoint.daemon.wiring;

import dev.holdpoint.agent.acp.AcpPeer;
import dev.holdpoint.agent.claude.ClaudePeer;
import dev.holdpoint.agent.mock.MockAgent;
import dev.holdpoint.agent.opencode.OpenCodePeer;
import dev.holdpoint.agent.peer.AgentCommand;
import dev.holdpoint.agent.peer.Peer;
import dev.holdpoint.agent.process.Processes;
import dev.holdpoint.daemon.config.AgentConfig;
import dev.holdpoint.daemon.config.Config;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes the agents that are configured, each with the wire that it speaks.
 *
 * @param environment the daemon's, of which an agent gets the few variables that say where it is
 */
public record Peers(Config config, Processes processes, Map<String, String> environment) {
  Peer of(AgentConfig agent) {
    AgentCommand command = command(agent);
    return switch (agent.kind()) {
      case ACP -> acp(command, agent.mode());
      case CLAUDE -> new ClaudePeer(command, agent.mode(), processes, environment, handshake());
      case OPENCODE -> new OpenCodePeer(command, agent.url(), processes, environment, handshake());
    };
  }

  Peer mock() {
    return acp(builtIn(), null);
  }

  private Peer acp(AgentCommand command, @Nullable String mode) {
    return new AcpPeer(
        command,
        mode,
        processes,
        environment,
        new AcpPeer.Patience(
            handshake(), handshake(), Duration.ofMillis(config.agentPatience().idleMs())));
  }

  private Duration handshake() {
    return Duration.ofMillis(config.agentPatience().handshakeMs());
  }

  static AgentCommand command(AgentConfig agent) {
    return new AgentCommand(agent.name(), agent.commandLine(), agent.environment(), agent.cwd());
  }

  static AgentCommand builtIn() {
    return new AgentCommand(AgentConfig.MOCK, MockAgent.command(), Map.of(), null);
  }
}
