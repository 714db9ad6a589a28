package dev.holdpoint.acceptance;

import static dev.holdpoint.acceptance.Acceptance.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.core.cluster.Node;
import dev.holdpoint.daemon.TestDaemon;
import dev.holdpoint.engine.port.store.Store;
import dev.holdpoint.store.EmbeddedPostgres;
import dev.holdpoint.store.Stores;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** A schedule whose time came while one node was there and another was not. */
final class ScheduleAtNodesTest {
  private static final long LEASE_MS = 300_000;
  private static final long HOUR_MS = 3_600_000;

  private final Path folder = Database.newFolder();
  private final EmbeddedPostgres server = EmbeddedPostgres.shared();
  private final String url = server.newDatabase();
  private final long createdMs = System.currentTimeMillis();
  private final long dueMs = createdMs + HOUR_MS;

  /** It stands still, so that nothing is late because a machine is slow. */
  private TestDaemon daemonAt(long ms) {
    return TestDaemon.start(
        folder,
        Map.of(
            "HOLDPOINT_DATABASE",
            url,
            "HOLDPOINT_CLUSTER_NAME",
            "late",
            "HOLDPOINT_CLUSTER_LEASE_MS",
            String.valueOf(LEASE_MS)),
        InstantSource.fixed(Instant.ofEpochMilli(ms)));
  }

  private String scheduled() {
    try (TestDaemon before = daemonAt(createdMs)) {
      Http http = before.http();
      http.session("s");
      return http.post(
              "/v1/schedules",
              json(
                  "{'session_id':'s','content':'x','misfire':'skip','trigger':{'type':'once','at_ms':%d}}",
                  dueMs))
          .expect(201)
          .json()
          .path("schedule_id")
          .asString();
    }
  }

  /** What the daemon makes of it that starts a moment after it was due. */
  private JsonNode rung(String schedule) {
    try (TestDaemon late = daemonAt(dueMs + 100)) {
      return late.http()
          .await("/v1/schedules/" + schedule, view -> !view.path("enabled").asBoolean());
    }
  }

  /** A node that has been there for an hour, and has not come round to it. */
  private Store busyNode() {
    Store busy = Stores.open(url, folder);
    busy.cluster().join("busy", new Node.Card("busy", null, "test", 0, 0, 0), LEASE_MS);
    moved("joined_at_ms");
    return busy;
  }

  private void moved(String time) {
    server.execute(
        url.substring(url.lastIndexOf('/') + 1),
        "UPDATE nodes SET %s = %s - %d WHERE name = 'busy'".formatted(time, time, HOUR_MS));
  }

  @Test
  void what_came_due_while_another_node_was_there_is_not_missed() {
    String schedule = scheduled();
    try (Store _ = busyNode()) {
      JsonNode rung = rung(schedule);
      assertThat(rung.path("misfire_skips").asInt()).isZero();
      assertThat(rung.has("last_run_id")).isTrue();
    }
  }

  @Test
  void a_node_that_nobody_has_heard_lately_was_not_there() {
    String schedule = scheduled();
    try (Store _ = busyNode()) {
      moved("seen_at_ms");
      JsonNode rung = rung(schedule);
      assertThat(rung.path("misfire_skips").asInt()).isEqualTo(1);
      assertThat(rung.has("last_run_id")).isFalse();
    }
  }
}
