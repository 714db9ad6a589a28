package dev.holdpoint.daemon.wiring;

import dev.holdpoint.agent.directory.AgentCatalog;
import dev.holdpoint.daemon.config.AgentConfig;
import dev.holdpoint.daemon.config.Config;
import dev.holdpoint.daemon.config.ConfigException;
import dev.holdpoint.daemon.start.StartRefused;
import dev.holdpoint.engine.agent.AgentBindings;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.port.AgentDirectory;
import dev.holdpoint.engine.port.store.Queries;
import java.util.Map;

/** Which agents the configuration adds to those that everybody knows. */
public final class AgentListing {
  private AgentListing() {}

  public static AgentDirectory of(Config config, Map<String, String> environment, Engine engine)
      throws StartRefused {
    try {
      return new AgentCatalog(
          config.agents().stream().map(AgentListing::configured).toList(),
          environment,
          name -> engine.read((Queries queries) -> AgentBindings.loads(queries, name)));
    } catch (ConfigException e) {
      throw new StartRefused(String.valueOf(e.getMessage()));
    }
  }

  private static AgentCatalog.Configured configured(AgentConfig agent) {
    return new AgentCatalog.Configured(
        agent.name(),
        switch (agent.kind()) {
          case ACP -> AgentCatalog.Kind.ACP;
          case CLAUDE -> AgentCatalog.Kind.CLAUDE;
          case OPENCODE -> AgentCatalog.Kind.OPENCODE;
        },
        agent.commandLine(),
        agent.environment().keySet());
  }
}
