package dev.holdpoint.cli.demo;

import dev.holdpoint.api.event.StreamFrame;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.stream.EventStream;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The session's events in order, read in the background so that one thread writes on the screen. A
 * daemon that was started again has another address; the stream goes on there after the last event.
 */
final class DemoEvents {
  private final String sessionId;
  private final BlockingQueue<Object> arrived = new LinkedBlockingQueue<>();
  private @Nullable EventStream stream;
  private @Nullable Thread reader;

  DemoEvents(String sessionId) {
    this.sessionId = sessionId;
  }

  void follow(HoldpointClient client) {
    String lastId = stream == null ? "0" : stream.lastId();
    EventStream next = client.events().ofSession(sessionId, lastId);
    stream = next;
    reader = Thread.ofVirtual().name("demo-events").start(() -> read(next));
  }

  private void read(EventStream from) {
    try {
      from.follow((_, frame) -> arrived.add(frame));
    } catch (CallFailed e) {
      arrived.add(e);
    }
  }

  /** The next event, or null when none came for a while. */
  @Nullable StreamFrame next(Duration patience) throws CallFailed, InterruptedException {
    return switch (arrived.poll(patience.toMillis(), TimeUnit.MILLISECONDS)) {
      case StreamFrame frame -> frame;
      case CallFailed failure -> throw failure;
      case null, default -> null;
    };
  }

  /** Stops reading; what has arrived can still be taken. */
  void stop() throws InterruptedException {
    EventStream open = stream;
    Thread thread = reader;
    if (open != null && thread != null) {
      open.close();
      thread.join();
    }
  }
}
