package dev.holdpoint.core.agent;

import dev.holdpoint.core.shelf.Kept;
import dev.holdpoint.core.shelf.Shelf;
import org.jspecify.annotations.Nullable;

/**
 * That a session works with an agent outside. Kept before the agent is given anything to do, so
 * that nobody gives it the same twice.
 *
 * @param key the session's
 * @param agent by the name under which it is configured
 * @param talkId what the agent calls the conversation
 * @param lasting whether the agent can take the conversation up after its process has ended
 * @param runKey of the run whose input the agent has been given, or is about to be; null when that
 *     has ended
 */
public record Engagement(
    long key, String sessionId, String agent, String talkId, boolean lasting, @Nullable Long runKey)
    implements Kept {
  public static final Shelf<Engagement> SHELF = new Shelf<>(22, Engagement.class);

  /** The group of those whose agent has something to do. */
  public static final String BUSY = "busy";

  @Override
  public String group() {
    return runKey == null ? "" : BUSY;
  }

  /** Whether the run's input has been given to the agent, or may have been. */
  public boolean isOf(long run) {
    return runKey != null && runKey == run;
  }

  public Engagement idle() {
    return new Engagement(key, sessionId, agent, talkId, lasting, null);
  }
}
