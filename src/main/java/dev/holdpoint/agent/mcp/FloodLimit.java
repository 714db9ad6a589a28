package dev.holdpoint.agent.mcp;

import java.util.concurrent.TimeUnit;

/** Counts what a server sends unasked: more than anybody could need is a flood. */
final class FloodLimit {
  static final int MOST = 20_000;
  private static final long WHILE = TimeUnit.SECONDS.toNanos(10);

  private long since = System.nanoTime();
  private int count;

  /** False when it is too much. */
  synchronized boolean another() {
    long now = System.nanoTime();
    if (now - since > WHILE) {
      since = now;
      count = 0;
    }
    return ++count <= MOST;
  }
}
