package dev.holdpoint.client.stream;

import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.Connection;
import dev.holdpoint.client.http.RequestPath;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/**
 * Frames, followed over as many connections as it takes: each goes on after the last frame with an
 * id that was taken.
 */
public final class FrameStream implements AutoCloseable {
  private static final int FIRST_WAIT_MS = 100;
  private static final int LONGEST_WAIT_MS = 5_000;

  private final Connection connection;
  private final RequestPath path;
  private final int silenceMs;
  private volatile @Nullable String lastId;
  private volatile boolean closed;
  private volatile @Nullable Thread reader;

  /**
   * @param silenceMs whoever is silent for so long is gone
   */
  public FrameStream(
      Connection connection, RequestPath path, @Nullable String lastId, int silenceMs) {
    this.connection = connection;
    this.path = path;
    this.lastId = lastId;
    this.silenceMs = silenceMs;
  }

  /** Who makes something of the frames. Each answer says whether to go on. */
  public interface Taker {
    /**
     * @throws JacksonException when the frame cannot be read, which ends the stream
     */
    boolean take(FrameParser.Frame frame) throws JacksonException;

    default boolean opened() {
      return true;
    }

    boolean lost(String why, int waitMs);

    /** Whether to go on behind a frame that is too large, or to end with an error. */
    default boolean passOver(String id) {
      return false;
    }
  }

  @Nullable String lastId() {
    return lastId;
  }

  /**
   * Returns when the taker has enough or {@link #close} is called.
   *
   * @throws CallFailed when the daemon refuses the stream, was never there, or sends what cannot be
   *     read
   */
  public void follow(Taker taker) throws CallFailed {
    FutureTask<@Nullable Void> task =
        new FutureTask<>(
            () -> {
              read(taker);
              return null;
            });
    // Virtual, because an interrupt then ends a read at once. HttpURLConnection.disconnect waits
    // for the read to end instead.
    Thread thread = Thread.ofVirtual().name("event-stream").unstarted(task);
    reader = thread;
    if (closed) {
      return;
    }
    thread.start();
    try {
      task.get();
    } catch (InterruptedException _) {
      close();
      Thread.currentThread().interrupt();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof CallFailed failed) {
        throw failed;
      }
      throw new IllegalStateException("the handler of the stream failed", e.getCause());
    }
  }

  @Override
  public void close() {
    closed = true;
    Thread thread = reader;
    if (thread != null) {
      thread.interrupt();
    }
  }

  private void read(Taker taker) throws CallFailed {
    Attempt attempt = new Attempt();
    while (!closed) {
      String why;
      try {
        if (!readOnce(taker, attempt)) {
          return;
        }
        why = "the daemon ended the stream";
      } catch (IOException e) {
        if (closed) {
          return;
        }
        if (!attempt.everConnected) {
          throw connection.unreachable(e);
        }
        why = String.valueOf(e.getMessage());
      }
      int waitMs = attempt.waitMs();
      if (!taker.lost(why, waitMs) || !pause(waitMs)) {
        return;
      }
    }
  }

  private static boolean pause(int ms) {
    try {
      Thread.sleep(ms); // backing off before it reconnects
      return true;
    } catch (InterruptedException _) {
      return false;
    }
  }

  /** Returns false when the taker has enough, true when the connection has ended. */
  private boolean readOnce(Taker taker, Attempt attempt) throws IOException, CallFailed {
    HttpURLConnection http = connection.open("GET", path.text(), silenceMs);
    http.setRequestProperty("Accept", "text/event-stream");
    String after = lastId;
    if (after != null) {
      http.setRequestProperty("Last-Event-ID", after);
    }
    try (InputStream in = opened(http, attempt)) {
      if (!taker.opened()) {
        http.disconnect();
        return false;
      }
      FrameParser parser = new FrameParser();
      List<FrameParser.Frame> frames = new ArrayList<>();
      byte[] buffer = new byte[8192];
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        parser.accept(buffer, n, frames);
        for (FrameParser.Frame frame : frames) {
          attempt.succeeded();
          if (closed || !hand(frame, taker)) {
            http.disconnect();
            return false;
          }
        }
        frames.clear();
      }
      return true;
    } catch (FrameParser.BadFrame e) {
      http.disconnect();
      if (e instanceof FrameParser.TooLarge large
          && large.id() != null
          && taker.passOver(large.id())) {
        lastId = large.id();
        return true;
      }
      throw CallFailed.unreadable(200, e.getMessage() + after(), e);
    }
  }

  private InputStream opened(HttpURLConnection http, Attempt attempt)
      throws IOException, CallFailed {
    int status = http.getResponseCode();
    String type = http.getContentType();
    if (status == 200 && type != null && type.startsWith("text/event-stream")) {
      attempt.everConnected = true;
      return http.getInputStream();
    }
    if (attempt.everConnected && (status == 429 || status >= 500)) {
      throw new IOException("the daemon answered " + status);
    }
    try (InputStream error = http.getErrorStream()) {
      byte[] body = error == null ? new byte[0] : error.readNBytes(FrameParser.MAX_BYTES);
      throw connection.refusal(status, type, body);
    }
  }

  private boolean hand(FrameParser.Frame frame, Taker taker) throws CallFailed {
    boolean goOn;
    try {
      goOn = taker.take(frame);
    } catch (JacksonException e) {
      throw CallFailed.unreadable(
          200, "An event of the stream cannot be parsed: " + e.getOriginalMessage() + after(), e);
    }
    if (frame.id() != null) {
      lastId = frame.id();
    }
    return goOn;
  }

  private String after() {
    return lastId == null ? "" : " (it follows event " + lastId + ")";
  }

  /** How often in a row it has failed, and so how long to wait. */
  private static final class Attempt {
    private boolean everConnected;
    private int failures;

    void succeeded() {
      failures = 0;
    }

    int waitMs() {
      int most = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS << Math.min(failures++, 10));
      // Many clients lose one daemon at the same moment, and must not come back at the same moment.
      return ThreadLocalRandom.current().nextInt(most / 2, most + 1);
    }
  }
}
