package dev.holdpoint.http.mcp;

import dev.holdpoint.engine.external.Waiters;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What a tool call came to. */
public sealed interface Called {
  record Answered(JsonNode result) implements Called {}

  /**
   * @param vigil begun when the gate was raised or found, to be ended with the wait
   */
  record Waits(Await await, long runKey, Waiters.Vigil vigil) implements Called {}

  /**
   * Nobody has decided yet, and the client has said that it comes back instead of waiting.
   *
   * @param requestKey as the client called it; null when it did not
   */
  record Left(GateSnapshot held, @Nullable String requestKey) implements Called {}
}
