package dev.holdpoint.agent.opencode;

import dev.holdpoint.agent.opencode.OpenCodeApi.NotReached;
import dev.holdpoint.agent.peer.PeerFailure;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.engine.json.JsonTree;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The inputs of an OpenCode's tool calls. A permission and the call that it is for are told in any
 * order, and after a restart the call is not told again, so what is not known is asked for: people
 * see the same whatever came first.
 */
final class CallInputs {
  private static final int MOST = 500;
  private static final int LOOKS = 5;
  private static final Duration FIRST_PAUSE = Duration.ofMillis(50);
  private static final Pattern ID = Pattern.compile("[A-Za-z0-9_-]{1,200}");

  private final OpenCodeApi api;
  private final Map<Call, Json> known = new LinkedHashMap<>();

  /** Models number their calls anew in each message. */
  private record Call(String session, String message, String id) {}

  CallInputs(OpenCodeApi api) {
    this.api = api;
  }

  /** Takes note of a part, if it is a call whose input is there. */
  void told(JsonNode part) {
    JsonNode state = part.path("state");
    if (part.path("type").asString("").equals("tool")
        && !state.path("status").asString("pending").equals("pending")
        && state.path("input").isObject()) {
      known.put(
          new Call(
              part.path("sessionID").asString(""),
              part.path("messageID").asString(""),
              part.path("callID").asString("")),
          JsonTree.write(state.path("input")));
      if (known.size() > MOST) {
        known.remove(known.keySet().iterator().next());
      }
    }
  }

  /**
   * @return null for a permission that is for no call, or for one that the server does not tell
   */
  @Nullable Json of(JsonNode permission) throws InterruptedException {
    JsonNode tool = permission.path("tool");
    Call call =
        new Call(
            permission.path("sessionID").asString(""),
            tool.path("messageID").asString(""),
            tool.path("callID").asString(""));
    if (call.id.isBlank()
        || !ID.matcher(call.session).matches()
        || !ID.matcher(call.message).matches()) {
      return null;
    }
    Duration pause = FIRST_PAUSE;
    for (int look = 1; !known.containsKey(call) && look <= LOOKS; look++) {
      fetch(call);
      if (!known.containsKey(call) && look < LOOKS) {
        Thread.sleep(pause); // the call may be stored a moment later
        pause = pause.multipliedBy(2);
      }
    }
    return known.get(call);
  }

  private void fetch(Call call) throws InterruptedException {
    try {
      api.get("/session/" + call.session + "/message/" + call.message)
          .path("parts")
          .forEach(this::told);
    } catch (NotReached | PeerFailure _) {
      // People are then asked with what the permission itself says.
    }
  }
}
