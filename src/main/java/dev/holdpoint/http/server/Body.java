package dev.holdpoint.http.server;

import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.engine.heap.HeapShare;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * A body that is arriving. Memory grows with what has arrived, never with what was announced, so a
 * client that promises much and sends little costs little.
 */
final class Body {
  private static final byte[] EMPTY = {};
  private static final int FIRST = 8 * 1024;

  /** It is copied when it grows, and once more when it is whole. */
  private static final int ARRIVING = 2;

  private final HeapShare share;
  private final int limit;
  private final long announced;
  private byte[] bytes = EMPTY;
  private int length;

  /** {@code announced} is the Content-Length, or -1. */
  Body(HeapShare share, int limit, long announced) {
    this.share = share;
    this.limit = limit;
    this.announced = announced;
    if (announced > limit) {
      throw tooLarge();
    }
  }

  void add(ByteBuffer chunk) {
    int more = chunk.remaining();
    if (more > limit - length) {
      throw tooLarge();
    }
    if (length + more > bytes.length) {
      grow(length + more);
    }
    chunk.get(bytes, length, more);
    length += more;
  }

  boolean isEmpty() {
    return length == 0;
  }

  /** All of it, once there is room for what is made of it. */
  byte[] whole() {
    long weight = Weight.of(bytes, length);
    if (weight > share.most()) {
      throw Problem.PAYLOAD_TOO_LARGE
          .because(
              "The body needs about %d bytes of memory because of its many members and elements; the maximum is %d. Send fewer of them."
                  .formatted(weight, share.most()))
          .asException();
    }
    share.grow(weight);
    byte[] all = length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
    bytes = EMPTY;
    length = 0;
    return all;
  }

  private void grow(int needed) {
    long most = announced < 0 ? limit : announced;
    long wanted = Math.max(needed, Math.min(most, Math.max(FIRST, 2L * bytes.length)));
    int size = (int) Math.min(wanted, limit);
    share.grow((long) ARRIVING * size);
    bytes = Arrays.copyOf(bytes, size);
  }

  private Refused tooLarge() {
    return Problem.PAYLOAD_TOO_LARGE
        .because("The body is larger than the maximum of " + limit + " bytes.")
        .asException();
  }
}
