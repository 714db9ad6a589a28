package dev.holdpoint.engine.commit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.engine.Consequences;
import dev.holdpoint.engine.delivery.OutboundPolicy;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.port.store.Store;
import dev.holdpoint.engine.session.Sessions;
import dev.holdpoint.store.MigratedLedger;
import dev.holdpoint.vault.AuditKey;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Who comes while the writer waits for its turn among the nodes is in the same transaction. */
final class GatheringTest {
  @TempDir Path folder = Path.of("");

  /** As a database whose lock others hold until the test says so. */
  private static final class Queue implements Store {
    final Semaphore asked = new Semaphore(0);
    final Semaphore turns = new Semaphore(0);
    private final Store store;

    Queue(Store store) {
      this.store = store;
    }

    @Override
    public Transaction begin() {
      asked.release();
      turns.acquireUninterruptibly();
      return store.begin();
    }

    @Override
    public String kind() {
      return store.kind();
    }

    @Override
    public String ledgerId() {
      return store.ledgerId();
    }

    @Override
    public <T> T read(Function<Queries, T> query) {
      return store.read(query);
    }

    @Override
    public int forgetBelow(long key) {
      return store.forgetBelow(key);
    }

    @Override
    public void close() {
      store.close();
    }
  }

  @Test
  @Timeout(30)
  void whoever_comes_before_the_turn_does_comes_along() throws InterruptedException {
    Queue store = new Queue(MigratedLedger.open(folder.resolve("ledger.db")));
    List<Integer> sizes = new ArrayList<>();
    Engine engine =
        new Engine(
            store,
            InstantSource.system(),
            Bench.ids(),
            _ -> {},
            Consequences.parts(OutboundPolicy.USUAL, AuditKey.generate()));
    engine.measureWith(
        new CommitMetrics() {
          @Override
          public void committed(long nanos, int works) {
            sizes.add(works);
          }

          @Override
          public void failed() {}
        });
    try (store;
        Writer writer = new Writer(engine).start()) {
      List<Thread> callers = new ArrayList<>();
      callers.add(call(writer, "alone"));
      store.asked.acquire();
      callers.add(call(writer, "second"));
      store.turns.release();
      // The second waits for its turn, on the writer's thread.
      store.asked.acquire();
      for (String late : List.of("third", "fourth", "fifth")) {
        callers.add(call(writer, late));
      }
      store.turns.release();
      for (Thread caller : callers) {
        caller.join();
      }
    }
    assertThat(sizes).containsExactly(1, 4);
  }

  /** Returns when the work is on its way: whoever sent it waits for the answer. */
  private static Thread call(Writer writer, String session) {
    Thread caller =
        Thread.ofPlatform()
            .start(
                () ->
                    new Sessions(writer)
                        .createOrReuse(
                            new Sessions.Spec(session, null, null, null, null, null), null));
    while (caller.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    return caller;
  }
}
