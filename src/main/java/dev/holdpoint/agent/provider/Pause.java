package dev.holdpoint.agent.provider;

/** How the time until the next attempt is spent; an interrupt ends it. */
@FunctionalInterface
public interface Pause {
  void take(long ms) throws InterruptedException;
}
