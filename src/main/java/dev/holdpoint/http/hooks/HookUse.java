package dev.holdpoint.http.hooks;

import dev.holdpoint.core.gate.Caution;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A tool use as a hook tells it, whichever program it is.
 *
 * @param sessionId the program's own
 * @param turnId of the turn in which the tool is used; null where the program names none
 * @param tool the program's own name for it
 * @param callId the program's own name for this use; null where it has none
 * @param caution how carefully the program wants it handled; null where it says nothing
 */
record HookUse(
    String sessionId,
    @Nullable String turnId,
    String tool,
    ObjectNode input,
    @Nullable String callId,
    ToolPrompt.Place place,
    @Nullable Caution caution) {
  /** The name of a tool that nobody has: a hook that is asked about it is only tried out. */
  private static final String CHECK = "holdpoint_check";

  /** Two programs' names for a use may be short, so that two turns have the same one. */
  @Nullable String key() {
    return callId == null || turnId == null ? callId : turnId.length() + ":" + turnId + callId;
  }

  boolean isCheck() {
    return tool.equals(CHECK);
  }

  /** What shows whoever tries a hook out that this daemon has answered, and answered now. */
  HookOutcome checked() {
    JsonNode nonce = input.path("nonce");
    return HookOutcome.no("Holdpoint check " + (nonce.isString() ? nonce.stringValue() : ""));
  }
}
