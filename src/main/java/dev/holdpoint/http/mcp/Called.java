package dev.holdpoint.http.mcp;

import dev.holdpoint.engine.external.Waiters;
import tools.jackson.databind.JsonNode;

/** What a tool call came to. */
sealed interface Called {
  record Answered(JsonNode result) implements Called {}

  /**
   * @param vigil begun when the gate was raised or found, to be ended with the wait
   */
  record Waits(Await await, long runKey, Waiters.Vigil vigil) implements Called {}
}
