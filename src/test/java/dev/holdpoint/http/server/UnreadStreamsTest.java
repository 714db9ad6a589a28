package dev.holdpoint.http.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.holdpoint.api.event.StreamFrame;
import dev.holdpoint.core.event.JournalRow;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.core.run.Output;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunHead;
import dev.holdpoint.core.run.RunKind;
import dev.holdpoint.core.run.RunSettings;
import dev.holdpoint.engine.Consequences;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.commit.Writer;
import dev.holdpoint.engine.delivery.OutboundPolicy;
import dev.holdpoint.engine.gate.Clarifications;
import dev.holdpoint.engine.journal.Feed;
import dev.holdpoint.engine.loop.Advance;
import dev.holdpoint.engine.loop.Progress;
import dev.holdpoint.engine.run.Routes;
import dev.holdpoint.engine.run.Runs;
import dev.holdpoint.engine.run.Submission;
import dev.holdpoint.engine.session.Sessions;
import dev.holdpoint.http.stream.FrameSource;
import dev.holdpoint.http.stream.Registration;
import dev.holdpoint.http.stream.StreamPlan;
import dev.holdpoint.http.v1.event.EventSource;
import dev.holdpoint.store.MigratedLedger;
import dev.holdpoint.store.sqlite.SqliteStore;
import dev.holdpoint.vault.AuditKey;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What open streams cost a commit, counted and not timed: readers that do not read are told by a
 * flag that there is more. Nothing is read, made or written for them, and nothing is allocated
 * where the commit is made.
 */
final class UnreadStreamsTest {
  private static final Routes ROUTES = new Routes("scripted", Map.of("scripted", "scripted"));
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** Stream ids are odd, and the wire writes them in one byte. */
  private static final int A_CONNECTION = 125;

  /** Room for the greeting and not for the first frame. */
  private static final int WINDOW = 16;

  private static final int ROOM_ENOUGH = 1 << 20;
  private static final int COMMITS = 20;

  private final AtomicLong clock = new AtomicLong(1_763_200_000_000L);
  private final AtomicLong keys = new AtomicLong();
  private final AtomicLong wakes = new AtomicLong();
  private final AtomicLong reads = new AtomicLong();
  private final AtomicLong made = new AtomicLong();
  private final AtomicReference<Runnable> onFirstRead = new AtomicReference<>(() -> {});
  private final List<Http2Wire> readers = new ArrayList<>();
  private SqliteStore store;
  private Engine engine;
  private Writer writer;
  private Feed feed;
  private Progress progress;
  private Runs runs;
  private TestServer server;
  private volatile Feed.Filter filter = new Feed.Filter.All();
  private volatile long from;

  /** Of one commit, at least. */
  private record Cost(long wakes, long reads, long frames, long allocatedBytes) {}

  /** The usual source of a stream, and a count of what is asked of it. */
  private final class Counted implements FrameSource, EventSource.Rendering {
    private final EventSource source = new EventSource(feed, filter, this);

    @Override
    public Batch next(long cursor, int maxFrames) {
      Batch batch = source.next(cursor, maxFrames);
      reads.incrementAndGet();
      onFirstRead.getAndSet(() -> {}).run();
      return batch;
    }

    @Override
    public Registration onNews(Runnable wake) {
      return source.onNews(
          () -> {
            wakes.incrementAndGet();
            wake.run();
          });
    }

    @Override
    public void add(JournalRow row, long cursor, List<byte[]> frames) {
      made.incrementAndGet();
      frames.add("data: something that happened\n\n".getBytes(UTF_8));
    }

    @Override
    public byte[] gap(String resumeAfter, long skipped, StreamFrame.Reason reason) {
      throw new AssertionError("nothing is missing");
    }
  }

  @BeforeEach
  void open(@TempDir Path folder) {
    store = MigratedLedger.open(folder.resolve("ledger.db"));
    engine =
        new Engine(
            store,
            () -> Instant.ofEpochMilli(clock.get()),
            prefix -> Ulid.id(prefix, keys.incrementAndGet(), 1),
            _ -> {},
            Consequences.parts(OutboundPolicy.USUAL, AuditKey.generate()));
    writer = new Writer(engine).start();
    feed = new Feed(engine, 1_000_000);
    engine.onCommit(feed);
    runs = new Runs(writer, Clarifications.slots(() -> true), ROUTES, 10);
    progress = new Progress(writer, Clarifications.slots(() -> true), ROUTES, 5);
    server =
        TestServer.with()
            .open("GET", "/x", _ -> Reply.stream(StreamPlan.events(new Counted(), from)))
            .settings(
                usual ->
                    usual.timeouts(
                        Duration.ofMinutes(5), Duration.ofMinutes(5), Duration.ofSeconds(1)))
            .start();
  }

  @AfterEach
  void close() throws IOException {
    for (Http2Wire reader : readers) {
      reader.close();
    }
    server.close();
    writer.close();
    store.close();
  }

