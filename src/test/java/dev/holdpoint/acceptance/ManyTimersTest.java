package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.core.gate.GateKind;
import dev.holdpoint.core.gate.GateState;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.timer.Timers;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Deadlines are rows: any number of them costs disk, and each comes true once. */
@OnBothDatabases
class ManyTimersTest extends OwnClock {
  private static final int OF_ONE_SESSION = 50;
  private static final long MEBIBYTE = 1 << 20;

  private final Database database;

  ManyTimersTest(Database database) {
    super(database);
    this.database = database;
  }

  @Test
  void many_deadlines_take_no_memory_and_each_comes_true_once() throws Exception {
    // The server of PostgreSQL shares the processor with us; its part is the same with fewer.
    comeTrue(database == Database.SQLITE ? 8_000 : 2_000, 5 * MEBIBYTE);
  }

  @Test
  @Tag("long")
  void a_million_deadlines_take_no_memory_and_each_comes_true_once() throws Exception {
    comeTrue(1_000_000, 24 * MEBIBYTE);
  }

  private void comeTrue(int count, long memory) throws InterruptedException, ExecutionException {
    Timers timers = new Timers(engine, List.of(deadlines::expireDue));
    engine.onCommit(timers);
    raise(2_000, 0);
    long before = usedMemory();

    raise(count, 1);

    assertThat(usedMemory() - before).as("bytes for %d timers", count).isLessThan(memory);
    assertThat(gates(GateState.Status.PENDING)).isEqualTo(count + 2_000L);
    clock.set(NOON + HOUR - 1);
    timers.tick();
    assertThat(gates(GateState.Status.EXPIRED)).as("before their time").isZero();
    clock.set(NOON + 2 * HOUR);
    timers.tick();
    assertThat(gates(GateState.Status.EXPIRED)).isEqualTo(count + 2_000L);
    assertThat(gates(GateState.Status.PENDING)).isZero();
    long events = engine.read(Queries::lastEventId);
    timers.tick();
    assertThat(engine.read(Queries::lastEventId)).as("events after another look").isEqualTo(events);
  }

  /** Many at once, as agents would: they share transactions. */
  private void raise(int count, int round) throws InterruptedException, ExecutionException {
    try (ExecutorService callers = Executors.newFixedThreadPool(64)) {
      List<Future<?>> asked = new ArrayList<>();
      for (int i = 0; i < count / OF_ONE_SESSION; i++) {
        String session = "timers-" + round + "-" + i;
        asked.add(
            callers.submit(
                () -> {
                  session(session);
                  for (int n = 0; n < OF_ONE_SESSION; n++) {
                    ask(session, HOUR + n);
                  }
                }));
      }
      for (Future<?> one : asked) {
        one.get();
      }
    }
  }

  private long gates(GateState.Status status) {
    return engine.read(
        queries -> queries.countGates(new Queries.GateFilter(GateKind.QUESTION, status, null)));
  }

  private static long usedMemory() {
    System.gc();
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}
