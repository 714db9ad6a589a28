package dev.holdpoint.agent.mcp;

import java.nio.ByteBuffer;
import java.util.function.IntConsumer;

/** The lines of one stream of events, of which only those with data in them are of use. */
final class StreamLines {
  private static final String DATA = "data:";

  /** Of a line that does not end, so much at a time is told. */
  private static final int PIECE = 64 * 1024;

  private final IntConsumer stray;
  private final Runnable message;
  private boolean data = true;
  private boolean afterReturn;
  private int length;

  /**
   * @param stray hears the length of each line that carries nothing
   * @param message hears of each that carries something
   */
  StreamLines(IntConsumer stray, Runnable message) {
    this.stray = stray;
    this.message = message;
  }

  /** Reads what has come, and leaves it for the next reader. */
  void read(ByteBuffer bytes) {
    for (int at = bytes.position(); at < bytes.limit(); at++) {
      byte one = bytes.get(at);
      if (one == '\n' && afterReturn) {
        afterReturn = false;
      } else if (one == '\n' || one == '\r') {
        afterReturn = one == '\r';
        end();
      } else {
        afterReturn = false;
        another(one);
      }
    }
  }

  private void another(byte one) {
    data &= length >= DATA.length() || one == DATA.charAt(length);
    length++;
    if (length == PIECE && !data) {
      stray.accept(length);
      length = 0;
    } else if (length == Integer.MAX_VALUE) {
      length = PIECE;
    }
  }

  private void end() {
    // An empty one has a blank behind the colon, or nothing.
    if (data && length > DATA.length() + 1) {
      message.run();
    } else {
      stray.accept(length + 1);
    }
    data = true;
    length = 0;
  }
}
