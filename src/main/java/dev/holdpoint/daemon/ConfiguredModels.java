package dev.holdpoint.daemon;

import dev.holdpoint.agent.model.Model;
import dev.holdpoint.agent.model.ScriptedModel;
import dev.holdpoint.daemon.config.Config;
import java.util.HashMap;
import java.util.Map;

/**
 * The models of the routes that are configured.
 *
 * @param names what the model of a route is called where a run names none
 */
record ConfiguredModels(Map<String, Model> byRoute, Map<String, String> names) {
  static ConfiguredModels of(Map<String, Config.Route> routes) {
    Map<String, Model> models = new HashMap<>();
    Map<String, String> names = new HashMap<>();
    routes.forEach(
        (name, route) -> {
          Model model =
              switch (route.provider()) {
                case SCRIPTED -> new ScriptedModel();
              };
          models.put(name, model);
          names.put(name, route.model() == null ? model.defaultModel() : route.model());
        });
    return new ConfiguredModels(models, names);
  }
}
