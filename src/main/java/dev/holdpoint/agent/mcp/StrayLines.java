package dev.holdpoint.agent.mcp;

import java.util.concurrent.TimeUnit;

/**
 * Counts the lines of a server that are no message. A sign of life now and then is welcome for as
 * long as it likes, so all is counted by the time in which it comes.
 */
final class StrayLines {
  static final String TOLD = "has sent too many lines that are not messages";

  private static final long WHILE = TimeUnit.SECONDS.toNanos(10);
  private static final int IN_A_ROW = 1_000;

  /** A message over HTTP has a few of them around it. */
  private static final int LINES = 4 * FloodLimit.MOST;

  private static final long BYTES = Wires.MAX_MESSAGE;

  private long since = System.nanoTime();
  private int inARow;
  private int lines;
  private long bytes;

  /** False when it is too much. */
  synchronized boolean another(int length) {
    long now = System.nanoTime();
    if (now - since > WHILE) {
      since = now;
      inARow = 0;
      lines = 0;
      bytes = 0;
    }
    bytes += length;
    return ++lines <= LINES && ++inARow <= IN_A_ROW && bytes <= BYTES;
  }

  /** Something of use has come. */
  synchronized void message() {
    inARow = 0;
  }
}
