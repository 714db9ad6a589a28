package dev.holdpoint.agent.acp;

import dev.holdpoint.agent.acp.wire.StderrTail;
import dev.holdpoint.agent.peer.AgentSelf;
import dev.holdpoint.engine.json.JsonTree;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The modes that an agent offers in a session.
 *
 * @param option the configuration option that holds the mode; null where the agent has a method of
 *     its own for modes
 * @param offered by the ids that the agent has for them
 * @param current the one that the session is in; null when the agent does not say
 * @param untold whether the agent may offer modes of which it has said nothing
 */
record OfferedModes(
    @Nullable String option,
    List<AgentSelf.Mode> offered,
    @Nullable String current,
    boolean untold) {
  static final OfferedModes NONE = new OfferedModes(null, List.of(), null, false);
  private static final OfferedModes UNTOLD = new OfferedModes(null, List.of(), null, true);

  private static final String MODE = "mode";
  private static final int MOST = 200;

  /** Of the answer to a request that opened a session. */
  static OfferedModes read(JsonNode opened) {
    OfferedModes option = option(opened.path("configOptions"));
    if (option != null) {
      return option;
    }
    JsonNode modes = opened.path("modes");
    List<AgentSelf.Mode> offered = new ArrayList<>();
    for (JsonNode mode : modes.path("availableModes")) {
      add(offered, mode.path("id"), mode.path("name"));
    }
    return new OfferedModes(null, List.copyOf(offered), text(modes.path("currentModeId")), false);
  }

  /**
   * Of the answer to a request that brought a session back. The protocol lets it leave out what the
   * agent offers: then only the agent knows.
   */
  static OfferedModes readAgain(JsonNode broughtBack) {
    OfferedModes told = read(broughtBack);
    return told.equals(NONE) ? UNTOLD : told;
  }

  /** The option that holds the mode among those of a session; null when none does. */
  static @Nullable OfferedModes option(JsonNode options) {
    JsonNode found = null;
    for (JsonNode option : options) {
      if (option.path("category").asString("").equals(MODE)) {
        found = option;
        break;
      }
      if (found == null && option.path("id").asString("").equals(MODE)) {
        found = option;
      }
    }
    String id = found == null ? null : text(found.path("id"));
    if (found == null || id == null) {
      return null;
    }
    List<AgentSelf.Mode> offered = new ArrayList<>();
    for (JsonNode value : found.path("options")) {
      if (value.path("options").isArray()) {
        value
            .path("options")
            .forEach(inGroup -> add(offered, inGroup.path("value"), inGroup.path("name")));
      } else {
        add(offered, value.path("value"), value.path("name"));
      }
    }
    return new OfferedModes(id, List.copyOf(offered), text(found.path("currentValue")), false);
  }

  private static void add(List<AgentSelf.Mode> offered, JsonNode id, JsonNode name) {
    String text = text(id);
    if (text != null && offered.size() < MOST) {
      String shown = text(name);
      offered.add(new AgentSelf.Mode(text, shown == null ? text : shown));
    }
  }

  List<String> ids() {
    return offered.stream().map(AgentSelf.Mode::id).toList();
  }

  private static @Nullable String text(JsonNode node) {
    return node.isString() && !node.stringValue().isBlank() ? node.stringValue() : null;
  }

  /** Whether it is worth trying to set the mode. */
  boolean mayOffer(String mode) {
    return untold || ids().contains(mode);
  }

  String method() {
    return option == null ? "session/set_mode" : "session/set_config_option";
  }

  /** What the method takes. */
  ObjectNode params(String sessionId, String mode) {
    ObjectNode params = JsonTree.object().put("sessionId", sessionId);
    return option == null
        ? params.put("modeId", mode)
        : params.put("configId", option).put("value", mode);
  }

  /** For people. */
  String names() {
    return offered.isEmpty()
        ? "it offers none"
        : "it offers " + String.join(", ", ids().stream().map(StderrTail::plain).toList());
  }
}
