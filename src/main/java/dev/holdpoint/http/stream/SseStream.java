package dev.holdpoint.http.stream;

import dev.holdpoint.engine.commit.Outage;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One open stream: see the package's comment for who may touch what, and when. */
public final class SseStream {
  private static final Logger log = LoggerFactory.getLogger(SseStream.class);
  private static final int MAX_FRAMES = 64;
  private static final int WRITE_BYTES = 16 * 1024;
  private static final int MAX_LIVE_BYTES = 16 * 1024;

  private final Streams streams;
  private final StreamPlan plan;
  private final Response response;
  private final Callback done;
  private final BooleanSupplier welcome;
  private final Callback written = new Written();

  // Touched by the timer alone.
  private long welcomedAt = System.nanoTime();

  // Set before the first write.
  private Registration news = Registration.NONE;
  private Registration live = Registration.NONE;

  // Touched by the pump alone.
  private long cursor;
  private List<byte[]> frames = List.of();
  private int position;

  // Of the streams' budget; given back by the pump or the end, the first of the two.
  private final AtomicLong held = new AtomicLong();

  // Guarded by this.
  private boolean pumping = true;
  private boolean woken = true;
  private boolean behind;
  private boolean ending;
  private boolean takesLeave;
  private boolean closed;
  private long quietSince = System.nanoTime();
  private @Nullable List<byte[]> pushed;
  private int pushedBytes;

  SseStream(
      Streams streams, StreamPlan plan, Response response, Callback done, BooleanSupplier welcome) {
    this.streams = streams;
    this.plan = plan;
    this.response = response;
    this.done = done;
    this.welcome = welcome;
    this.cursor = plan.cursor();
    this.behind = plan.source().isBehind(cursor);
  }

  /** Registers before the first read, so that nothing can fall between the two. */
  void open() {
    try {
      // HTTP/2 tells at once that a reader has gone; HTTP/1.1 only when something is written.
      response.getRequest().addFailureListener(this::lost);
      news = plan.source().onNews(this::wake);
      live = plan.live().apply(this);
      response.write(false, ByteBuffer.wrap(plan.greeting()), written);
    } catch (Throwable e) {
      broke(e);
    }
  }

  /** There may be more to read. Cheap, and any number of calls is one. */
  void wake() {
    synchronized (this) {
      woken = true;
      if (pumping || closed) {
        return;
      }
      pumping = true;
    }
    streams.pumps().add(this);
  }

  /**
   * Sends a frame that is worth something only now. It is dropped, and false returned, when the
   * reader is behind or has not taken the last few of them yet.
   */
  public boolean push(byte[] frame) {
    synchronized (this) {
      if (closed || ending || behind || pushedBytes + frame.length > MAX_LIVE_BYTES) {
        return false;
      }
      if (pushed == null) {
        pushed = new ArrayList<>(2);
      }
      pushed.add(frame);
      pushedBytes += frame.length;
      if (pumping) {
        return true;
      }
      pumping = true;
    }
    streams.pumps().add(this);
    return true;
  }

  /**
   * Sends a heartbeat if nothing was written for long enough; a busy stream needs none. As often,
   * busy or not, it looks whether its reader may still read.
   */
  void beat(long now) {
    if (now - welcomedAt >= plan.heartbeatNanos()) {
      welcomedAt = now;
      if (!welcome.getAsBoolean()) {
        end(false);
        return;
      }
    }
    if (plan.source().isDue()) {
      wake();
    }
    goOn();
    synchronized (this) {
      if (pumping || closed || now - quietSince < plan.heartbeatNanos()) {
        return;
      }
      pumping = true;
      pushed = new ArrayList<>(2);
      pushed.add(plan.heartbeat().get());
    }
    streams.pumps().add(this);
  }

  /** There was something to read, and no room for it. */
  private void goOn() {
    synchronized (this) {
      if (pumping || closed || !woken) {
        return;
      }
      pumping = true;
    }
    streams.pumps().add(this);
  }

  /** Ends the response after what is being written, and what its source has to say at the end. */
  void end() {
    end(true);
  }

