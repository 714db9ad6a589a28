package dev.holdpoint.http.server;

import dev.holdpoint.core.problem.Problem;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.http2.ErrorCode;
import org.eclipse.jetty.http2.Flags;
import org.eclipse.jetty.http2.frames.FrameType;
import org.eclipse.jetty.http2.parser.ServerParser;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.RateControl;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/**
 * A parser of HTTP/2 for which each head, with all of its CONTINUATION frames, must be whole within
 * a time of its first byte, and so must the preface with its SETTINGS and every other frame but
 * DATA: until its length is known, any frame may be one of a head. What comes whole, as nearly all
 * does, costs no timer. Called by one thread at a time.
 */
final class TimedHttp2Parser extends ServerParser implements Connection.Listener {
  private static final int STATUS = 408;

  private final Scheduler scheduler;
  private final Duration within;
  private final RefusalLog refusals;
  private final AtomicBoolean late = new AtomicBoolean();

  /** Whether the first SETTINGS have come, which end the preface. */
  private boolean greeted;

  /** Whether a head goes on with the next frame. */
  private boolean continued;

  /** Whether a part of a frame has come that has to be whole in time. */
  private boolean inFrame;

  /** What has begun to arrive; null while nothing has. */
  private volatile @Nullable Begun begun;

  TimedHttp2Parser(
      ByteBufferPool buffers,
      int maxHeaderBytes,
      RateControl rate,
      Scheduler scheduler,
      Duration within,
      RefusalLog refusals) {
    super(buffers, maxHeaderBytes, rate);
    this.scheduler = scheduler;
    this.within = within;
    this.refusals = refusals;
  }

  @Override
  public void parse(ByteBuffer buffer) {
    if (late.get()) {
      BufferUtil.clear(buffer);
      return;
    }
    boolean arrived = buffer.hasRemaining();
    super.parse(buffer);
    boolean open = greeted ? continued || inFrame : arrived;
    if (open && begun == null) {
      begun = new Begun();
    }
  }

  @Override
  protected boolean parseHeader(ByteBuffer buffer) {
    boolean arrived = buffer.hasRemaining();
    boolean whole = super.parseHeader(buffer);
    if (whole && getFrameType() == FrameType.DATA.getType()) {
      end();
    } else if (arrived) {
      inFrame = true;
    }
    return whole;
  }

  @Override
  protected boolean parseBody(ByteBuffer buffer) {
    int type = getFrameType();
    boolean endsHead = hasFlag(Flags.END_HEADERS);
    boolean whole = super.parseBody(buffer);
    if (whole) {
      greeted = true;
      inFrame = false;
      if (type == FrameType.HEADERS.getType() || type == FrameType.CONTINUATION.getType()) {
        continued = !endsHead;
      }
      if (!continued) {
        end();
      }
    }
    return whole;
  }

  private void end() {
    inFrame = false;
    Begun last = begun;
    begun = null;
    if (last != null) {
      last.task.cancel();
    }
  }

  @Override
  public void onClosed(Connection connection) {
    Begun last = begun;
    if (last != null) {
      last.task.cancel();
    }
  }

  /** A head on its way. */
  private final class Begun implements Runnable {
    private final Scheduler.Task task =
        scheduler.schedule(this, within.toMillis(), TimeUnit.MILLISECONDS);

    @Override
    public void run() {
      if (begun == this && late.compareAndSet(false, true)) {
        refusals.note(RequestIds.next(), false, null, STATUS, Problem.INVALID_REQUEST.code(), null);
        // GOAWAY, and the connection is closed: no other frame may come between those of a head.
        notifyConnectionFailure(ErrorCode.ENHANCE_YOUR_CALM_ERROR.code, "head_too_slow");
      }
    }
  }
}
