package dev.holdpoint.http.v1;

import dev.holdpoint.core.problem.Problem;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The model routes that a submission can name. */
public final class Routes {
  private final String defaultRoute;
  private final Map<String, String> modelByRoute;

  /**
   * @param modelByRoute the model that each route uses unless told otherwise
   */
  public Routes(String defaultRoute, Map<String, String> modelByRoute) {
    this.defaultRoute = defaultRoute;
    this.modelByRoute = Map.copyOf(modelByRoute);
  }

  record Route(String name, String model) {}

  Route find(@Nullable String wanted) {
    String name = wanted == null ? defaultRoute : wanted;
    String model = modelByRoute.get(name);
    if (model == null) {
      throw Problem.ROUTE_NOT_FOUND
          .because(
              "This daemon has the routes "
                  + String.join(", ", modelByRoute.keySet().stream().sorted().toList())
                  + ".")
          .at("/provider", "names no route")
          .asException();
    }
    return new Route(name, model);
  }
}