  private void end(boolean withFarewell) {
    synchronized (this) {
      if (closed || ending) {
        return;
      }
      ending = true;
      takesLeave = withFarewell;
      if (pumping) {
        return;
      }
      pumping = true;
    }
    streams.pumps().add(this);
  }

  /** Takes the stream one step on: reads if nothing is at hand, and writes once. */
  void pump() {
    try {
      var bytes = nextBytes();
      if (bytes != null) {
        response.write(false, bytes, written);
      }
    } catch (Throwable e) {
      broke(e);
    }
  }

  private @Nullable ByteBuffer nextBytes() {
    while (true) {
      if (position < frames.size()) {
        return gather();
      }
      let();
      boolean finish = false;
      boolean leave = false;
      synchronized (this) {
        if (closed) {
          return null;
        }
        if (ending) {
          leave = takesLeave;
          takesLeave = false;
          finish = !leave;
        } else if (pushed != null) {
          frames = pushed;
          pushed = null;
          pushedBytes = 0;
        } else if (!woken || streams.held().isUsedUp()) {
          // What others do not take must not grow; a beat looks whether there is room again.
          pumping = false;
          return null;
        } else {
          woken = false;
        }
      }
      if (finish) {
        finish();
        return null;
      }
      if (leave) {
        frames = plan.source().farewell();
      } else if (frames.isEmpty()) {
        read();
      }
    }
  }

  private void read() {
    var batch = plan.source().next(cursor, MAX_FRAMES);
    boolean moved = batch.cursor() != cursor || !batch.frames().isEmpty();
    cursor = batch.cursor();
    frames = batch.frames();
    long bytes = frames.stream().mapToLong(frame -> frame.length).sum();
    streams.held().takeAnyway(bytes);
    held.set(bytes);
    synchronized (this) {
      if (closed) {
        giveBack();
      }
      behind = batch.more();
      ending |= batch.end();
      // What has come to its own end has said all.
      takesLeave &= !batch.end();
      // A source that claims more and gives nothing would keep a core busy.
      woken |= batch.more() && moved;
    }
  }

  /** Nothing is at hand any more. */
  private void let() {
    frames = List.of();
    position = 0;
    giveBack();
  }

  private void giveBack() {
    streams.held().giveBack(held.getAndSet(0));
  }

  /** Small frames go out together; a large one goes out as it is, without a copy. */
  private ByteBuffer gather() {
    byte[] first = frames.get(position);
    int end = position + 1;
    int size = first.length;
    while (end < frames.size() && size + frames.get(end).length <= WRITE_BYTES) {
      size += frames.get(end).length;
      end++;
    }
    if (end == position + 1) {
      position = end;
      return ByteBuffer.wrap(first);
    }
    var all = ByteBuffer.allocate(size);
    for (; position < end; position++) {
      all.put(frames.get(position));
    }
    return all.flip();
  }

  private void afterWrite() {
    synchronized (this) {
      quietSince = System.nanoTime();
      if (position >= frames.size()) {
        // An idle stream must not keep alive what it has sent.
        let();
        if (!woken && !ending && pushed == null) {
          pumping = false;
          return;
        }
      }
    }
    streams.pumps().add(this);
  }

  private void finish() {
    if (close()) {
      done.succeeded();
    }
  }

  /** The reader has gone, or stalled for too long: nobody's fault, and nothing to report. */
  private void lost(Throwable cause) {
    log.debug("stream closed by the reader", cause);
    if (close()) {
      done.failed(cause);
    }
  }

  private void broke(Throwable cause) {
    if (close()) {
      Outage.unlessAway(
          log,
          "the source of a stream failed; the client is disconnected and will reconnect",
          cause);
      done.failed(cause);
    }
  }

  private boolean close() {
    synchronized (this) {
      if (closed) {
        return false;
      }
      closed = true;
      pushed = null;
    }
    giveBack();
    streams.remove(this);
    news.close();
    live.close();
    return true;
  }

  private final class Written implements Callback {
    @Override
    public void succeeded() {
      afterWrite();
    }

    @Override
    public void failed(Throwable cause) {
      lost(cause);
    }

    @Override
    public InvocationType getInvocationType() {
      return InvocationType.NON_BLOCKING;
    }
  }
}
