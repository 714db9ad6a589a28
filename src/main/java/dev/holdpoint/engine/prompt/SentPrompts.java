package dev.holdpoint.engine.prompt;

import dev.holdpoint.core.gate.GateKind;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The prompt that this daemon last sent each caller for a session. A click without an id settles
 * that prompt only, and only once it has been on screen long enough to be read. In memory only: a
 * restart, another node or a dropped entry makes the daemon ask for the id.
 */
public final class SentPrompts {
  /** A click that comes sooner was meant for what was on screen before. */
  static final long READABLE_AFTER_MS = 1_000;

  /** Callers on screen at one time, with room to spare. */
  private static final int MOST = 10_000;

  private record Key(String callerId, GateKind kind, String sessionId) {}

  /**
   * @param waiting how many prompts waited when it was sent
   * @param sinceMs since when the caller has been sent nothing else
   */
  private record Sent(String promptId, int waiting, long sinceMs) {}

  private final LongSupplier clock;

  /** In order of use, so that the entry that was unused for longest is dropped. */
  private final Map<Key, Sent> last =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Sent> eldest) {
          return size() > MOST;
        }
      };

  /**
   * @param clock the engine's, in milliseconds
   */
  public SentPrompts(LongSupplier clock) {
    this.clock = clock;
  }

  /** Receives what one caller is sent for one session. */
  public interface Screen {
    /**
     * @param promptId null when nothing waits
     * @param waiting how many prompts wait
     */
    void shows(@Nullable String promptId, int waiting);
  }

  public Screen screen(String callerId, GateKind kind, String sessionId) {
    Key key = new Key(callerId, kind, sessionId);
    return (promptId, waiting) -> put(key, promptId, waiting);
  }

  private synchronized void put(Key key, @Nullable String promptId, int waiting) {
    if (promptId == null) {
      last.remove(key);
      return;
    }
    Sent before = last.get(key);
    // A client that polls is sent the same state again, which does not change its screen. A prompt
    // that becomes the only one does: until now the card may have shown another.
    if (before == null || before.waiting != waiting || !before.promptId.equals(promptId)) {
      last.put(key, new Sent(promptId, waiting, clock.getAsLong()));
    }
  }

  /** Whether the caller was last sent this prompt, alone, and has had the time to read it. */
  synchronized boolean isOnScreen(
      String callerId, GateKind kind, String sessionId, String promptId) {
    Sent sent = last.get(new Key(callerId, kind, sessionId));
    return sent != null
        && sent.waiting == 1
        && sent.promptId.equals(promptId)
        && clock.getAsLong() - sent.sinceMs >= READABLE_AFTER_MS;
  }
}