  private Run begin(String session) {
    new Sessions(writer)
        .createOrReuse(new Sessions.Spec(session, null, null, null, null, null), null);
    Submission submission =
        new Submission(
            RunKind.INPUT,
            RunHead.Driver.LOOP,
            "ada",
            "test",
            "test",
            "actor",
            "hello",
            null,
            new Json("[]"),
            Json.EMPTY_OBJECT,
            RunSettings.NONE);
    return runs.submit(session, submission, false, null).run();
  }

  private void say(Run run) {
    Run now = Objects.requireNonNull(engine.read(queries -> queries.run(run.key())));
    progress.advance(
        new Advance(now)
            .output(
                new Output(
                    Output.Source.EMIT_OUTPUT,
                    "daemon",
                    "s",
                    "word",
                    new Json("[]"),
                    new Json("[]"))));
  }

  /** Streams whose readers let the server send so many bytes of each, and take none of them. */
  private void readers(int count, int window) throws IOException {
    long before = reads.get();
    for (int left = count; left > 0; left -= A_CONNECTION) {
      Http2Wire reader = Http2Wire.to(server);
      readers.add(reader);
      reader.send(Http2Wire.PREFACE);
      reader.send(
          Http2Wire.frame(
              Http2Wire.SETTINGS,
              0,
              0,
              new byte[] {0, 4, 0, (byte) (window >> 16), (byte) (window >> 8), (byte) window}));
      for (int i = 0; i < Math.min(left, A_CONNECTION); i++) {
        reader.send(
            Http2Wire.frame(
                Http2Wire.HEADERS,
                Http2Wire.END_HEADERS | Http2Wire.END_STREAM,
                2 * i + 1,
                Http2Wire.head(0x82)));
      }
    }
    await(() -> reads.get() >= before + count);
  }

  private static void await(java.util.function.BooleanSupplier wanted) {
    long end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
    while (!wanted.getAsBoolean()) {
      assertThat(System.nanoTime()).isLessThan(end);
      LockSupport.parkNanos(1_000_000);
    }
  }

  /** The least of several: what a first call costs, and what the JVM does beside, is not ours. */
  private Cost commit(Run run) {
    Cost least = new Cost(Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE);
    for (int i = 0; i < COMMITS; i++) {
      long wakesBefore = wakes.get();
      long readsBefore = reads.get();
      long madeBefore = made.get();
      long bytesBefore = THREADS.getCurrentThreadAllocatedBytes();
      say(run);
      least =
          new Cost(
              Math.min(least.wakes, wakes.get() - wakesBefore),
              Math.min(least.reads, reads.get() - readsBefore),
              Math.min(least.frames, made.get() - madeBefore),
              Math.min(
                  least.allocatedBytes, THREADS.getCurrentThreadAllocatedBytes() - bytesBefore));
    }
    return least;
  }

  @Test
  void readers_that_do_not_read_cost_a_commit_a_flag_each_and_nothing_else() throws IOException {
    say(begin("s"));
    commit(begin("warm"));
    Cost alone = commit(begin("alone"));
    assertThat(alone)
        .extracting(Cost::wakes, Cost::reads, Cost::frames)
        .containsExactly(0L, 0L, 0L);
    int open = 0;
    for (int more : List.of(10, 990)) {
      readers(more, WINDOW);
      open += more;
      long reading = reads.get();
      long making = made.get();
      Cost cost = commit(begin("with " + open));
      assertThat(cost.wakes).isEqualTo(open);
      // What they have not taken is not added to, however often something happens.
      assertThat(reads.get()).isEqualTo(reading);
      assertThat(made.get()).isEqualTo(making);
      assertThat(cost.allocatedBytes - alone.allocatedBytes)
          .as("allocated by a commit with %s streams, and %s alone", open, alone.allocatedBytes)
          .isLessThan(16 * 1024);
    }
  }

  @Test
  void streams_of_other_sessions_are_not_even_told() throws IOException {
    Run run = begin("s");
    Run other = begin("other");
    say(other);
    filter = new Feed.Filter.OfSession(other.head().sessionKey());
    readers(1_000, WINDOW);
    assertThat(commit(run))
        .extracting(Cost::wakes, Cost::reads, Cost::frames)
        .containsExactly(0L, 0L, 0L);
  }

  @Test
  void whoever_comes_while_a_thousand_are_served_has_a_turn_before_the_last_of_them()
      throws Exception {
    Run run = begin("s");
    say(run);
    from = feed.head();
    readers(1_000, ROOM_ENOUGH);
    long before = reads.get();
    CompletableFuture<Long> served = new CompletableFuture<>();
    onFirstRead.set(() -> Thread.ofVirtual().start(() -> served.complete(reads.get() - before)));
    say(run);
    assertThat(served.get()).isLessThan(1_000);
    await(() -> reads.get() >= before + 1_000);
  }
}
