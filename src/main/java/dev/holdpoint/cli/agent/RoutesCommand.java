package dev.holdpoint.cli.agent;

import dev.holdpoint.api.agent.AgentBodies.RouteView;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.Table;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import java.util.List;
import picocli.CommandLine.Command;

/** {@code holdpoint routes}. */
@Command(
    name = "routes",
    description = {
      "Lists the model routes of a daemon: which are ready, and why the others are not.",
      "A run uses the route that it names as its provider. docs/models.md "
          + "explains how to add one."
    },
    footer = {"  holdpoint routes", "  holdpoint routes --json", "", ExitCode.TABLE})
public final class RoutesCommand extends DaemonCommand {
  @Override
  protected int run(HoldpointClient client) throws CallFailed {
    List<RouteView> routes = client.routes();
    if (json()) {
      printJson(routes);
    } else {
      Table table = new Table("ROUTE", "PROVIDER", "MODEL", "FALLBACK", "READY");
      for (RouteView route : routes) {
        table.row(
            route.name() + (route.isDefault() ? " (default)" : ""),
            route.provider(),
            route.model(),
            route.fallbackModel() == null ? "" : route.fallbackModel(),
            route.ready() ? "yes" : "no: " + route.reason());
      }
      table.print(out(), paint());
    }
    return ExitCode.OK;
  }
}
