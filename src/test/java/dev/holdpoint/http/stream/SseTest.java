package dev.holdpoint.http.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.holdpoint.api.endpoint.Endpoint.Access;
import dev.holdpoint.http.server.Certificates;
import dev.holdpoint.http.server.Reply;
import dev.holdpoint.http.server.TestServer;
import dev.holdpoint.http.server.Wire;
import dev.holdpoint.http.tls.TlsFiles;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SseTest {
  private static final Duration NEVER = Duration.ofHours(1);
  private static final int MOST_TRIES = 20;
  private final Journal journal = new Journal();
  private final BlockingQueue<SseStream> opened = new LinkedBlockingQueue<>();
  private volatile Duration heartbeat = NEVER;
  private final TestServer server =
      TestServer.with()
          .open(
              "GET",
              "/stream",
              call ->
                  Reply.stream(
                      StreamPlan.events(journal, call.longQuery("cursor", 0, 0, Long.MAX_VALUE))
                          .heartbeat(Frames.heartbeat(), heartbeat)
                          .live(
                              stream -> {
                                opened.add(stream);
                                return () -> opened.remove(stream);
                              })))
          .open("GET", "/finite", _ -> Reply.stream(StreamPlan.lines(new Finite(), 0)))
          .settings(s -> s.limits(1000, 2000, 1100))
          .start();

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void the_headers_come_at_once_and_forbid_caching_and_buffering() {
    try (var wire = server.connect()) {
      var head = open(wire, 0);
      assertThat(head.status()).isEqualTo(200);
      assertThat(head.header("content-type")).isEqualTo("text/event-stream; charset=utf-8");
      assertThat(head.header("cache-control")).isEqualTo("no-store");
      assertThat(head.header("x-accel-buffering")).isEqualTo("no");
      assertThat(head.header("x-request-id")).isNotEmpty();
      assertThat(wire.readChunk()).isEqualTo(": open\n\n");
    }
  }

  @Test
  void a_reader_gets_what_was_and_what_comes_in_order_and_once() {
    for (int i = 0; i < 200; i++) {
      journal.append("{\"n\":" + i + "}");
    }
    try (var wire = server.connect()) {
      open(wire, 0);
      Thread.ofVirtual()
          .start(
              () -> {
                for (int i = 200; i < 1000; i++) {
                  journal.append("{\"n\":" + i + "}");
                }
              });
      assertThat(ids(wire, 1000)).isEqualTo(numbers(1, 1000));
    }
  }

  @Test
  void a_reconnect_goes_on_after_the_last_id() {
    for (int i = 0; i < 10; i++) {
      journal.append("{}");
    }
    try (var wire = server.connect()) {
      open(wire, 7);
      assertThat(ids(wire, 3)).isEqualTo(numbers(8, 10));
    }
  }

  @Test
  void any_number_of_wakes_is_one_more_read_and_never_two_at_once() throws Exception {
    try (var wire = server.connect()) {
      open(wire, 0);
      await().until(() -> journal.reads.get() == 1 && journal.reading.get() == 0);
      journal.gate = new Semaphore(0);
      journal.wake();
      await().until(() -> journal.reading.get() == 1);
      var wakers = new ArrayList<Thread>();
      for (int i = 0; i < 8; i++) {
        wakers.add(
            Thread.ofVirtual()
                .start(
                    () -> {
                      for (int n = 0; n < 10_000; n++) {
                        journal.wake();
                      }
                    }));
      }
      for (var waker : wakers) {
        waker.join();
      }
      assertThat(journal.reads.get()).isEqualTo(2);
      journal.gate.release(100);
      journal.append("{}");
      assertThat(ids(wire, 1)).isEqualTo(numbers(1, 1));
      assertThat(journal.readingAtOnce.get()).isEqualTo(1);
      // One for the eighty thousand wakes, one for the event, if it came too late for that one.
      await().until(() -> journal.reads.get() >= 3 && journal.reading.get() == 0);
      assertThat(journal.reads.get()).isLessThanOrEqualTo(4);
    }
  }

  @Test
  void a_slow_reader_costs_nobody_else_anything_and_misses_nothing() {
    String large = "\"" + "x".repeat(20_000) + "\"";
    int count = 1000;
    try (var slow = new Wire(server.port(), 4096);
        var fast = server.connect()) {
      open(slow, 0);
      open(fast, 0);
      for (int i = 0; i < count; i++) {
        journal.append(large);
      }
      assertThat(ids(fast, count)).isEqualTo(numbers(1, count));
      // The slow one has not been read at all; its stream stands still with one write in flight.
      assertThat(server.streams().count()).isEqualTo(2);
      assertThat(ids(slow, count)).isEqualTo(numbers(1, count));
    }
  }

  @Test
  void a_reader_that_takes_nothing_at_all_is_let_go() {
    try (var impatient =
            TestServer.with()
                .open("GET", "/stream", _ -> Reply.stream(StreamPlan.events(journal, 0)))
                .settings(
                    s ->
                        s.timeouts(
                            Duration.ofMillis(300), Duration.ofSeconds(9), Duration.ofSeconds(1)))
                .start();
        var _ = opened(impatient)) {
      String large = "\"" + "x".repeat(1_000_000) + "\"";
      for (int i = 0; i < 20; i++) {
        journal.append(large);
      }
      await().until(() -> impatient.streams().count() == 0);
      assertThat(journal.registrations()).isZero();
    }
  }

  @Test
  void a_silent_stream_outlives_the_timeout_of_a_silent_connection() {
    try (var impatient =
            TestServer.with()
                .open("GET", "/stream", _ -> Reply.stream(StreamPlan.events(journal, 0)))
                .open(
                    "GET",
                    "/later",
                    _ -> {
                      assertThat(new Semaphore(0).tryAcquire(600, TimeUnit.MILLISECONDS)).isFalse();
                      return Reply.empty(204);
                    })
                .settings(
                    s ->
                        s.timeouts(
                            Duration.ofMillis(150), Duration.ofSeconds(9), Duration.ofSeconds(1)))
                .start();
        var wire = opened(impatient)) {
      await()
          .ignoreExceptions()
          .until(
              () -> {
                try (var clock = impatient.connect()) {
                  return clock.call("GET /later").status() == 204;
                }
              });
      journal.append("{}");
      assertThat(ids(wire, 1)).isEqualTo(numbers(1, 1));
    }
  }

  /** A stream of one that takes little; again when the silent connection was let go before. */
  private static Wire opened(TestServer impatient) {
    for (int tries = 1; ; tries++) {
      var wire = new Wire(impatient.port(), 4096);
      try {
        open(wire, 0);
        return wire;
      } catch (IllegalStateException | UncheckedIOException e) {
        wire.close();
        if (tries == MOST_TRIES) {
          throw e;
        }
      }
    }
  }

  @Test
  void a_silent_stream_beats_without_an_id() {
    heartbeat = Duration.ofMillis(50);
    try (var wire = server.connect()) {
      open(wire, 0);
      wire.readChunk();
      String beat = new String(Frames.heartbeat(), UTF_8);
      assertThat(wire.readChunk()).isEqualTo(beat);
      assertThat(wire.readChunk()).isEqualTo(beat);
      journal.append("{}");
      assertThat(ids(wire, 1)).isEqualTo(numbers(1, 1));
    }
  }

  @Test
  void a_reader_whose_token_is_revoked_is_let_go_although_the_stream_is_never_silent()
      throws Exception {
    var revoked = new AtomicBoolean();
    try (var guarded =
            TestServer.with()
                .on(
                    "GET",
                    "/stream",
                    Access.READ,
                    _ ->
                        Reply.stream(
                            StreamPlan.events(journal, 0)
                                .heartbeat(Frames.heartbeat(), Duration.ofMillis(50))))
                .revoked(token -> token.equals("viewer") && revoked.get())
                .start();
        var wire = guarded.connect()) {
      wire.send("GET /stream HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer viewer\r\n\r\n");
      assertThat(wire.readHead().status()).isEqualTo(200);
      var busy =
          Thread.ofVirtual()
              .start(
                  () -> {
                    while (!Thread.interrupted()) {
                      journal.append("{}");
                      LockSupport.parkNanos(1_000_000);
                    }
                  });
      ids(wire, 100);
      revoked.set(true);
      long patience = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
      String chunk = wire.readChunk();
      while (chunk != null && System.nanoTime() < patience) {
        chunk = wire.readChunk();
      }
      busy.interrupt();
      assertThat(chunk).as("the stream's end").isNull();
      await().until(() -> guarded.streams().count() == 0);
    }
  }

  @Test
  void live_frames_reach_a_reader_that_keeps_up() throws Exception {
    try (var wire = server.connect()) {
      open(wire, 0);
      wire.readChunk();
      var stream = opened.poll(10, TimeUnit.SECONDS);
      assertThat(stream).isNotNull();
      byte[] delta = Frames.event(null, "text_delta", "\"hi\"".getBytes(UTF_8));
      await().until(() -> stream.push(delta));
      assertThat(wire.readChunk()).contains("text_delta");
    }
  }

  @Test
  void live_frames_are_dropped_when_the_reader_does_not_take_them() throws Exception {
    try (var wire = new Wire(server.port(), 4096)) {
      open(wire, 0);
      wire.readChunk();
      var stream = opened.poll(10, TimeUnit.SECONDS);
      assertThat(stream).isNotNull();
      byte[] delta = Frames.event(null, "text_delta", "x".repeat(8000).getBytes(UTF_8));
      await().until(() -> stream.push(delta));
      int sent = 100_000;
      int dropped = 0;
      for (int i = 0; i < sent; i++) {
        dropped += stream.push(delta) ? 0 : 1;
      }
      assertThat(dropped).isGreaterThan(sent / 2);
      journal.append("{}");
      assertThat(ids(wire, 1)).isEqualTo(numbers(1, 1));
    }
  }

  @Test
  void readers_that_go_away_leave_nothing_behind() {
    heartbeat = Duration.ofMillis(100);
    var wires = new ArrayList<Wire>();
    for (int i = 0; i < 50; i++) {
      var wire = server.connect();
      open(wire, 0);
      wires.add(wire);
    }
    await().until(() -> journal.registrations() == 50 && opened.size() == 50);
    wires.forEach(Wire::close);
    await()
        .untilAsserted(
            () -> {
              assertThat(server.streams().count()).isZero();
              assertThat(journal.registrations()).isZero();
              assertThat(opened).isEmpty();
            });
  }

  @Test
  void a_source_that_fails_cuts_its_own_reader_off_and_no_other() {
    FrameSource broken =
        new FrameSource() {
          @Override
          public Batch next(long cursor, int maxFrames) {
            throw new IllegalStateException("expected by this test");
          }

          @Override
          public Registration onNews(Runnable wake) {
            return Registration.NONE;
          }
        };
    try (var other =
            TestServer.with()
                .open("GET", "/broken", _ -> Reply.stream(StreamPlan.events(broken, 0)))
                .open("GET", "/stream", _ -> Reply.stream(StreamPlan.events(journal, 0)))
                .start();
        var cut = other.connect();
        var kept = other.connect()) {
      open(kept, 0);
      cut.send("GET /broken HTTP/1.1\r\nHost: localhost\r\n\r\n");
      cut.readHead();
      // The greeting may still have got through; what follows is the end, and not a clean one.
      assertThatThrownBy(() -> assertThat(cut.readChunk()).isNull()).isInstanceOf(Throwable.class);
      await().until(cut::isClosed);
      journal.append("{}");
      assertThat(ids(kept, 1)).isEqualTo(numbers(1, 1));
      await().until(() -> other.streams().count() == 1);
    }
  }

  @Test
  void one_stream_too_many_is_503_and_tells_when_to_retry() {
    try (var small =
            TestServer.with()
                .open("GET", "/stream", _ -> Reply.stream(StreamPlan.events(journal, 0)))
                .settings(s -> s.limits(1000, 100, 1))
                .start();
        var first = small.connect();
        var second = small.connect()) {
      open(first, 0);
      var refused = second.call("GET /stream");
      assertThat(refused.status()).isEqualTo(503);
      assertThat(refused.header("retry-after")).isNotNull();
      assertThat(refused.header("content-type")).isEqualTo("application/problem+json");
      assertThat(refused.body()).contains("\"code\":\"unavailable\"");
      assertThat(small.streams().count()).isEqualTo(1);
    }
  }

  @Test
  void a_stop_ends_every_stream_cleanly() {
    try (var wire = server.connect()) {
      open(wire, 0);
      assertThat(wire.readChunk()).isNotNull();
      server.close();
      assertThat(wire.readChunk()).isNull();
      assertThat(wire.isClosed()).isTrue();
      assertThat(journal.registrations()).isZero();
    }
  }

  @Test
  void a_source_may_end_its_stream() {
    try (var wire = server.connect()) {
      var response = wire.call("GET /finite");
      assertThat(response.header("content-type")).isEqualTo("application/x-ndjson");
      assertThat(response.body()).isEqualTo("{\"seq\":0}\n{\"seq\":1}\n");
      assertThat(wire.call("GET /finite").status()).isEqualTo(200);
    }
  }

  @Test
  void head_opens_no_stream() {
    try (var wire = server.connect()) {
      var head = wire.call("HEAD /stream");
      assertThat(head.status()).isEqualTo(200);
      assertThat(head.header("content-type")).startsWith("text/event-stream");
      assertThat(server.streams().count()).isZero();
    }
  }

  @Test
  void a_stream_works_over_http_2(@TempDir Path folder) throws Exception {
    journal.append("{}");
    var pair = Certificates.selfSigned(folder, "localhost", Certificates.EC);
    var files = TlsFiles.open(pair.cert(), pair.key(), InstantSource.system());
    try (var encrypted =
            TestServer.with()
                .open("GET", "/stream", _ -> Reply.stream(StreamPlan.events(journal, 0)))
                .settings(s -> s.encrypted(files))
                .start();
        var client =
            HttpClient.newBuilder()
                .sslContext(Certificates.trusting(pair.cert()))
                .version(HttpClient.Version.HTTP_2)
                .build()) {
      var uri = URI.create("https://localhost:" + encrypted.port() + "/stream");
      var response = client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofInputStream());
      String all = ": open\n\nid: 1\nevent: e\ndata: {}\n\n";
      try (var body = response.body()) {
        assertThat(response.version()).isEqualTo(HttpClient.Version.HTTP_2);
        assertThat(new String(body.readNBytes(all.length()), UTF_8)).isEqualTo(all);
      }
      await().until(() -> journal.registrations() == 0);
    }
  }

  @Test
  void a_thousand_idle_streams_are_small() {
    var wires = new ArrayList<Wire>();
    try {
      long before = 0;
      for (int i = 0; i < 1100; i++) {
        if (i == 100) {
          await().until(() -> journal.registrations() == 100 && journal.reading.get() == 0);
          before = heap();
        }
        var wire = server.connect();
        open(wire, 0);
        wires.add(wire);
      }
      await().until(() -> journal.reads.get() == 1100 && journal.reading.get() == 0);
      // Client and server share this heap; a Wire holds an 8 KiB buffer of its own.
      System.out.println(
          "heap per idle stream, client's 8 KiB buffer included: " + (heap() - before) / 1000);
      assertThat(server.streams().count()).isEqualTo(1100);
    } finally {
      wires.forEach(Wire::close);
    }
  }

  private static long heap() {
    System.gc();
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }

  private static Wire.Response open(Wire wire, long cursor) {
    wire.send("GET /stream?cursor=" + cursor + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
    return wire.readHead();
  }

  private static List<Integer> numbers(int from, int to) {
    return IntStream.rangeClosed(from, to).boxed().toList();
  }

  /** Reads chunks until that many events have come. */
  private static List<Integer> ids(Wire wire, int count) {
    var ids = new ArrayList<Integer>();
    while (ids.size() < count) {
      String chunk = wire.readChunk();
      if (chunk == null) {
        throw new AssertionError("the stream ended after " + ids);
      }
      chunk
          .lines()
          .filter(line -> line.startsWith("id: "))
          .forEach(line -> ids.add(Integer.valueOf(line.substring(4))));
    }
    return ids;
  }

  private static final class Finite implements FrameSource {
    @Override
    public Batch next(long cursor, int maxFrames) {
      byte[] line = ("{\"seq\":" + cursor + "}\n").getBytes(UTF_8);
      return cursor == 0 ? new Batch(List.of(line), 1, true) : Batch.last(List.of(line), 2);
    }

    @Override
    public Registration onNews(Runnable wake) {
      return Registration.NONE;
    }
  }
}
