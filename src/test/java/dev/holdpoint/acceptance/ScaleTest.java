package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.core.run.RunState;
import dev.holdpoint.daemon.TestDaemon;
import dev.holdpoint.engine.port.store.Store;
import dev.holdpoint.store.Samples;
import dev.holdpoint.store.Stores;
import dev.holdpoint.store.Writing;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * A full ledger: every list can be walked to its last page, each row once, and the way there is no
 * longer than to the first. How long both take is printed; that no statement reads more than its
 * page is what {@code QueryPlanTest} holds.
 */
class ScaleTest {
  @Test
  void a_hundredth_of_a_full_ledger() {
    walk(10_000, 1_000, 100);
  }

  @Test
  @Tag("long")
  void a_million_runs_in_a_hundred_thousand_sessions() {
    walk(1_000_000, 100_000, 1_000);
  }

  private static void walk(int runs, int sessions, int pages) {
    Path folder = Database.newFolder();
    fill(folder, runs, sessions);
    try (TestDaemon daemon = TestDaemon.start(folder, Map.of())) {
      Http http = daemon.http();
      Map<String, Integer> lists = new LinkedHashMap<>();
      lists.put("/v1/runs", runs / pages);
      lists.put("/v1/runs?priority_active=true", runs / pages);
      lists.put("/v1/runs?status=completed", runs / pages / 2);
      lists.put("/v1/runs?status=failed", runs / pages / 4);
      lists.put("/v1/sessions", sessions / pages);
      lists.put("/v1/sessions?persona_id=persona-1", sessions / pages / 2);
      lists.forEach((list, limit) -> walk(http, list, Math.clamp(limit, 1, 100), pages));
    }
  }

  private static void walk(Http http, String list, int limit, int most) {
    String path = list + (list.contains("?") ? "&" : "?") + "limit=" + limit;
    Set<String> seen = new HashSet<>();
    JsonNode page = http.get(path + "&page=true").expect(200).json();
    String cursor = "";
    int pages = 0;
    while (pages < most) {
      pages++;
      for (JsonNode row : page.path("items")) {
        String id =
            row.has("run_id") ? row.path("run_id").asString() : row.path("session_id").asString();
        assertThat(seen.add(id)).as("%s shows %s once", list, id).isTrue();
      }
      JsonNode next = page.at("/pagination/next_cursor");
      if (!page.at("/pagination/has_more").asBoolean()) {
        break;
      }
      cursor = next.asString();
      page = http.get(path + "&cursor=" + cursor).expect(200).json();
    }
    assertThat(seen.size()).isGreaterThan(limit * (pages - 1));
    assertThat(pages).as("%s in pages of %d", list, limit).isGreaterThan(most / 2);
    report(http, path, cursor, pages);
  }

  private static void report(Http http, String path, String cursor, int pages) {
    long first = micros(http, path + "&page=true");
    long last = micros(http, path + "&cursor=" + cursor);
    System.out.printf("%-60s page 1 %,7d us, page %d %,7d us%n", path, first, pages, last);
  }

  /** The best of several, which is what the work itself takes. */
  private static long micros(Http http, String path) {
    long best = Long.MAX_VALUE;
    for (int i = 0; i < 5; i++) {
      long start = System.nanoTime();
      http.get(path).expect(200);
      best = Math.min(best, System.nanoTime() - start);
    }
    return best / 1_000;
  }

  /** Half of the runs are completed, a quarter failed, the others cancelled; a few wait. */
  private static void fill(Path folder, int runs, int sessions) {
    try (Store store = Stores.open(null, folder)) {
      int perBatch = 1_000;
      for (int from = 1; from <= sessions; from += perBatch) {
        Writing writing = new Writing();
        for (int key = from; key < from + perBatch && key <= sessions; key++) {
          writing.add(
              key % 2 == 0 ? Samples.session(key) : Samples.session(key).as(Samples.persona(1)));
        }
        commit(store, writing);
      }
      for (int from = 1; from <= runs; from += perBatch) {
        Writing writing = new Writing();
        for (int i = from; i < from + perBatch && i <= runs; i++) {
          writing.add(Samples.run(sessions + (long) i, 1 + i % sessions, state(i)));
        }
        commit(store, writing);
      }
    }
  }

  private static RunState state(int number) {
    return switch (number % 4) {
      case 0 -> new RunState.Failed(Samples.NOW, "out of luck");
      case 1 -> new RunState.Cancelled(Samples.NOW);
      default -> new RunState.Completed(Samples.NOW);
    };
  }

  private static void commit(Store store, Writing writing) {
    try (Store.Transaction transaction = store.begin()) {
      transaction.write(writing.writes());
      transaction.commit();
    }
  }
}
