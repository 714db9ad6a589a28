package dev.holdpoint.api;

import static dev.holdpoint.api.Draft.get;
import static dev.holdpoint.api.Endpoint.Access.READ;

import java.util.List;

/** The ways to models. */
final class RouteEndpoints {
  static final List<Endpoint> ALL =
      Draft.all(
          get("listRoutes", "/v1/routes", READ, "Lists the model routes, and which are ready")
              .lists(RouteView.class));

  private RouteEndpoints() {}
}
