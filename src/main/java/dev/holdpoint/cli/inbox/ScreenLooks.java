package dev.holdpoint.cli.inbox;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * When a person has looked at a card: it was on the screen for a second. A card that stays there is
 * one look, and the screen of somebody who has gone home tells nothing more.
 */
final class ScreenLooks {
  static final long LOOK_MS = 1_000;
  static final long AGAIN_MS = 60_000;

  private final Map<String, Long> told = new HashMap<>();
  private @Nullable String shown;
  private long sinceMs;
  private boolean done;

  /**
   * @param id the waiting card on the screen; null when there is none
   * @param nowMs of a clock that only goes forward
   * @return the card that has been looked at just now; null when there is nothing to tell
   */
  @Nullable String at(@Nullable String id, long nowMs) {
    if (!Objects.equals(id, shown)) {
      shown = id;
      sinceMs = nowMs;
      done = false;
    }
    if (id == null || done || nowMs - sinceMs < LOOK_MS) {
      return null;
    }
    done = true;
    told.values().removeIf(lastMs -> nowMs - lastMs >= AGAIN_MS);
    return told.putIfAbsent(id, nowMs) == null ? id : null;
  }
}
