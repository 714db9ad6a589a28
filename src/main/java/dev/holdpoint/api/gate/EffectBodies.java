package dev.holdpoint.api.gate;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Bodies about executions of calls. */
public interface EffectBodies {
  @About("One execution of a call, as it was started.")
  record EffectView(
      String toolCallId,
      String toolName,
      JsonNode input,
      @About("Lowercase hex SHA-256 of the RFC 8785 form of the tool and its input.") String digest,
      long startedAtMs,
      @About("The node that started it, where there are several.") @OmitIfUnset
          @Nullable String node,
      @About("From 1.") int attempt,
      @About("Whether processes of it were still running and were stopped.") boolean leftover,
      @About("The permit that a program outside redeemed to start it.") @OmitIfUnset
          @Nullable String permitId) {}
}
