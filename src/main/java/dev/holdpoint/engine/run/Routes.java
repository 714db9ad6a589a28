package dev.holdpoint.engine.run;

import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.session.CredentialScope;
import dev.holdpoint.core.session.RoutePolicy;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.engine.json.JsonTree;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * By which route a run goes, and how its model is asked: what the run says wins over what the
 * session prefers, and that over the daemon's default.
 */
public final class Routes {
  private final String defaultRoute;
  private final Map<String, String> modelByRoute;
  private final Map<String, String> notReady;

  /** All of them ready. */
  public Routes(String defaultRoute, Map<String, String> modelByRoute) {
    this(defaultRoute, modelByRoute, Map.of());
  }

  /**
   * @param modelByRoute the model that each route uses unless told otherwise
   * @param notReady why a route cannot be used, and what to do, for those that cannot
   */
  public Routes(
      String defaultRoute, Map<String, String> modelByRoute, Map<String, String> notReady) {
    this.defaultRoute = defaultRoute;
    this.modelByRoute = Map.copyOf(modelByRoute);
    this.notReady = Map.copyOf(notReady);
  }

  /**
   * @param provider the route's name
   * @param generation how the model is asked, as a JSON object
   */
  public record Route(String provider, String model, Json generation) {}

  /**
   * @param provider the route that the run names, or null
   * @param generation what the run says of how to ask, as a JSON object; null for nothing
   * @throws dev.holdpoint.core.problem.Refused when there is no such route, or the session may not
   *     use it
   */
  public Route resolve(Session session, @Nullable String provider, @Nullable Json generation) {
    RoutePolicy policy = session.routePolicy();
    String preferred = policy == null ? null : policy.provider();
    String name = provider != null ? provider : preferred != null ? preferred : defaultRoute;
    String usual = modelByRoute.get(name);
    if (usual == null) {
      throw notFound(name, provider != null ? "/provider" : "");
    }
    checkScope(session, name);
    String missing = notReady.get(name);
    if (missing != null) {
      throw Problem.ROUTE_NOT_READY
          .because("The route '%s' cannot be used: %s.".formatted(name, missing))
          .at(provider != null ? "/provider" : "", "is a route that is not ready")
          .asException();
    }
    ObjectNode settings = JsonTree.object();
    if (policy != null && policy.generation() != null) {
      settings.setAll(object(policy.generation()));
      // A model is a model of its route: on another one its name means nothing.
      if (!name.equals(preferred != null ? preferred : defaultRoute)) {
        settings.remove("model");
        settings.remove("fallback_model");
      }
    }
    if (generation != null) {
      settings.setAll(object(generation));
    }
    String model = settings.path("model").asString(usual);
    return new Route(name, model, JsonTree.write(settings));
  }

  /** For a setting that is to hold later: whether there is such a route at all. */
  public void check(String name, String pointer) {
    if (!modelByRoute.containsKey(name)) {
      throw notFound(name, pointer);
    }
  }

  private static void checkScope(Session session, String name) {
    CredentialScope scope = session.effectiveCredentialScope();
    if (scope != null && !scope.routes().permit(name)) {
      throw Problem.ROUTE_NOT_READY
          .because(
              "The session's credential scope does not allow the route '"
                  + name
                  + "' (route_allow, route_deny). Name an allowed route, or change the scope "
                  + "while the session is idle.")
          .at("/provider", "is denied by the session's credential scope")
          .asException();
    }
  }

  private RuntimeException notFound(String name, String pointer) {
    return Problem.ROUTE_NOT_FOUND
        .because(
            "There is no route '"
                + name
                + "'. The routes are "
                + String.join(", ", new TreeSet<>(modelByRoute.keySet()))
                + ".")
        .at(pointer, "is not a route")
        .asException();
  }

  private static ObjectNode object(Json json) {
    return (ObjectNode) JsonTree.of(json);
  }
}
