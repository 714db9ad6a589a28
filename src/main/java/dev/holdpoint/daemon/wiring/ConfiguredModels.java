package dev.holdpoint.daemon.wiring;

import dev.holdpoint.agent.model.Model;
import dev.holdpoint.agent.model.ModelFailure;
import dev.holdpoint.agent.model.ModelRequest;
import dev.holdpoint.agent.model.ModelTurn;
import dev.holdpoint.agent.model.ScriptedModel;
import dev.holdpoint.agent.provider.AnthropicDialect;
import dev.holdpoint.agent.provider.ApiKey;
import dev.holdpoint.agent.provider.GeminiDialect;
import dev.holdpoint.agent.provider.ModelCallMetrics;
import dev.holdpoint.agent.provider.OllamaDialect;
import dev.holdpoint.agent.provider.OpenAiDialect;
import dev.holdpoint.agent.provider.ProviderDialect;
import dev.holdpoint.agent.provider.ProviderModel;
import dev.holdpoint.agent.provider.ProviderWire;
import dev.holdpoint.agent.provider.Route;
import dev.holdpoint.api.daemon.DaemonBodies.StatusView;
import dev.holdpoint.daemon.config.Config;
import dev.holdpoint.daemon.config.RouteConfig;
import dev.holdpoint.daemon.metrics.ModelCalls;
import dev.holdpoint.daemon.start.RouteKey;
import dev.holdpoint.daemon.start.StartRefused;
import dev.holdpoint.engine.port.ModelRoutes;
import dev.holdpoint.engine.run.Routes;
import dev.holdpoint.http.v1.daemon.Warnings;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The models of the routes that are configured.
 *
 * @param names what the model of a route is called where a run names none
 * @param notReady why a route cannot be used, for those that cannot
 * @param secrets the keys, so that they can be kept out of what is kept
 */
public record ConfiguredModels(
    Map<String, Model> byRoute,
    Map<String, String> names,
    Map<String, String> notReady,
    List<String> secrets,
    ModelRoutes listing,
    ModelCalls calls,
    ProviderWire wire)
    implements AutoCloseable {

  public static ConfiguredModels of(Config config, String userAgent) {
    ProviderWire wire = new ProviderWire(userAgent);
    ModelCalls calls = new ModelCalls();
    Map<String, Model> models = new HashMap<>();
    Map<String, String> names = new HashMap<>();
    Map<String, String> notReady = new HashMap<>();
    List<String> secrets = new ArrayList<>();
    List<ModelRoutes.Listed> listed = new ArrayList<>();
    config
        .routes()
        .forEach(
            (name, route) -> {
              RouteKey key = RouteKey.of(route, config);
              if (key.value() != null) {
                secrets.add(key.value());
              }
              String problem = key.problem();
              Model model =
                  problem == null ? model(route, key, wire, calls) : new NotReady(route, problem);
              models.put(name, model);
              names.put(name, route.model() == null ? model.defaultModel() : route.model());
              if (problem != null) {
                notReady.put(name, problem);
              }
              listed.add(
                  new ModelRoutes.Listed(
                      name,
                      route.provider().name().toLowerCase(Locale.ROOT),
                      names.get(name),
                      route.fallbackModel(),
                      problem,
                      name.equals(config.defaultRoute())));
            });
    return new ConfiguredModels(
        models, names, notReady, secrets, () -> List.copyOf(listed), calls, wire);
  }

  private static Model model(
      RouteConfig route, RouteKey key, ProviderWire wire, ModelCallMetrics meter) {
    ProviderDialect dialect =
        switch (route.provider()) {
          case SCRIPTED -> null;
          case OPENAI -> new OpenAiDialect();
          case ANTHROPIC -> new AnthropicDialect();
          case GEMINI -> new GeminiDialect();
          case OLLAMA -> new OllamaDialect();
        };
    return dialect == null
        ? new ScriptedModel()
        : new ProviderModel(of(route, dialect, key), wire, Thread::sleep, meter);
  }

  private static Route of(RouteConfig route, ProviderDialect dialect, RouteKey key) {
    String value = key.value();
    return new Route(
        route.name(),
        dialect,
        route.baseUrl() == null ? null : route.baseUrl().toString(),
        value == null ? ApiKey.NONE : ApiKey.of(value),
        String.valueOf(route.model()),
        route.fallbackModel(),
        route.patience().timeoutMs(),
        route.patience().idleMs(),
        route.patience().attempts(),
        route.room().context(),
        route.room().maxOutput(),
        price(route.price()));
  }

  private static Route.@Nullable Price price(RouteConfig.Price price) {
    BigDecimal input = price.input();
    BigDecimal output = price.output();
    return input == null || output == null ? null : new Route.Price(input, output);
  }

  /** By which runs go: those of the agents outside too. */
  public Routes routes(Config config) throws StartRefused {
    return new Routes(config.defaultRoute(), AgentWiring.routes(names, config), notReady);
  }

  /** With the secrets of others. */
  public List<String> secretsAnd(List<String> others) {
    return Stream.concat(secrets.stream(), others.stream()).toList();
  }

  /** What is wanting, beside what is wanting elsewhere. */
  public List<StatusView.Warning> warningsAnd(List<StatusView.Warning> others) {
    return Stream.concat(warnings(), others.stream()).toList();
  }

  @Override
  public void close() {
    wire.close();
  }

  private Stream<StatusView.Warning> warnings() {
    return listing.all().stream()
        .filter(route -> route.problem() != null)
        .map(
            route ->
                new StatusView.Warning(
                    Warnings.Code.ROUTE_NOT_READY.wire(),
                    "The route '%s' cannot be used: %s.".formatted(route.name(), route.problem())));
  }

  /** A run that was taken on while its route was well fails with what is wrong now. */
  private record NotReady(RouteConfig route, String problem) implements Model {
    @Override
    public String defaultModel() {
      return String.valueOf(route.model());
    }

    @Override
    public ModelTurn next(ModelRequest request, Consumer<String> onText) throws ModelFailure {
      throw new ModelFailure("the route '%s' cannot be used: %s".formatted(route.name(), problem));
    }
  }
}
