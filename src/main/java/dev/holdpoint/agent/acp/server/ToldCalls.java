package dev.holdpoint.agent.acp.server;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The calls that an agent was told to make and has not ended yet, so that its later updates are
 * known as their results. It is gone with the process, which alone could have sent them.
 */
final class ToldCalls {
  /** As many as an agent can have open requests; the oldest is forgotten first. */
  private static final int MOST = 1_000;

  private record Key(String agentSession, String callId) {}

  /**
   * @param sessionId the session that has the permit
   * @param count how often the agent has asked for the same call
   */
  record Told(String sessionId, int count) {}

  private final Map<Key, Told> open =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Told> eldest) {
          return size() > MOST;
        }
      };

  synchronized void add(String agentSession, String callId, String sessionId) {
    open.merge(
        new Key(agentSession, callId),
        new Told(sessionId, 1),
        (before, _) -> new Told(sessionId, before.count + 1));
  }

  /** Only the first to ask gets it. */
  synchronized @Nullable Told take(String agentSession, String callId) {
    return open.remove(new Key(agentSession, callId));
  }
}
