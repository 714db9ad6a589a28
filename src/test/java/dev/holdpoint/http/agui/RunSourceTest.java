package dev.holdpoint.http.agui;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.core.access.Voter;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.engine.commit.Bench;
import dev.holdpoint.engine.external.FrontEndRuns;
import dev.holdpoint.engine.gate.GateDraft;
import dev.holdpoint.engine.journal.Feed;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.loop.Advance;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.port.store.Store;
import dev.holdpoint.engine.standing.EditPlaces;
import dev.holdpoint.http.stream.FrameSource;
import dev.holdpoint.store.MigratedLedger;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A run as a stream of events, read when the test says so. */
final class RunSourceTest {
  private static final int TURNS = 60;

  /** How many journal rows were read for their steps. */
  private final AtomicInteger rowsRead = new AtomicInteger();

  /** The most of them that one question was about. */
  private final AtomicInteger rowsAtOnce = new AtomicInteger();

  @TempDir private Path folder = Path.of("");

  /** A store that counts what is read of transcripts. */
  private Store counted(Store store) {
    return proxy(
        Store.class,
        store,
        (name, arguments) -> {
          if (name.equals("read")) {
            @SuppressWarnings("unchecked")
            Function<Queries, Object> query = (Function<Queries, Object>) arguments[0];
            Function<Queries, Object> watched = queries -> query.apply(counted(queries));
            arguments[0] = watched;
          }
        });
  }

  private Queries counted(Queries queries) {
    return proxy(
        Queries.class,
        queries,
        (name, arguments) -> {
          if (name.equals("steps")) {
            int rows = ((Collection<?>) arguments[0]).size();
            rowsRead.addAndGet(rows);
            rowsAtOnce.accumulateAndGet(rows, Math::max);
          }
        });
  }

  private interface Before {
    void call(String method, Object[] arguments);
  }

  private static <T> T proxy(Class<T> type, T real, Before before) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (_, method, arguments) -> {
              before.call(method.getName(), arguments == null ? new Object[0] : arguments);
              try {
                return method.invoke(real, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            }));
  }

  private static Run talk(Bench bench, Run from, int turns) {
    Run run = from;
    for (int i = 0; i < turns; i++) {
      ToolCall call = new ToolCall("call_1", "bash", Json.EMPTY_OBJECT);
      run = bench.progress.advance(new Advance(run).turn("turn " + i, List.of(call)));
      run = bench.progress.advance(new Advance(run).starts("call_1"));
      run =
          bench.progress.advance(
              new Advance(run).result("call_1", new Json("\"" + "x".repeat(1_000) + "\""), true));
    }
    return run;
  }

  private static Run parked(Bench bench, Run run) {
    ToolCall call = new ToolCall("call_1", "bash", Json.EMPTY_OBJECT);
    return bench.progress.advance(
        new Advance(run)
            .turn("", List.of(call))
            .ask(GateDraft.approval(call).because("why").until(GateDraft.Deadline.NONE)));
  }

  private static RunSource source(Bench bench, Run run, int from) {
    return new RunSource(
        new RunSource.Room(bench.engine, new Feed(bench.engine, 1_000), EditPlaces.WITHOUT_TOOLS),
        new RunEvents("t", "r"),
        new RunSource.Sent(new Json("[]"), List.of(), "http://x", Voter.named("ada")),
        new FrontEndRuns.Part(run, from));
  }

  /** What one read gives, and where the next begins. */
  private static FrameSource.Batch read(
      RunSource source, long cursor, int most, List<JsonNode> told) {
    FrameSource.Batch batch = source.next(cursor, most);
    assertThat(batch.frames()).hasSizeLessThanOrEqualTo(most);
    for (byte[] frame : batch.frames()) {
      told.add(JsonTree.of(new Json(new String(frame, UTF_8).strip().substring(6))));
    }
    return batch;
  }

  /** All that there is now. */
  private static FrameSource.Batch readAll(RunSource source, int most, List<JsonNode> told) {
    FrameSource.Batch batch = read(source, 0, most, told);
    while (batch.more()) {
      long before = batch.cursor();
      batch = read(source, before, most, told);
      assertThat(batch.cursor())
          .as("a stream that stands still is read no more")
          .isNotEqualTo(before);
    }
    return batch;
  }

  private static List<String> ids(List<JsonNode> told, String type) {
    return told.stream()
        .filter(event -> event.path("type").asString().equals(type))
        .map(event -> event.path("toolCallId").asString())
        .toList();
  }

  @Test
  @DisplayName("AG-83 a long run is told in portions, and nothing of it is read twice")
  void what_was_told_is_not_read_again() {
    try (Bench bench = new Bench(counted(MigratedLedger.open(folder.resolve("ledger.db"))))) {
      Run run = talk(bench, bench.submit(bench.session("s")), TURNS);
      RunSource source = source(bench, run, 0);
      List<JsonNode> told = new ArrayList<>();
      rowsRead.set(0);
      assertThat(read(source, 0, 5, told).more()).isTrue();
      assertThat(rowsRead).as("a portion").hasValueLessThan(20);
      assertThat(readAll(source, 5, told).end()).isFalse();
      int once = rowsRead.get();
      assertThat(ids(told, "TOOL_CALL_START")).hasSize(TURNS).doesNotHaveDuplicates();
      assertThat(ids(told, "TOOL_CALL_RESULT"))
          .as("each result is that of its own turn, though the model repeats its ids")
          .isEqualTo(ids(told, "TOOL_CALL_START"));

      // What comes later is read alone.
      Run more = talk(bench, bench.now(run), 1);
      readAll(source, 5, told);
      assertThat(rowsRead.get() - once).isLessThan(10);
      assertThat(ids(told, "TOOL_CALL_START")).hasSize(TURNS + 1);

      parked(bench, more);
      rowsAtOnce.set(0);
      assertThat(readAll(source, 5, told).end()).isTrue();
      assertThat(rowsAtOnce).as("the snapshot reads portions too").hasValueLessThan(20);
      assertThat(told.getLast().at("/outcome/interrupts/0/toolCallId").asString())
          .isEqualTo(ids(told, "TOOL_CALL_START").getLast());
      assertThat(told.get(told.size() - 2).path("messages")).hasSize(2 * TURNS + 3);
    }
  }

  @Test
  void a_later_part_knows_the_calls_of_the_one_before() {
    try (Bench bench = new Bench(folder)) {
      Run run = talk(bench, bench.submit(bench.session("s")), 3);
      List<JsonNode> whole = new ArrayList<>();
      readAll(source(bench, run, 0), 64, whole);
      List<JsonNode> last = new ArrayList<>();
      readAll(source(bench, run, run.steps() - 1), 64, last);
      assertThat(last).hasSize(2);
      assertThat(last.getLast()).isEqualTo(whole.getLast());
    }
  }
}
