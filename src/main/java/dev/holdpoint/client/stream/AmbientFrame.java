package dev.holdpoint.client.stream;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** What an ambient stream says: how things stand, or that something is asked. */
public sealed interface AmbientFrame {
  /**
   * How things stand now. It takes the place of all that was shown: a card that is not in it has
   * been answered, here or elsewhere.
   *
   * @param pending the oldest that waits
   * @param pendingCount how many wait
   * @param initial whether it came first, or after frames that this reader was too slow for
   */
  record State(@Nullable AmbientPrompt pending, int pendingCount, boolean initial)
      implements AmbientFrame {}

  /** Something new is asked; it is said once. */
  record Raised(AmbientPrompt prompt) implements AmbientFrame {}

  /** The wrapped shape and the bare one are told apart by their members, not by the event. */
  static AmbientFrame read(String event, JsonNode data) throws JacksonException {
    if (!data.has("pending")) {
      return new Raised(AmbientPrompt.read(data));
    }
    JsonNode pending = data.path("pending");
    AmbientPrompt oldest = pending.isNull() ? null : AmbientPrompt.read(pending);
    int known = oldest == null ? 0 : 1;
    return new State(
        oldest, data.path("pending_count").asInt(known), event.equals(AmbientStream.INITIAL));
  }
}
