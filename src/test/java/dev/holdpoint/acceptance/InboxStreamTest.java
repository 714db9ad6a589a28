package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.blackbox.Sse;
import dev.holdpoint.daemon.TestDaemon;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** A stream goes on where a list ends, while gates are raised as fast as they can be. */
class InboxStreamTest {
  private static final int RAISERS = 4;
  private static final int EACH = 40;
  private static final int LISTS = 4;

  @ParameterizedTest
  @EnumSource
  @DisplayName("PG-12 a stream opened with as_of misses and repeats no gate of the list")
  void PG_12_list_and_stream_of_one_node(Database database) throws Exception {
    try (TestDaemon daemon = TestDaemon.start(Database.newFolder(), database.settings(Map.of()))) {
      Http http = daemon.http();
      together(http, http, http);
    }
  }

  @Test
  @DisplayName("PG-12 the same with the list of one node and the stream of another")
  void PG_12_list_and_stream_of_two_nodes() throws Exception {
    SharedLedger ledger = new SharedLedger();
    try (TestDaemon one =
            ledger.node("one", Map.of("HOLDPOINT_ADMIN_TOKEN", "same-for-all-nodes"));
        TestDaemon two =
            ledger.node("two", Map.of("HOLDPOINT_ADMIN_TOKEN", "same-for-all-nodes"))) {
      Http first = one.http("same-for-all-nodes");
      Http second = two.http("same-for-all-nodes");
      // Both ways: the node that writes knows of an event before the other does.
      together(first, first, second);
      together(first, second, first);
    }
  }

  /** Several looks while others raise; each has every gate once, by its list or by its stream. */
  private static void together(Http raising, Http listing, Http streaming) throws Exception {
    Queue<String> raised = new ConcurrentLinkedQueue<>();
    CountDownLatch begun = new CountDownLatch(EACH);
    List<Look> looks = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < RAISERS; i++) {
        String session = "s-" + i + "-" + System.identityHashCode(begun);
        raising.session(session);
        all.add(
            threads.submit(
                () -> {
                  for (int n = 0; n < EACH; n++) {
                    raised.add(raise(raising, session));
                    begun.countDown();
                  }
                }));
      }
      begun.await();
      for (int i = 0; i < LISTS; i++) {
        JsonNode page = listing.get("/v1/inbox?sort=newest&limit=500").expect(200).json();
        assertThat(page.at("/pagination/has_more").asBoolean()).isFalse();
        looks.add(
            new Look(
                page,
                streaming.stream("/v1/events/stream?cursor=" + page.path("as_of").asString())));
      }
      for (Future<?> one : all) {
        one.get();
      }
    }
    String last = raise(raising, "s-last-" + System.identityHashCode(begun));
    for (Look look : looks) {
      List<String> told = told(look, last);
      assertThat(told).doesNotHaveDuplicates().containsAll(raised);
    }
    clear(raising);
  }

  private record Look(JsonNode page, Sse stream) {}

  private static String raise(Http http, String session) {
    http.session(session);
    return http.post(
            "/v1/sessions/" + session + "/approval-requests",
            Acceptance.json("{'tool_name':'deploy','input':{},'reason':'Release.'}"))
        .expect(201)
        .json()
        .at("/request/id")
        .asString();
  }

  /** What the list has and the stream tells, up to the last gate. */
  private static List<String> told(Look look, String last) {
    List<String> all = new ArrayList<>();
    look.page.path("items").forEach(row -> all.add(row.path("id").asString()));
    try (Sse stream = look.stream) {
      while (!all.contains(last)) {
        all.add(stream.next("approval_requested").data().at("/approval/id").asString());
      }
    }
    return all;
  }

  /** So that the next list is not longer than a page. */
  private static void clear(Http http) {
    JsonNode rows = http.get("/v1/inbox?limit=500").expect(200).json().path("items");
    for (JsonNode row : rows) {
      http.post("/v1/runs/" + row.path("run_id").asString() + "/cancel", null).expect(200);
    }
  }
}
