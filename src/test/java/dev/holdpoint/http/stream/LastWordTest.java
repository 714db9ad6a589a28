package dev.holdpoint.http.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdpoint.api.endpoint.Endpoint.Access;
import dev.holdpoint.http.server.Reply;
import dev.holdpoint.http.server.TestServer;
import dev.holdpoint.http.server.Wire;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How a stream ends, and what it says then. */
class LastWordTest {
  private final AtomicBoolean revoked = new AtomicBoolean();
  private final AtomicInteger beats = new AtomicInteger();
  private final AtomicBoolean due = new AtomicBoolean();
  private final TestServer server =
      TestServer.with()
          .on(
              "GET",
              "/stream",
              Access.READ,
              _ ->
                  Reply.stream(
                      StreamPlan.events(new Waiting(), 0)
                          .heartbeat(
                              () -> frame("beat " + beats.incrementAndGet()),
                              Duration.ofMillis(50))))
          .revoked(token -> token.equals("viewer") && revoked.get())
          .start();

  /** Has nothing to say until it is due. */
  private final class Waiting implements FrameSource {
    @Override
    public Batch next(long cursor, int maxFrames) {
      return due.get()
          ? Batch.last(List.of(frame("answer")), 1)
          : new Batch(List.of(), cursor, false);
    }

    @Override
    public Registration onNews(Runnable wake) {
      return Registration.NONE;
    }

    @Override
    public boolean isDue() {
      return due.get();
    }

    @Override
    public List<byte[]> farewell() {
      return List.of(frame("farewell"));
    }
  }

  private static byte[] frame(String text) {
    return Frames.event(null, "said", text.getBytes(UTF_8));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private Wire open() {
    Wire wire = server.connect();
    wire.send("GET /stream HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer viewer\r\n\r\n");
    assertThat(wire.readHead().status()).isEqualTo(200);
    assertThat(wire.readChunk()).isEqualTo(": open\n\n");
    return wire;
  }

  private static String rest(Wire wire) {
    StringBuilder all = new StringBuilder();
    for (String chunk = wire.readChunk(); chunk != null; chunk = wire.readChunk()) {
      all.append(chunk);
    }
    return all.toString();
  }

  @Test
  void a_daemon_that_stops_lets_the_source_say_something_last() {
    try (Wire wire = open()) {
      server.close();
      assertThat(rest(wire)).endsWith("data: farewell\n\n");
    }
  }

  @Test
  void whoever_may_not_read_any_more_hears_no_last_word() {
    try (Wire wire = open()) {
      revoked.set(true);
      assertThat(rest(wire)).doesNotContain("farewell");
      await().until(() -> server.streams().count() == 0);
    }
  }

  @Test
  void a_source_is_read_when_its_time_has_come_and_says_no_farewell_after_its_end() {
    try (Wire wire = open()) {
      due.set(true);
      assertThat(rest(wire)).endsWith("data: answer\n\n").doesNotContain("farewell");
    }
  }

  @Test
  void heartbeats_may_differ() {
    try (Wire wire = open()) {
      assertThat(wire.readChunk()).contains("beat 1");
      assertThat(wire.readChunk()).contains("beat 2");
    }
  }
}
