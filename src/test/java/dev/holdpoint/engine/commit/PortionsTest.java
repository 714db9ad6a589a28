package dev.holdpoint.engine.commit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.core.agent.ElicitationRecord;
import dev.holdpoint.core.agent.ServedSession;
import dev.holdpoint.core.agent.WaitingNodes;
import dev.holdpoint.core.record.RecordKind;
import dev.holdpoint.core.record.StoredRecord;
import dev.holdpoint.engine.external.Elicitations;
import dev.holdpoint.engine.external.ExternalGates;
import dev.holdpoint.engine.external.RemoteWaiters;
import dev.holdpoint.engine.external.ServedSessions;
import dev.holdpoint.engine.gate.Clarifications;
import dev.holdpoint.engine.port.store.RecordWalk;
import dev.holdpoint.store.EmbeddedPostgres;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * How many commits it takes to settle what a daemon has left, on both databases: each waits for its
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

  private static <T extends StoredRecord> void leave(
      Commits commits, RecordKind<T> shelf, LongFunction<T> one) {
    commits.commit(
        change -> {
          for (long key = 1; key <= LEFT; key++) {
            change.keep(shelf, one.apply(key));
          }
          return LEFT;
        });
  }

  private static <T extends StoredRecord> int left(Engine engine, RecordKind<T> shelf) {
    return (int) engine.read(queries -> RecordWalk.of(queries, shelf, null).count()).longValue();
  }

  private static void seenTo(Engine engine, Counting commits, ExternalGates outside, long node) {
    leave(
        commits,
        ElicitationRecord.KIND,
        key -> new ElicitationRecord(key, "run_1", "call_1", node));
    Elicitations elicitations =
        new Elicitations(commits, Clarifications.slots(() -> true), outside);
    assertThat(commits.during(() -> elicitations.closeLeft(engine, node))).isEqualTo(PORTIONS);
    assertThat(left(engine, ElicitationRecord.KIND)).isZero();

    leave(
        commits,
        ServedSession.KIND,
        key -> new ServedSession(key, "s" + key, "mock", "own", "one", 1, true, node));
    ServedSessions served = new ServedSessions(commits, Clarifications.slots(() -> true));
    assertThat(commits.during(() -> served.interruptLeft(engine, node))).isEqualTo(PORTIONS);
    assertThat(commits.during(() -> served.interruptLeft(engine, node))).isZero();

    leave(commits, WaitingNodes.KIND, key -> new WaitingNodes(key, List.of(node)));
    RemoteWaiters watches = new RemoteWaiters(commits);
    assertThat(commits.during(() -> watches.recover(engine, node))).isEqualTo(PORTIONS);
    assertThat(left(engine, WaitingNodes.KIND)).isZero();
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
