package dev.holdpoint.agent.acp.wire;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * What is on its way into a pipe, in order. A thread is there only while there is something to
 * write; it may wait for as long as the other side does not read.
 */
final class Sending {
  private static final int MAX_PIECES = 1_000;
  private static final long MAX_BYTES = 64L << 20;

  private final String name;
  private final OutputStream out;
  private final Runnable notTaken;
  private final Queue<byte[]> pieces = new ArrayDeque<>();
  private long bytes;
  private boolean writing;

  /**
   * @param notTaken run when the other side takes nothing any more
   */
  Sending(String name, OutputStream out, Runnable notTaken) {
    this.name = name;
    this.out = out;
    this.notTaken = notTaken;
  }

  /** False if there is too much before it; then it is not sent. */
  synchronized boolean add(byte[] piece) {
    if (pieces.size() >= MAX_PIECES || bytes + piece.length > MAX_BYTES) {
      return false;
    }
    pieces.add(piece);
    bytes += piece.length;
    if (!writing) {
      writing = true;
      Thread.ofPlatform().daemon().name("agent-stdin-" + name).start(this::write);
    }
    return true;
  }

  private void write() {
    try {
      for (byte[] piece = next(); piece != null; piece = next()) {
        out.write(piece);
        out.flush();
      }
    } catch (IOException e) {
      // It keeps saying that it writes, so that nobody tries again.
      notTaken.run();
    }
  }

  private synchronized byte @Nullable [] next() {
    byte[] piece = pieces.poll();
    writing = piece != null;
    bytes -= piece == null ? 0 : piece.length;
    return piece;
  }
}
