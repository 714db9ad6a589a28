package dev.holdpoint.blackbox;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A reader of server-sent events, as a browser reads them. */
public final class Sse implements AutoCloseable {
  private static final JsonMapper JSON = new JsonMapper();
  private static final int PATIENCE_S = 60;
  private static final Frame END = new Frame(null, "end", "{}");

  private final InputStream stream;
  private final Map<String, List<String>> headers;
  private final BlockingQueue<Frame> frames = new LinkedBlockingQueue<>();

  /** Apart, since on a slow machine they come when one expects none. */
  private final BlockingQueue<Frame> heartbeats = new LinkedBlockingQueue<>();

  private final List<Frame> taken = new ArrayList<>();
  private volatile @Nullable String lastEventId;

  /**
   * @param id null when the frame has none
   */
  public record Frame(@Nullable String id, String type, String text) {
    public JsonNode data() {
      return JSON.readTree(text);
    }

    public long number() {
      if (id == null) {
        throw new AssertionError("a frame without an id: " + this);
      }
      return Long.parseLong(id);
    }
  }

  Sse(InputStream stream, Map<String, List<String>> headers) {
    this.stream = stream;
    this.headers = headers;
    Thread.ofVirtual().start(this::read);
  }

  private void read() {
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
      String id = null;
      String type = "message";
      StringBuilder data = new StringBuilder();
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith("id: ")) {
          id = line.substring(4);
        } else if (line.startsWith("event: ")) {
          type = line.substring(7);
        } else if (line.startsWith("data: ")) {
          data.append(data.isEmpty() ? "" : "\n").append(line, 6, line.length());
        } else if (line.isEmpty()) {
          if (id != null) {
            lastEventId = id;
          }
          if (!data.isEmpty()) {
            (type.equals("heartbeat") ? heartbeats : frames)
                .add(new Frame(id, type, data.toString()));
          }
          id = null;
          type = "message";
          data.setLength(0);
        }
      }
    } catch (IOException e) {
      // Closed by one of the two sides; either way nothing more comes.
    }
    frames.add(END);
    heartbeats.add(END);
  }

  /** Where a browser would go on; also an event without data moves it. */
  public @Nullable String lastEventId() {
    return lastEventId;
  }

  public String header(String name) {
    return String.join(",", headers.getOrDefault(name, List.of()));
  }

  /** The next frame, whatever it is but a heartbeat; waits for it. */
  public Frame next() {
    Frame frame = next(frames);
    taken.add(frame);
    return frame;
  }

  public Frame nextHeartbeat() {
    return next(heartbeats);
  }

  private Frame next(BlockingQueue<Frame> queue) {
    try {
      Frame frame = queue.poll(PATIENCE_S, TimeUnit.SECONDS);
      if (frame == null || frame.equals(END)) {
        throw new AssertionError(
            (frame == null ? "nothing came" : "the stream ended") + "; it had sent " + taken);
      }
      return frame;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Waits until the other side has ended the stream; what comes before is passed over. */
  public void awaitEnd() {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_S);
    try {
      Frame frame = frames.poll(PATIENCE_S, TimeUnit.SECONDS);
      while (frame != null && !frame.equals(END)) {
        frame = frames.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
      }
      if (frame == null) {
        throw new AssertionError("the stream did not end");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Takes frames until one is as wanted, and gives that one. */
  public Frame next(Predicate<Frame> wanted) {
    Frame frame = next();
    while (!wanted.test(frame)) {
      frame = next();
    }
    return frame;
  }

  public Frame next(String type) {
    return next(frame -> frame.type().equals(type));
  }

  /** The next {@code run_event} of this kind. */
  public Frame nextEvent(String type) {
    return next(
        frame ->
            frame.type().equals("run_event")
                && frame.data().at("/entry/event/type").asString().equals(type));
  }

  /** Whether nothing has come that {@link #next} has not given. */
  public boolean isQuiet() {
    return frames.isEmpty();
  }

  /** Everything that {@link #next} has given so far. */
  public List<Frame> taken() {
    return List.copyOf(taken);
  }

  @Override
  public void close() {
    try {
      stream.close();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
