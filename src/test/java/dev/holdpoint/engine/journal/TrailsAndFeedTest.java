package dev.holdpoint.engine.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.core.event.JournalRow;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Output;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.Step;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.engine.commit.Bench;
import dev.holdpoint.engine.loop.Advance;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TrailsAndFeedTest {
  @TempDir Path folder = Path.of("");
  private Bench bench = NOT_YET;

  @SuppressWarnings("NullAway") // set before each test
  private static final Bench NOT_YET = null;

  @BeforeEach
  void open() {
    bench = new Bench(folder);
    bench.session("s");
  }

  @AfterEach
  void close() {
    bench.close();
  }

  /** Each step is a row of its own; every third has no event. */
  private Run withRows(int rows) {
    Run run = bench.submit("s");
    for (int i = 1; i < rows; i++) {
      Advance advance = new Advance(run).result("call_" + i, new Json("{}"), false);
      run = bench.progress.advance(i % 3 == 0 ? advance : advance.output(output(i)));
    }
    return run;
  }

  private static Output output(int i) {
    return new Output(
        Output.Source.EMIT_OUTPUT, "daemon", "s", "line " + i, new Json("[]"), new Json("[]"));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 63, 64, 65, 127, 128, 129, 200})
  void a_trail_of_any_length_is_followed_to_its_beginning(int rows) {
    Run run = withRows(rows);
    List<JournalRow> history = bench.store.read(queries -> Trails.history(queries, run));
    assertThat(history).isEqualTo(bench.published).hasSize(rows);
    List<Step> transcript = bench.store.read(queries -> Trails.transcript(queries, run));
    assertThat(transcript).hasSize(run.steps());
    long cursor = bench.published.get(rows / 2).lastId();
    List<Long> rest = bench.store.read(queries -> Trails.after(queries, run, cursor));
    assertThat(rest)
        .isEqualTo(
            bench.published.stream().map(JournalRow::lastId).filter(id -> id > cursor).toList());
  }

  /** Reads on from the cursor to the end, as a stream does. */
  private static List<JournalRow> readAll(Feed feed, long cursor, Feed.Filter filter) {
    List<JournalRow> rows = new ArrayList<>();
    long at = cursor;
    Feed.Slice slice;
    do {
      slice = feed.after(at, filter, 7);
      rows.addAll(slice.rows());
      assertThat(slice.cursor()).isGreaterThanOrEqualTo(at);
      at = slice.cursor();
    } while (slice.more());
    assertThat(at).isEqualTo(Math.max(cursor, feed.head()));
    return rows;
  }

  private List<Long> idsAfter(long cursor) {
    return bench.published.stream().map(JournalRow::lastId).filter(id -> id > cursor).toList();
  }

  @Test
  void a_reader_sees_the_same_from_memory_and_from_the_store_wherever_it_begins() {
    Feed live = new Feed(bench.engine, 1_000);
    bench.engine.onCommit(live);
    withRows(40);
    Feed restarted = new Feed(bench.engine, 1_000);
    bench.engine.onCommit(restarted);
    Run run = bench.submit("s");
    long head = live.head();
    for (long cursor = 0; cursor <= head + 1; cursor++) {
      assertThat(readAll(live, cursor, new Feed.Filter.All()))
          .extracting(JournalRow::lastId)
          .isEqualTo(idsAfter(cursor));
      assertThat(readAll(restarted, cursor, new Feed.Filter.All()))
          .extracting(JournalRow::lastId)
          .isEqualTo(idsAfter(cursor));
      assertThat(readAll(restarted, cursor, new Feed.Filter.OfSession(run.head().sessionKey())))
          .extracting(JournalRow::lastId)
          .isEqualTo(idsAfter(cursor));
    }
  }

  @Test
  void a_reader_of_one_run_skips_the_others_and_misses_nothing() {
    Run first = withRows(90);
    bench.session("t");
    Run other = bench.submit("t");
    Feed feed = new Feed(bench.engine, 1_000);
    assertThat(readAll(feed, 0, new Feed.Filter.OfRun(first.key())))
        .extracting(JournalRow::runKey)
        .hasSize(90)
        .containsOnly(first.key());
    assertThat(readAll(feed, 0, new Feed.Filter.OfRun(other.key()))).hasSize(1);
    assertThat(readAll(feed, 0, new Feed.Filter.OfRun(4711))).isEmpty();
  }

  @Test
  void a_reader_who_lags_behind_the_memory_reads_on_from_the_store() {
    Feed feed = new Feed(bench.engine, 100_000);
    bench.engine.onCommit(feed);
    withRows(1_100);
    assertThat(readAll(feed, 0, new Feed.Filter.All())).hasSize(1_100);
  }

  @Test
  void a_listener_is_told_of_its_own_run_only() throws Exception {
    Feed feed = new Feed(bench.engine, 1_000);
    bench.engine.onCommit(feed);
    bench.session("t");
    Run run = bench.submit("s");
    List<String> told = new ArrayList<>();
    try (AutoCloseable _ = feed.listen(new Feed.Filter.OfRun(run.key()), () -> told.add("news"))) {
      bench.submit("t");
      assertThat(told).isEmpty();
      bench.progress.advance(
          new Advance(run).turn("hello", List.of(new ToolCall("c", "look", Json.EMPTY_OBJECT))));
      assertThat(told).hasSize(1);
    }
    bench.runs.cancel(run.id(), "ada");
    assertThat(told).hasSize(1);
  }

  @Test
  void a_session_is_followed_by_its_name_before_it_exists_and_news_tell_where_to_look()
      throws Exception {
    Feed feed = new Feed(bench.engine, 100_000);
    bench.engine.onCommit(feed);
    Feed.Filter filter = new Feed.Filter.OfSessionId("later");
    List<Long> told = new ArrayList<>();
    Feed.Listener listener =
        new Feed.Listener() {
          @Override
          public void news() {}

          @Override
          public void news(long after) {
            told.add(after);
          }
        };
    try (AutoCloseable _ = feed.listen(filter, listener)) {
      withRows(1_100);
      assertThat(told).isEmpty();
      long before = feed.head();
      bench.session("later");
      Run run = bench.submit("later");
      assertThat(told).containsExactly(before);
      assertThat(feed.recent(before, filter, 7))
          .isEqualTo(new Feed.Slice(List.of(slim(run)), feed.head(), false));
      // Memory does not reach back that far, the store does.
      assertThat(feed.recent(0, filter, 7)).isNull();
      assertThat(readAll(feed, 0, filter)).extracting(JournalRow::runKey).containsOnly(run.key());
      feed.unknown();
      assertThat(told).containsExactly(before, 0L);
      // The doubt is over with the next commit, of which all are told, and with no other.
      bench.session("t");
      bench.submit("t");
      assertThat(told).containsExactly(before, 0L, 0L);
      bench.submit("t");
      assertThat(told).hasSize(3);
    }
    assertThat(readAll(feed, 0, new Feed.Filter.OfSessionId("nobody"))).isEmpty();
  }

  /** The run's only row, as streams get it. */
  private JournalRow slim(Run run) {
    JournalRow row =
        bench.published.stream().filter(r -> r.runKey() == run.key()).findFirst().orElseThrow();
    return new JournalRow(
        row.lastId(),
        row.atMs(),
        row.sessionKey(),
        row.sessionId(),
        row.run(),
        row.events(),
        List.of());
  }
}
