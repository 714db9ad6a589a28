package dev.holdpoint.http.v1.agent;

import dev.holdpoint.api.agent.AgentBodies.RouteView;
import dev.holdpoint.engine.port.ModelRoutes;
import dev.holdpoint.http.server.Handler;
import dev.holdpoint.http.server.Reply;
import java.util.Map;

/** Which model routes there are. */
public final class RouteHandlers {
  private final ModelRoutes routes;

  public RouteHandlers(ModelRoutes routes) {
    this.routes = routes;
  }

  public Map<String, Handler> all() {
    return Map.of(
        "listRoutes",
        _ -> Reply.json(200, routes.all().stream().map(RouteHandlers::view).toList()));
  }

  private static RouteView view(ModelRoutes.Listed route) {
    return new RouteView(
        route.name(),
        route.provider(),
        route.model(),
        route.fallbackModel(),
        route.problem() == null,
        route.problem(),
        route.isDefault());
  }
}
