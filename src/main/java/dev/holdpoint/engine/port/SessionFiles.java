package dev.holdpoint.engine.port;

/** What a session has on disk beside its rows. */
@FunctionalInterface
public interface SessionFiles {
  /** Takes all of it away. Removing what is gone does nothing. */
  void remove(String sessionId);
}
