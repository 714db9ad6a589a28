package dev.holdpoint.agent.acp.server;

import dev.holdpoint.core.record.Json;
import dev.holdpoint.engine.json.JsonTree;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Which modes and options clients may choose in an agent's sessions. An agent says which of its
 * options are about models alone; every other may be one by which it stops asking, and is treated
 * as a mode.
 */
final class Modes {
  private static final int MOST = 1_000;
  private static final int MOST_OPTIONS = 200;
  private static final Set<String> HARMLESS = Set.of("model", "model_config", "thought_level");

  private final Admission admission;
  private final Map<String, Session> sessions = new ConcurrentHashMap<>();

  /**
   * @param mode in which it began; missing where the agent has no modes
   * @param first the values that its options had when it began
   * @param harmless its options that are about models
   */
  private record Session(JsonNode mode, Map<String, JsonNode> first, Set<String> harmless) {
    static final Session UNKNOWN = new Session(JsonTree.object().path("mode"), Map.of(), Set.of());
  }

  Modes(Admission admission) {
    this.admission = admission;
  }

  /** The agent has made a session in which no client has chosen anything. */
  void began(Json result) {
    JsonNode answer = JsonTree.of(result);
    Map<String, JsonNode> first = new HashMap<>();
    for (JsonNode option : answer.path("configOptions")) {
      if (first.size() < MOST_OPTIONS) {
        first.put(option.path("id").asString(""), option.path("currentValue"));
      }
    }
    keep(
        answer.path("sessionId").asString(""),
        new Session(answer.at("/modes/currentModeId"), first, harmless(answer)));
  }

  /** The agent has told of the options of a session: in an answer, or in an update. */
  void learn(String session, JsonNode told) {
    if (told.path("configOptions").isArray()) {
      Session known = sessions.getOrDefault(session, Session.UNKNOWN);
      keep(session, new Session(known.mode, known.first, harmless(told)));
    }
  }

  private void keep(String session, Session now) {
    if (!session.isEmpty() && (sessions.containsKey(session) || sessions.size() < MOST)) {
      sessions.put(session, now);
    }
  }

  private static Set<String> harmless(JsonNode told) {
    Set<String> harmless = ConcurrentHashMap.newKeySet();
    for (JsonNode option : told.path("configOptions")) {
      if (HARMLESS.contains(option.path("category").asString(""))
          && harmless.size() < MOST_OPTIONS) {
        harmless.add(option.path("id").asString(""));
      }
    }
    return Set.copyOf(harmless);
  }

  /**
   * @throws dev.holdpoint.core.problem.Refused if a client may not choose what the request asks for
   */
  void check(Admission.Admitted request) {
    JsonNode params = JsonTree.of(request.params());
    Session session = sessions.getOrDefault(params.path("sessionId").asString(""), Session.UNKNOWN);
    switch (request.method()) {
      case "session/set_mode" -> {
        JsonNode mode = params.path("modeId");
        if (!isAllowed(mode) && !isFirst(session.mode, mode)) {
          throw admission.forbiddenMode("/params/modeId");
        }
      }
      case "session/set_config_option" -> {
        String option = params.path("configId").asString("");
        JsonNode value = params.path("value");
        if (!session.harmless.contains(option)
            && !isAllowed(value)
            && !admission.rules().modes().contains(option + "=" + value.asString(""))
            && !isFirst(session.first.get(option), value)) {
          throw admission.forbiddenMode("/params/value");
        }
      }
      default -> {}
    }
  }

  private boolean isAllowed(JsonNode mode) {
    return mode.isString() && admission.rules().modes().contains(mode.stringValue());
  }

  private static boolean isFirst(@Nullable JsonNode first, JsonNode mode) {
    return first != null && !first.isMissingNode() && !first.isNull() && first.equals(mode);
  }
}
