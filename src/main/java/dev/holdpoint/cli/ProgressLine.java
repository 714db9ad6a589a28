package dev.holdpoint.cli;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * How far something is that takes its time: one line on a terminal's standard error, written over
 * and over, and taken away at the end. Elsewhere nothing is written.
 */
public final class ProgressLine implements AutoCloseable {
  private static final long EACH_MS = 250;
  private static final double MEGABYTE = 1_000_000;

  /** A time that is guessed from less is only wrong. */
  private static final long GUESS_AFTER_MS = 1_000;

  private static final String CLEAR = "\r\u001b[K";

  private final @Nullable PrintWriter err;
  private final String what;
  private final AtomicLong done = new AtomicLong();
  private final long begunMs = nowMs();
  private final @Nullable Thread writer;
  private volatile long total;
  private volatile boolean atMost;
  private volatile @Nullable String things;

  private ProgressLine(@Nullable PrintWriter err, String what) {
    this.err = err;
    this.what = what;
    this.writer =
        err == null ? null : Thread.ofPlatform().daemon().name("progress").start(this::write);
  }

  /**
   * @param what is done, such as {@code Backup}
   * @param wanted false with {@code --quiet}
   */
  static ProgressLine open(PrintWriter err, String what, boolean wanted) {
    boolean shown = wanted && Boolean.getBoolean("holdpoint.stderr.terminal");
    return new ProgressLine(shown ? err : null, what);
  }

  /** In bytes; 0 is not known. */
  public ProgressLine ofBytes(long bytes) {
    total = bytes;
    return this;
  }

  /** In bytes, of which there may be fewer. */
  public ProgressLine ofAtMost(long bytes) {
    atMost = true;
    return ofBytes(bytes);
  }

  /** In lines, each of which is one of these, and of which there may be fewer. */
  public ProgressLine ofAtMost(long count, String name) {
    atMost = true;
    things = name;
    total = count;
    return this;
  }

  public void reached(long soFar) {
    done.set(soFar);
  }

  private static long nowMs() {
    return System.nanoTime() / 1_000_000;
  }

  private void write() {
    try {
      while (true) {
        print(CLEAR + text(nowMs() - begunMs));
        Thread.sleep(EACH_MS); // a line on a terminal is drawn anew by the clock
      }
    } catch (InterruptedException _) {
      // However short it was, its end was on the screen.
      print(CLEAR + text(nowMs() - begunMs) + CLEAR);
    }
  }

  private void print(String text) {
    PrintWriter to = err;
    if (to != null) {
      to.print(text);
      to.flush();
    }
  }

  /** {@code Backup 12.0 MB of 200.0 MB 6 % 3 seconds left}. */
  String text(long sinceMs) {
    long now = done.get();
    long all = total;
    StringBuilder line = new StringBuilder(what).append("  ").append(amount(now));
    if (all > 0) {
      line.append(atMost ? " of at most " : " of ").append(amount(all));
      line.append("  ").append(Math.min(100, now * 100 / all)).append(" %");
      if (now > 0 && now <= all && sinceMs >= GUESS_AFTER_MS) {
        long left = (long) ((double) (all - now) / now * sinceMs);
        line.append("  ").append(Times.span(Duration.ofMillis(left))).append(" left");
      }
    }
    return line.toString();
  }

  private String amount(long n) {
    String name = things;
    return name == null
        ? String.format(Locale.ROOT, "%.1f MB", n / MEGABYTE)
        : Times.count(n, name);
  }

  /** Counts what is read: bytes, or lines where the total is in lines. */
  public InputStream reading(InputStream in) {
    return new FilterInputStream(in) {
      @Override
      public int read() throws IOException {
        int one = super.read();
        if (one >= 0) {
          done.addAndGet(things == null || one == '\n' ? 1 : 0);
        }
        return one;
      }

      @Override
      public int read(byte[] bytes, int from, int most) throws IOException {
        int count = super.read(bytes, from, most);
        add(bytes, from, count);
        return count;
      }
    };
  }

  /** Counts what is written, and writes it nowhere. */
  public OutputStream counting() {
    return new OutputStream() {
      @Override
      public void write(int one) {
        done.addAndGet(1);
      }

      @Override
      public void write(byte[] bytes, int from, int count) {
        add(bytes, from, count);
      }
    };
  }

  private void add(byte[] bytes, int from, int count) {
    if (things == null) {
      done.addAndGet(Math.max(0, count));
      return;
    }
    int lines = 0;
    for (int i = from; i < from + count; i++) {
      lines += bytes[i] == '\n' ? 1 : 0;
    }
    done.addAndGet(lines);
  }

  /** Takes the line away. */
  @Override
  public void close() {
    Thread running = writer;
    if (running == null) {
      return;
    }
    running.interrupt();
    try {
      running.join();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
