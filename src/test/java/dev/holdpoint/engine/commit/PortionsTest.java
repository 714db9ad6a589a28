package dev.holdpoint.engine.commit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.core.agent.Elicited;
import dev.holdpoint.core.agent.ServedSession;
import dev.holdpoint.core.agent.Watch;
import dev.holdpoint.core.shelf.Kept;
import dev.holdpoint.core.shelf.Shelf;
import dev.holdpoint.engine.external.Elicitations;
import dev.holdpoint.engine.external.OutsideGates;
import dev.holdpoint.engine.external.ServedSessions;
import dev.holdpoint.engine.external.Watches;
import dev.holdpoint.engine.gate.Clarifications;
import dev.holdpoint.engine.port.store.ShelfWalk;
import dev.holdpoint.store.EmbeddedPostgres;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * How many commits it takes to see to what a daemon has left, on both databases: each waits for its
 * turn among all that is written.
 */
final class PortionsTest {
  private static final int LEFT = 250;
  private static final int PORTIONS = 3;

  @TempDir Path folder = Path.of("");

  private record Counting(Commits commits, AtomicInteger count) implements Commits {
    Counting(Commits commits) {
      this(commits, new AtomicInteger());
    }

    @Override
    public <R> R commit(Work<R> work) {
      count.incrementAndGet();
      return commits.commit(work);
    }

    int during(Runnable what) {
      count.set(0);
      what.run();
      return count.get();
    }
  }

  private static <T extends Kept> void leave(Commits commits, Shelf<T> shelf, LongFunction<T> one) {
    commits.commit(
        change -> {
          for (long key = 1; key <= LEFT; key++) {
            change.keep(shelf, one.apply(key));
          }
          return LEFT;
        });
  }

  private static <T extends Kept> int left(Engine engine, Shelf<T> shelf) {
    return (int) engine.read(queries -> ShelfWalk.of(queries, shelf, null).count()).longValue();
  }

  private static void seenTo(Engine engine, Counting commits, OutsideGates outside, long node) {
    leave(commits, Elicited.SHELF, key -> new Elicited(key, "run_1", "call_1", node));
    Elicitations elicitations =
        new Elicitations(commits, Clarifications.slots(() -> true), outside);
    assertThat(commits.during(() -> elicitations.closeLeft(engine, node))).isEqualTo(PORTIONS);
    assertThat(left(engine, Elicited.SHELF)).isZero();

    leave(
        commits,
        ServedSession.SHELF,
        key -> new ServedSession(key, "s" + key, "mock", "own", "one", 1, true, node));
    ServedSessions served = new ServedSessions(commits, Clarifications.slots(() -> true));
    assertThat(commits.during(() -> served.interruptLeft(engine, node))).isEqualTo(PORTIONS);
    assertThat(commits.during(() -> served.interruptLeft(engine, node))).isZero();

    leave(commits, Watch.SHELF, key -> new Watch(key, List.of(node)));
    Watches watches = new Watches(commits);
    assertThat(commits.during(() -> watches.recover(engine, node))).isEqualTo(PORTIONS);
    assertThat(left(engine, Watch.SHELF)).isZero();
  }

  @Test
  void what_a_daemon_has_left_is_seen_to_in_portions_on_sqlite() {
    try (Bench bench = new Bench(folder)) {
      seenTo(bench.engine, new Counting(bench.commits), bench.outside, 0);
    }
  }

  @Test
  void what_a_node_has_left_is_seen_to_in_portions_on_postgres() {
    String url = EmbeddedPostgres.shared().newDatabase();
    try (NodeAtWork there = new NodeAtWork(url, "there")) {
      seenTo(there.engine, new Counting(there.writing), there.outside, 4711);
    }
  }
}
