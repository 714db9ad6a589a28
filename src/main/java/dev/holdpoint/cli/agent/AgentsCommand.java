package dev.holdpoint.cli.agent;

import dev.holdpoint.api.agent.AgentBodies.AgentList;
import dev.holdpoint.api.agent.AgentBodies.AgentView;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.Table;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;

/** {@code holdpoint agents}. */
@Command(
    name = "agents",
    description = {
      "Lists the agents of a daemon: which are configured, which are "
          + "installed, which have keys.",
      "A run uses a configured agent with the route acp:NAME. docs/agents.md "
          + "explains how to connect one."
    },
    subcommands = AgentsTestCommand.class,
    footer = {
      "  holdpoint agents",
      "  holdpoint agents --json",
      "  holdpoint agents test codex    does it ask before it acts?",
      "",
      ExitCode.TABLE
    })
public final class AgentsCommand extends DaemonCommand {
  @Override
  protected int run(HoldpointClient client) throws CallFailed {
    List<AgentView> agents = client.agents();
    if (json()) {
      printJson(new AgentList(agents));
    } else {
      Table table = new Table("AGENT", "CONFIGURED", "INSTALLED", "KEYS", "CAN");
      for (AgentView agent : agents) {
        table.row(
            agent.id(),
            word(agent.configured()),
            word(agent.installed()),
            word(agent.credentialsAvailable()),
            can(agent.capabilities()));
      }
      table.print(out(), paint());
    }
    return ExitCode.OK;
  }

  private static String word(boolean yes) {
    return yes ? "yes" : "no";
  }

  private static String can(AgentView.Capabilities capabilities) {
    List<String> can = new ArrayList<>();
    if (capabilities.questions()) {
      can.add("ask");
    }
    if (capabilities.permissions()) {
      can.add("request permission");
    }
    if (Boolean.TRUE.equals(capabilities.sessionLoad())) {
      can.add("be taken up again");
    }
    return String.join(", ", can);
  }
}
