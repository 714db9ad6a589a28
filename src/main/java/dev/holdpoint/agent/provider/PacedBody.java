package dev.holdpoint.agent.provider;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Flow;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * An answer as it comes, for one reader. It asks for the next piece when the last one is read, so
 * that a provider that talks faster than we read waits; it gives up on one that falls silent, takes
 * too long or does not end; and closing it closes the connection.
 */
final class PacedBody extends InputStream implements Flow.Subscriber<List<ByteBuffer>> {
  /** Far more than any turn; a provider that goes on is broken. */
  private static final long MOST_BYTES = 32L << 20;

  private final long idleNanos;
  private final long deadline;
  private final BlockingQueue<Arrival> arrived = new LinkedBlockingQueue<>();
  private volatile Flow.@Nullable Subscription subscription;
  private volatile @Nullable Throwable broken;
  private volatile boolean closed;
  private List<ByteBuffer> pieces = List.of();
  private int next;
  private ByteBuffer piece = ByteBuffer.allocate(0);
  private boolean ended;
  private long bytes;

  /** What has come, or that nothing more will. */
  private record Arrival(List<ByteBuffer> pieces, boolean isEnd) {
    static final Arrival END = new Arrival(List.of(), true);
  }

  /** The provider was silent, or took too long. */
  static final class TooSlow extends IOException {
    private static final long serialVersionUID = 1L;

    TooSlow(String message) {
      super(message);
    }
  }

  /** The provider does not end. */
  static final class TooLong extends IOException {
    private static final long serialVersionUID = 1L;

    TooLong(String message) {
      super(message);
    }
  }

  /**
   * @param deadline by {@link System#nanoTime}
   */
  PacedBody(long idleNanos, long deadline) {
    this.idleNanos = idleNanos;
    this.deadline = deadline;
  }

  @Override
  public void onSubscribe(Flow.Subscription given) {
    subscription = given;
    if (closed) {
      given.cancel();
    } else {
      given.request(1);
    }
  }

  @Override
  public void onNext(List<ByteBuffer> item) {
    arrived.add(new Arrival(item, false));
  }

  @Override
  public void onError(Throwable throwable) {
    broken = throwable;
    arrived.add(Arrival.END);
  }

  @Override
  public void onComplete() {
    arrived.add(Arrival.END);
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    while (!piece.hasRemaining() || closed) {
      if (ended || closed || !advance()) {
        ended = true;
        return -1;
      }
    }
    int count = Math.min(length, piece.remaining());
    piece.get(into, offset, count);
    bytes += count;
    if (bytes > MOST_BYTES) {
      throw new TooLong("the answer is longer than " + (MOST_BYTES >> 20) + " MB");
    }
    return count;
  }

  /** False at the end. */
  private boolean advance() throws IOException {
    if (next == pieces.size()) {
      Arrival arrival = await();
      Throwable why = broken;
      if (arrival.isEnd() && why != null) {
        throw new IOException("the connection was lost: " + why.getClass().getSimpleName());
      }
      if (arrival.isEnd()) {
        return false;
      }
      pieces = arrival.pieces();
      next = 0;
    }
    if (next < pieces.size()) {
      piece = pieces.get(next++);
    }
    return true;
  }

  private Arrival await() throws IOException {
    Arrival more = arrived.poll();
    if (more == null) {
      long left = deadline - System.nanoTime();
      try {
        more = arrived.poll(Math.min(idleNanos, left), TimeUnit.NANOSECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("interrupted");
      }
      if (more == null) {
        throw new TooSlow(
            left < idleNanos
                ? "the answer took longer than timeout_ms of the route"
                : "the provider was silent for longer than idle_timeout_ms of the route");
      }
    }
    Flow.Subscription from = subscription;
    if (from != null) {
      from.request(1);
    }
    return more;
  }

  @Override
  public void close() {
    closed = true;
    Flow.Subscription from = subscription;
    if (from != null) {
      from.cancel();
    }
  }
}
