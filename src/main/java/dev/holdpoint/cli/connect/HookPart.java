package dev.holdpoint.cli.connect;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The hooks of a program that ask a daemon. They name the variable of the token and never the
 * token, and block the tool when nobody answers.
 */
record HookPart(Asking asking) implements SettingsPart {
  private static final String HOOKS = "hooks";
  private static final String VERSION = "version";
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  /** For the way there and back: the daemon must be the one who ends the wait. */
  private static final Duration HTTP_MARGIN = Duration.ofSeconds(30);

  /** After these the dialog of Claude Code is settled, or gone. */
  private static final List<String> OVER =
      List.of("PostToolUse", "PostToolUseFailure", "UserPromptSubmit", "Stop", "SessionEnd");

  /** With these Claude Code says what became of a tool use. */
  private static final List<String> RESULTS = List.of("PostToolUse", "PostToolUseFailure");

  /** An entry in the list of an event. */
  record Entry(String setting, JsonNode entry) {}

  /**
   * Where a handler of ours is.
   *
   * @param index of the entry in its list
   * @param place of the handler in the entry; null where nothing else is in the entry
   */
  private record Place(
      String setting, int index, @Nullable Integer place, JsonNode entry, JsonNode handler) {
    List<String> path() {
      return place == null
          ? List.of(HOOKS, setting, Integer.toString(index))
          : List.of(HOOKS, setting, Integer.toString(index), HOOKS, Integer.toString(place));
    }

    /** Whether it tells something, and asks nothing. */
    boolean isTelling() {
      return lead(handler).contains("/over") || lead(handler).contains("/post-tool-use");
    }
  }

  @Override
  public Added addTo(@Nullable String before) throws UnknownShape {
    SettingsText text = read(before);
    List<Entry> wanted = entries();
    for (Entry entry : wanted) {
      check(text.tree(), entry.setting());
    }
    List<Place> ours = ours(text.tree());
    // So that nothing moves in a file that is as it should be.
    if (before != null
        && ours.size() == wanted.size()
        && texts(wanted)
            .equals(
                texts(ours.stream().map(one -> new Entry(one.setting(), one.entry())).toList()))) {
      return new Added(before, List.of());
    }
    List<Replaced> replaced =
        ours.stream()
            .filter(place -> !place.isTelling())
            .map(
                place -> Replaced.hook(place.setting(), place.entry().path("matcher").asString("")))
            .toList();
    remove(text, ours);
    if (asking.program().isVersioned() && text.isFresh()) {
      text.put(List.of(VERSION), JSON.numberNode(1));
    }
    boolean first = !text.tree().has(HOOKS);
    for (Entry entry : wanted) {
      text.append(List.of(HOOKS, entry.setting()), entry.entry());
    }
    // Behind the hooks it is known to be ours, and goes with them.
    if (asking.program().isVersioned() && first && !text.tree().has(VERSION)) {
      text.put(List.of(VERSION), JSON.numberNode(1));
    }
    return new Added(String.valueOf(text.text()), replaced);
  }

  /** As text: a number that was read may be of another class than one that was made. */
  private static Set<String> texts(List<Entry> entries) {
    return entries.stream()
        .map(one -> one.setting() + " " + one.entry())
        .collect(Collectors.toSet());
  }

  @Override
  public @Nullable String removeFrom(@Nullable String before) throws UnknownShape {
    SettingsText text = read(before);
    List<Place> ours = ours(text.tree());
    if (ours.isEmpty()) {
      return before;
    }
    remove(text, ours);
    return text.text();
  }

  private void remove(SettingsText text, List<Place> ours) {
    List<String> before = List.copyOf(text.tree().propertyNames());
    for (Place place : ours.reversed()) {
      text.remove(place.path());
    }
    if (ours.isEmpty() || !asking.program().isVersioned() || text.tree().has(HOOKS)) {
      return;
    }
    boolean behind = before.indexOf(VERSION) > before.indexOf(HOOKS);
    if (behind || text.isMade("{\n  \"version\": 1\n}\n")) {
      text.remove(List.of(VERSION));
    }
  }

  private static SettingsText read(@Nullable String before) throws UnknownShape {
    try {
      return SettingsText.of(before);
    } catch (SettingsJson.NotSettings e) {
      throw new UnknownShape(e);
    }
  }

  /** What belongs into a file. */
  List<Entry> entries() {
    List<Entry> entries = new ArrayList<>();
    for (AgentProgram.Moment moment : asking.moments()) {
      entries.add(
          new Entry(
              moment.setting(),
              asking.program().isHttp()
                  ? httpEntry(moment)
                  : asking
                      .program()
                      .shape
                      .entry(matcher(), HookLine.asking(asking, moment), asking.programTimeout())));
      if (asking.program().isHttp() && moment.event() == HookEvent.PERMISSION_REQUEST) {
        OVER.forEach(
            setting -> entries.add(new Entry(setting, tellingEntry(setting, asking.overUrl()))));
      }
    }
    if (asking.results()) {
      RESULTS.forEach(
          setting -> entries.add(new Entry(setting, tellingEntry(setting, asking.resultUrl()))));
    }
    return entries;
  }

  private String matcher() {
    return asking.matcher() == null ? "" : asking.matcher();
  }

