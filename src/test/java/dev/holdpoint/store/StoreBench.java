package dev.holdpoint.store;

import static java.util.Objects.requireNonNull;

import dev.holdpoint.core.approval.ApprovalEvent;
import dev.holdpoint.core.event.LedgerEvent;
import dev.holdpoint.core.json.Json;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunState;
import dev.holdpoint.core.run.RunStatus;
import dev.holdpoint.engine.port.GateRow;
import dev.holdpoint.engine.port.Queries;
import dev.holdpoint.engine.port.Store;
import dev.holdpoint.store.doc.Documents;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * How fast a ledger of parked runs is answered by one writer: {@code mvn test -Dtest=StoreBench
 * -Dexcluded.test.groups=long}. A cycle is two works, each in a transaction with 63 others: one
 * resolves the gate, one completes the run.
 */
@Tag("bench")
class StoreBench {
  private static final int PARKED = Integer.getInteger("parked", 30_000);
  private static final boolean ONE_BY_ONE = Boolean.getBoolean("one.by.one");
  private static final int BATCH = 64;
  private static final Json ALLOW = new Json("{\"request_id\":\"apr_1\",\"behavior\":\"allow\"}");

  @TempDir Path folder = Path.of("");

  @Test
  void sqlite() {
    for (boolean random : List.of(false, true)) {
      try (Store store = Stores.open(null, folder.resolve("random-" + random))) {
        measure(store, random);
      }
    }
    System.out.printf("after closing: %s%n", Arrays.toString(folder.toFile().list()));
  }

  @Test
  void postgres() {
    try (EmbeddedPostgres server = EmbeddedPostgres.start(true)) {
      for (boolean random : List.of(false, true)) {
        try (Store store = Stores.open(server.newDatabase(), folder)) {
          measure(store, random);
        }
      }
    }
  }

  @Test
  void documents() {
    Run run = Samples.parked(7, 3, 8, null);
    String text = Documents.text(run);
    for (int round = 0; round < 5; round++) {
      long size = 0;
      long start = System.nanoTime();
      for (int i = 0; i < 200_000; i++) {
        size += Documents.text(run).length();
      }
      long written = System.nanoTime();
      for (int i = 0; i < 200_000; i++) {
        size += Documents.run(text).approvals().size();
      }
      long read = System.nanoTime();
      System.out.printf(
          "a parked run: %d characters, %.1f µs to write, %.1f µs to read (%d)%n",
          text.length(), (written - start) / 200_000e3, (read - written) / 200_000e3, size);
    }
  }

  private void measure(Store store, boolean random) {
    long start = System.nanoTime();
    long event = 0;
    for (long first = 1; first <= PARKED; first += 500) {
      Writing writing = new Writing();
      for (long i = first; i < first + 500; i++) {
        Run run = Samples.parked(4 * i + 1, 4 * i, 4 * i + 2, null).onTrail(++event);
        writing.add(Samples.session(4 * i)).add(run);
        writing.add(StoreContract.gate(4 * i + 2, 4 * i + 1, 4 * i, null));
        writing.add(Samples.journal(event, run, new LedgerEvent.Accepted()));
      }
      commit(store, writing);
    }
    double parkedSeconds = (System.nanoTime() - start) / 1e9;
    List<Long> order = new ArrayList<>(LongStream.rangeClosed(1, PARKED).boxed().toList());
    if (random) {
      Collections.shuffle(order, new Random(1));
    }

    List<Long> micros = new ArrayList<>();
    start = System.nanoTime();
    long cpu = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    for (int from = 0; from < PARKED; from += BATCH) {
      List<Run> running = new ArrayList<>();
      long before = System.nanoTime();
      Writing resolve = new Writing();
      try (Store.Transaction transaction = store.begin()) {
        List<Long> batch = order.subList(from, Math.min(PARKED, from + BATCH));
        for (Run run : load(transaction.queries(), batch)) {
          long i = run.head().sessionKey() / 4;
          event += 3;
          Run next = resolved(run, event);
          running.add(next);
          resolve
              .change(next, true)
              .change(
                  StoreContract.settled(
                      StoreContract.gate(4 * i + 2, 4 * i + 1, 4 * i, null),
                      GateRow.Status.RESOLVED,
                      event))
              .add(
                  Samples.journal(
                      event,
                      next,
                      new LedgerEvent.ApprovalResolved(List.of(ALLOW), "ada", RunStatus.RUNNING),
                      new LedgerEvent.ApprovalSettled("apr_1"),
                      new LedgerEvent.RunUpdated()));
        }
        transaction.write(resolve.writes());
        transaction.commit();
      }
      micros.add((System.nanoTime() - before) / 1000);
      before = System.nanoTime();
      Writing complete = new Writing();
      for (Run run : running) {
        event += 2;
        Run next =
            run.edit().state(new RunState.Completed(Samples.NOW)).at(Samples.NOW).onTrail(event);
        complete
            .change(next, false)
            .add(
                Samples.journal(
                    event, next, new LedgerEvent.Completed(), new LedgerEvent.RunUpdated()));
      }
      commit(store, complete);
      micros.add((System.nanoTime() - before) / 1000);
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    cpu = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - cpu;
    Collections.sort(micros);
    System.out.printf(
        "%s %s: parked %d/s, %d cycles/s at %d µs of CPU; a transaction p50 %d µs, p99 %d µs, max %d µs; wal %d KB%n",
        store.kind(),
        random ? "random order" : "in order",
        (int) (PARKED / parkedSeconds),
        (int) (PARKED / seconds),
        cpu / 1000 / PARKED,
        micros.get(micros.size() / 2),
        micros.get(micros.size() * 99 / 100),
        micros.getLast(),
        folder.resolve("random-" + random + "/holdpoint.db-wal").toFile().length() / 1024);
  }

  private static List<Run> load(Queries queries, List<Long> batch) {
    if (!ONE_BY_ONE) {
      queries.liveRuns(batch.stream().map(i -> 4 * i).toList());
      return queries.runs(batch.stream().map(i -> 4 * i + 1).toList());
    }
    List<Run> runs = new ArrayList<>();
    for (long i : batch) {
      queries.liveRuns(4 * i);
      runs.add(requireNonNull(queries.run(4 * i + 1)));
    }
    return runs;
  }

  private static Run resolved(Run run, long event) {
    return run.edit()
        .state(new RunState.Running())
        .approvals(a -> a.settled(new ApprovalEvent.Allowed("ada", Samples.NOW, null), ALLOW))
        .at(Samples.NOW)
        .onTrail(event);
  }

  private static void commit(Store store, Writing writing) {
    try (Store.Transaction transaction = store.begin()) {
      transaction.write(writing.writes());
      transaction.commit();
    }
  }
}
