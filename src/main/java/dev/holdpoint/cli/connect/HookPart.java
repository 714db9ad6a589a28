package dev.holdpoint.cli.connect;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A hook of Claude Code that asks a daemon. It names the variable of the token and never the token,
 * and blocks the tool when nobody answers.
 *
 * @param then what is answered when nobody decides in time; null for what is usual
 */
record HookPart(
    URI daemon,
    HookEvent event,
    String matcher,
    Duration patience,
    @Nullable String then,
    String tokenVariable)
    implements SettingsPart {
  private static final String HOOKS = "hooks";
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  /** For the way there and back: the daemon must be the one who ends the wait. */
  private static final Duration MARGIN = Duration.ofSeconds(30);

  @Override
  public List<Replaced> addTo(ObjectNode settings) throws UnknownShape {
    ObjectNode wanted = group();
    List<Place> ours = ours(settings);
    // So that nothing moves in a file that is as it should be.
    if (ours.equals(List.of(new Place(event, wanted)))) {
      return List.of();
    }
    List<Replaced> replaced =
        ours.stream()
            .map(place -> Replaced.hook(place.event(), place.group().path("matcher").asString("")))
            .toList();
    removeFrom(settings);
    ObjectNode hooks = settings.withObjectProperty(HOOKS);
    hooks.withArrayProperty(event.setting).add(wanted);
    return replaced;
  }

  private ObjectNode group() {
    ObjectNode group = JSON.objectNode().put("matcher", matcher);
    group.putArray(HOOKS).add(handler());
    return group;
  }

  private ObjectNode handler() {
    ObjectNode handler =
        JSON.objectNode()
            .put("type", "http")
            .put(
                "url",
                daemon
                    + event.path
                    + "?wait_ms="
                    + patience.toMillis()
                    + (then == null ? "" : "&then=" + then))
            .put("timeout", Math.toIntExact(patience.plus(MARGIN).toSeconds()));
    handler.putObject("headers").put("Authorization", "Bearer $" + tokenVariable);
    handler.putArray("allowedEnvVars").add(tokenVariable);
    return handler.put("onFailure", "block");
  }

  /** Where a hook of ours is. */
  private record Place(HookEvent event, JsonNode group) {}

  private static List<Place> ours(ObjectNode settings) throws UnknownShape {
    List<Place> ours = new ArrayList<>();
    for (HookEvent one : HookEvent.values()) {
      for (JsonNode group : groups(settings, one)) {
        for (JsonNode handler : handlers(group, one)) {
          if (isOurs(handler)) {
            ours.add(new Place(one, group));
          }
        }
      }
    }
    return ours;
  }

  @Override
  public void removeFrom(ObjectNode settings) throws UnknownShape {
    for (HookEvent one : HookEvent.values()) {
      ArrayNode groups = groups(settings, one);
      boolean removed = false;
      for (Iterator<JsonNode> each = groups.iterator(); each.hasNext(); ) {
        ArrayNode handlers = handlers(each.next(), one);
        int before = handlers.size();
        handlers.removeIf(HookPart::isOurs);
        if (handlers.size() < before) {
          removed = true;
          if (handlers.isEmpty()) {
            each.remove();
          }
        }
      }
      if (removed && groups.isEmpty() && settings.get(HOOKS) instanceof ObjectNode hooks) {
        hooks.remove(one.setting);
        if (hooks.isEmpty()) {
          settings.remove(HOOKS);
        }
      }
    }
  }

  /** By where it asks: also when the daemon has moved since. */
  private static boolean isOurs(JsonNode handler) {
    String url = handler.path("url").asString("");
    int query = url.indexOf('?');
    String place = query < 0 ? url : url.substring(0, query);
    return handler.path("type").asString("").equals("http")
        && Arrays.stream(HookEvent.values()).anyMatch(event -> place.endsWith(event.path));
  }

  private static ArrayNode groups(ObjectNode settings, HookEvent event) throws UnknownShape {
    JsonNode hooks = settings.get(HOOKS);
    if (hooks == null) {
      return JSON.arrayNode();
    }
    if (!hooks.isObject()) {
      throw new UnknownShape("its hooks are not an object");
    }
    return list(hooks.get(event.setting), "its hooks." + event.setting);
  }

  private static ArrayNode handlers(JsonNode group, HookEvent event) throws UnknownShape {
    return list(group.get(HOOKS), "the hooks of a matcher in its hooks." + event.setting);
  }

  private static ArrayNode list(@Nullable JsonNode value, String what) throws UnknownShape {
    if (value == null) {
      return JSON.arrayNode();
    }
    if (!(value instanceof ArrayNode list)) {
      throw new UnknownShape(what + " are not a list");
    }
    return list;
  }

  /** What in the file keeps Claude Code from asking, or from asking here. */
  List<String> obstacles(ObjectNode settings) {
    List<String> obstacles = new ArrayList<>();
    if (settings.path("disableAllHooks").asBoolean(false)) {
      obstacles.add("disableAllHooks is true: hooks are not called");
    }
    if (settings.get("allowedHttpHookUrls") instanceof ArrayNode urls
        && urls.valueStream().noneMatch(one -> covers(one.asString(""), daemon + event.path))) {
      obstacles.add("allowedHttpHookUrls does not list this daemon: hooks cannot call it");
    }
    if (settings.get("httpHookAllowedEnvVars") instanceof ArrayNode names
        && names.valueStream().noneMatch(one -> one.asString("").equals(tokenVariable))) {
      obstacles.add(
          "httpHookAllowedEnvVars does not list " + tokenVariable + ": the token is not sent");
    }
    return obstacles;
  }

  private static boolean covers(String pattern, String url) {
    int star = pattern.indexOf('*');
    return star < 0 ? url.equals(pattern) : url.startsWith(pattern.substring(0, star));
  }
}
