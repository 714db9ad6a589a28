package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.daemon.TestDaemon;
import dev.holdpoint.store.EmbeddedPostgres;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** A database that is away, or that only reads: callers are told so, and soon. */
class StoreOutageTest {
  /** Before anybody would have lost patience who waits for a turn. */
  private static final Duration SOON = Duration.ofSeconds(9);

  @Test
  void while_the_database_is_away_everything_that_needs_it_is_503_at_once() {
    EmbeddedPostgres server = EmbeddedPostgres.start(false);
    try (TestDaemon daemon =
        TestDaemon.start(
            Database.newFolder(), Map.of("HOLDPOINT_DATABASE", server.newDatabase()))) {
      Http http = daemon.http();
      http.session("s");
      http.get("/readyz").expect(200);

      server.close();

      for (String path : List.of("/readyz", "/v1/status", "/v1/runs", "/v1/sessions/s")) {
        long start = System.nanoTime();
        Http.Answer answer = http.get(path);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).as(path).isLessThan(SOON);
        Acceptance.refused(answer, 503, "api", "unavailable");
        assertThat(answer.header("Retry-After")).isNotEmpty();
      }
      Acceptance.refused(http.post("/v1/sessions", "{}"), 503, "api", "unavailable");
      http.get("/healthz").expect(200);
    }
  }

  @Test
  void the_status_tells_of_a_failed_commit_until_one_succeeds() {
    EmbeddedPostgres server = EmbeddedPostgres.shared();
    String url = server.newDatabase();
    String name = url.substring(url.lastIndexOf('/') + 1);
    try (TestDaemon daemon =
        TestDaemon.start(Database.newFolder(), Map.of("HOLDPOINT_DATABASE", url))) {
      Http http = daemon.http();
      isWell(http);

      server.execute(
          "postgres", "ALTER DATABASE " + name + " SET default_transaction_read_only = on");
      hangUp(server, name);
      Acceptance.refused(
          http.post("/v1/sessions", "{\"session_id\":\"s\"}"), 503, "api", "unavailable");

      JsonNode status = http.get("/v1/status").expect(200).json();
      assertThat(status.at("/storage/ok").asBoolean()).isFalse();
      assertThat(status.at("/health/ok").asBoolean()).isFalse();
      assertThat(status.at("/health/warnings/0/code").asString()).isEqualTo("unavailable");

      server.execute("postgres", "ALTER DATABASE " + name + " RESET default_transaction_read_only");
      hangUp(server, name);
      http.session("s");
      isWell(http);
    }
  }

  private static void isWell(Http http) {
    JsonNode status = http.get("/v1/status").expect(200).json();
    assertThat(status.at("/storage/ok").asBoolean()).isTrue();
    assertThat(status.at("/health/ok").asBoolean()).isTrue();
    assertThat(status.at("/health/warnings")).isEmpty();
  }

  /** A setting of a database holds for connections that are made after it. */
  private static void hangUp(EmbeddedPostgres server, String database) {
    server.execute(
        database,
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
            + " AND datname = current_database()");
  }
}