  private ObjectNode httpEntry(AgentProgram.Moment moment) {
    ObjectNode entry = JSON.objectNode().put("matcher", matcher());
    ObjectNode handler =
        JSON.objectNode()
            .put("type", "http")
            .put("url", asking.url(moment))
            .put("timeout", asking.patience().plus(HTTP_MARGIN).toSeconds());
    handler.putObject("headers").put("Authorization", "Bearer $" + asking.tokenVariable());
    handler.putArray("allowedEnvVars").add(asking.tokenVariable());
    entry.putArray(HOOKS).add(handler.put("onFailure", "block"));
    return entry;
  }

  private ObjectNode tellingEntry(String setting, String url) {
    ObjectNode entry =
        Shape.GROUP.entry(matcher(), HookLine.telling(asking, url), Duration.ofSeconds(10));
    if (!setting.startsWith("PostToolUse")) {
      entry.remove("matcher");
    }
    return entry;
  }

  /** The handlers in these settings that ask here, or at another daemon. */
  static List<JsonNode> asking(
      AgentProgram program, AgentProgram.Moment moment, ObjectNode settings) {
    List<JsonNode> found = new ArrayList<>();
    String path = "/hooks/" + program.hook + "/" + moment.event().word();
    for (JsonNode entry : settings.path(HOOKS).path(moment.setting())) {
      for (JsonNode handler : entry.has(HOOKS) ? entry.path(HOOKS) : List.of(entry)) {
        if (lead(handler).contains(path)) {
          found.add(handler);
        }
      }
    }
    return found;
  }

  private List<Place> ours(ObjectNode settings) {
    List<Place> ours = new ArrayList<>();
    if (!(settings.get(HOOKS) instanceof ObjectNode hooks)) {
      return ours;
    }
    for (Map.Entry<String, JsonNode> event : hooks.properties()) {
      if (!(event.getValue() instanceof ArrayNode entries)) {
        continue;
      }
      for (int i = 0; i < entries.size(); i++) {
        JsonNode entry = entries.get(i);
        if (isOurs(entry)) {
          ours.add(new Place(event.getKey(), i, null, entry, entry));
        } else if (entry.get(HOOKS) instanceof ArrayNode handlers) {
          boolean all = !handlers.isEmpty() && handlers.valueStream().allMatch(this::isOurs);
          for (int j = 0; j < (all ? 1 : handlers.size()); j++) {
            if (isOurs(handlers.get(j))) {
              ours.add(new Place(event.getKey(), i, all ? null : j, entry, handlers.get(j)));
            }
          }
        }
      }
    }
    return ours;
  }

  /** By where it asks: also when the daemon has moved since. */
  private boolean isOurs(JsonNode handler) {
    return lead(handler).contains("/hooks/" + asking.program().hook + "/");
  }

  /** The command of a handler, or the address that it calls. */
  static String lead(JsonNode handler) {
    StringBuilder lead = new StringBuilder();
    Shape.LEADS.forEach(name -> lead.append(handler.path(name).asString("")));
    return lead.toString();
  }

  private static void check(ObjectNode settings, String setting) throws UnknownShape {
    JsonNode hooks = settings.get(HOOKS);
    if (hooks == null) {
      return;
    }
    if (!hooks.isObject()) {
      throw new UnknownShape("its hooks are not an object");
    }
    JsonNode entries = hooks.get(setting);
    if (entries == null) {
      return;
    }
    if (!entries.isArray()) {
      throw new UnknownShape("its hooks." + setting + " are not a list");
    }
    for (JsonNode entry : entries) {
      if (!entry.isObject() || (entry.has(HOOKS) && !entry.path(HOOKS).isArray())) {
        throw new UnknownShape(
            "the hooks of a matcher in its hooks." + setting + " are not a list");
      }
    }
  }

  @Override
  public List<String> obstacles(@Nullable String text) {
    ObjectNode settings;
    try {
      settings = SettingsText.of(text).tree();
    } catch (SettingsJson.NotSettings _) {
      return List.of();
    }
    List<String> obstacles = new ArrayList<>();
    if (settings.path("disableAllHooks").asBoolean(false)) {
      obstacles.add("disableAllHooks is true: hooks are not called");
    }
    if (!settings.at("/hooksConfig/enabled").asBoolean(true)) {
      obstacles.add("hooksConfig.enabled is false: hooks are not called");
    }
    if (has(settings.at("/hooksConfig/disabled"), "holdpoint")) {
      obstacles.add("hooksConfig.disabled lists holdpoint: the hook is not called");
    }
    if (!asking.program().isHttp()) {
      return obstacles;
    }
    String url = asking.url(asking.moments().getFirst());
    String place = url.substring(0, url.indexOf('?'));
    if (settings.get("allowedHttpHookUrls") instanceof ArrayNode urls
        && urls.valueStream().noneMatch(one -> covers(one.asString(""), place))) {
      obstacles.add("allowedHttpHookUrls does not list this daemon: hooks cannot call it");
    }
    if (settings.get("httpHookAllowedEnvVars") instanceof ArrayNode names
        && !has(names, asking.tokenVariable())) {
      obstacles.add(
          "httpHookAllowedEnvVars does not list "
              + asking.tokenVariable()
              + ": the token is not sent");
    }
    return obstacles;
  }

  private static boolean has(JsonNode list, String text) {
    return list.valueStream().anyMatch(one -> one.asString("").equals(text));
  }

  private static boolean covers(String pattern, String url) {
    int star = pattern.indexOf('*');
    return star < 0 ? url.equals(pattern) : url.startsWith(pattern.substring(0, star));
  }
}
