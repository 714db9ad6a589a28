package dev.holdpoint.http.v1.event;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

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
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.retention.Retention;
import dev.holdpoint.engine.run.Routes;
import dev.holdpoint.engine.run.Runs;
import dev.holdpoint.engine.run.Submission;
import dev.holdpoint.engine.session.Sessions;
import dev.holdpoint.store.MigratedLedger;
import dev.holdpoint.store.sqlite.SqliteStore;
import dev.holdpoint.vault.AuditKey;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Where exactly a stream begins to tell of a gap: not at the oldest cursor, but right before it.
 */
final class EventSourceTest {
  private static final Routes ROUTES = new Routes("scripted", Map.of("scripted", "scripted"));

  /** How many events there are of something that is said. */
  private static final int SAID = 3;

  /** Shows an event as its id, and a gap with all that it tells. */
  private static final EventSource.Rendering PLAIN =
      new EventSource.Rendering() {
        @Override
        public void add(JournalRow row, long cursor, List<byte[]> frames) {
          for (int i = 0; i < row.events().size(); i++) {
            if (row.idOf(i) > cursor) {
              frames.add(Long.toString(row.idOf(i)).getBytes(UTF_8));
            }
          }
        }

        @Override
        public byte[] gap(String resumeAfter, long skipped, StreamFrame.Reason reason) {
          return told(resumeAfter, skipped, reason).getBytes(UTF_8);
        }
      };

  private final AtomicLong clock = new AtomicLong(1_763_200_000_000L);
  private final AtomicLong keys = new AtomicLong();
  private SqliteStore store;
  private Engine engine;
  private Writer writer;
  private Runs runs;
  private Progress progress;

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
    runs = new Runs(writer, Clarifications.slots(() -> true), ROUTES, 10);
    progress = new Progress(writer, Clarifications.slots(() -> true), ROUTES, 5);
  }

  @AfterEach
  void close() {
    writer.close();
    store.close();
  }

  private static String told(Object resumeAfter, long skipped, StreamFrame.Reason reason) {
    return "gap to " + resumeAfter + " over " + skipped + ": " + reason;
  }

  /** A run of a session of its own. */
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

  private Advance next(Run run) {
    return new Advance(Objects.requireNonNull(engine.read(queries -> queries.run(run.key()))));
  }

  /** Some events more in one row; gives the id of the first. */
  private long say(Run run) {
    long before = head();
    progress.advance(
        next(run)
            .output(
                new Output(
                    Output.Source.EMIT_OUTPUT,
                    "daemon",
                    "s",
                    "word",
                    new Json("[]"),
                    new Json("[]"))));
    assertThat(head()).isEqualTo(before + SAID);
    return before + 1;
  }

  /** A row that takes an id and tells nothing: with it time goes on by one. */
  private void think(Run run) {
    long before = head();
    progress.advance(next(run).turn("hm", List.of()));
    assertThat(head()).isEqualTo(before + 1);
  }

  private long head() {
    return engine.read(Queries::lastEventId);
  }

  private static List<String> read(EventSource source, long cursor) {
    List<String> frames = new ArrayList<>();
    source.next(cursor, 64).frames().forEach(frame -> frames.add(new String(frame, UTF_8)));
    return frames;
  }

  private static List<String> ids(long first, long last) {
    return LongStream.rangeClosed(first, last).mapToObj(Long::toString).toList();
  }

  private static List<Feed.Filter> filters(Run run) {
    return List.of(
        new Feed.Filter.All(),
        new Feed.Filter.OfSession(run.head().sessionKey()),
        new Feed.Filter.OfSessionId(run.head().sessionId()),
        new Feed.Filter.OfRun(run.key()));
  }

  @Test
  void a_cursor_at_the_edge_of_the_window_has_lost_nothing_and_one_before_it_has() {
    Run run = begin("s");
    say(run);
    say(run);
    long head = head();
    for (long edge = 1; edge <= head; edge++) {
      Feed feed = new Feed(engine, head - edge);
      for (Feed.Filter filter : filters(run)) {
        assertThat(read(new EventSource(feed, filter, PLAIN), edge))
            .as("%s at %s of %s", filter, edge, head)
            .isEqualTo(ids(edge + 1, head));
        assertThat(read(new EventSource(feed, filter, PLAIN), edge - 1))
            .as("%s before %s of %s", filter, edge, head)
            .containsExactly(told(edge, 1, StreamFrame.Reason.REPLAY_WINDOW));
      }
    }
  }

  @Test
  void so_it_is_where_events_were_forgotten_also_by_somebody_who_told_nobody() {
    Run old = begin("s");
    progress.advance(next(old).complete());
    long floor = head();
    clock.addAndGet(1_000);
    say(begin("t"));
    Feed told = new Feed(engine, 1_000);
    engine.onCommit(told);
    // Reading tells them: each is asked once.
    Feed untoldAt = new Feed(engine, 1_000);
    Feed untoldBefore = new Feed(engine, 1_000);
    Retention retention = new Retention(writer, engine, _ -> {}, new Retention.Policy(null, 500L));
    assertThat(retention.sweep()).isEqualTo(1);
    assertThat(engine.read(Queries::eventsFloor)).isEqualTo(floor);

    for (Feed feed : List.of(told, untoldAt)) {
      assertThat(read(new EventSource(feed, new Feed.Filter.All(), PLAIN), floor))
          .isEqualTo(ids(floor + 1, head()));
    }
    for (Feed feed : List.of(told, untoldBefore)) {
      assertThat(read(new EventSource(feed, new Feed.Filter.All(), PLAIN), floor - 1))
          .containsExactly(told(floor, 1, StreamFrame.Reason.REPLAY_WINDOW));
    }
  }

  @Test
  void a_live_stream_has_lagged_when_one_more_than_the_window_has_come() {
    Run run = begin("s");
    Feed feed = new Feed(engine, SAID);
    engine.onCommit(feed);
    for (Feed.Filter filter : filters(run)) {
      EventSource source = new EventSource(feed, filter, PLAIN);
      long cursor = head();
      assertThat(read(source, cursor)).as("it has begun").isEmpty();
      say(run);
      assertThat(read(source, cursor)).as("%s", filter).isEqualTo(ids(cursor + 1, head()));
      think(run);
      assertThat(read(source, cursor))
          .as("%s", filter)
          .containsExactly(told(cursor + 1, 1, StreamFrame.Reason.LIVE_LAG));
    }
  }

  @Test
  void a_live_stream_of_a_session_has_lagged_when_something_of_its_own_is_lost() {
    Run own = begin("s");
    Run other = begin("t");
    Feed feed = new Feed(engine, SAID + 1);
    engine.onCommit(feed);
    EventSource source =
        new EventSource(feed, new Feed.Filter.OfSession(own.head().sessionKey()), PLAIN);
    long cursor = head();
    assertThat(read(source, cursor)).as("it has begun").isEmpty();
    say(other);
    say(other);
    long first = say(own);
    think(other);
    assertThat(read(source, cursor)).isEqualTo(ids(first, first + SAID - 1));
    think(other);
    assertThat(read(source, cursor))
        .containsExactly(told(first, first - cursor, StreamFrame.Reason.LIVE_LAG));
  }
}
