package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.holdpoint.blackbox.Http;
import dev.holdpoint.blackbox.Script;
import dev.holdpoint.daemon.TestDaemon;
import dev.holdpoint.store.EmbeddedPostgres;
import dev.holdpoint.store.MortalPostgres;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
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

  /** All that the daemon logs from information on, but a line for each request that it refused. */
  private static List<String> told(ListAppender<ILoggingEvent> logged) {
    return List.copyOf(logged.list).stream()
        .filter(event -> event.getLevel().isGreaterOrEqual(Level.INFO))
        .filter(event -> !event.getLoggerName().endsWith(".RefusalLog"))
        .map(event -> event.getLevel() + " " + event.getFormattedMessage())
        .toList();
  }

  @Test
  void the_log_tells_of_it_once_then_once_a_minute_with_a_count() throws Exception {
    AtomicLong nowMs = new AtomicLong(System.currentTimeMillis());
    Logger logger = (Logger) LoggerFactory.getLogger("dev.holdpoint");
    ListAppender<ILoggingEvent> logged = new ListAppender<>();
    try (MortalPostgres server = MortalPostgres.start()) {
      server.execute("postgres", "CREATE DATABASE ledger");
      try (TestDaemon daemon =
          TestDaemon.start(
              Database.newFolder(),
              Map.of("HOLDPOINT_DATABASE", MortalPostgres.url(server.port(), "ledger")),
              () -> Instant.ofEpochMilli(nowMs.get()))) {
        Http http = daemon.http();
        for (int i = 0; i < 5; i++) {
          String session = "r" + i;
          http.session(session);
          http.awaitApproval(http.submit(session, Script.bash("true"), Script.say("done")));
        }
        logged.start();
        logger.addAppender(logged);
        // The level that a daemon has unless it is told otherwise.
        logger.setLevel(Level.INFO);

        server.kill();
        for (int i = 0; i < 30; i++) {
          http.get("/v1/runs").expect(503);
          http.post("/v1/sessions", "{}").expect(503);
        }
        assertThat(told(logged)).filteredOn(StoreOutageTest::isOfOutage).hasSize(1);
        nowMs.addAndGet(60_000);
        for (int i = 0; i < 30; i++) {
          http.get("/v1/runs").expect(503);
        }
        assertThat(told(logged))
            .filteredOn(StoreOutageTest::isOfOutage)
            .hasSize(2)
            .last()
            .asString()
            .containsPattern("[1-9][0-9]+ failures were not logged");

        server.begin();
        http.await("/v1/runs", JsonNode::isArray);
        assertThat(told(logged))
            .filteredOn(line -> line.contains("the ledger is available again after"))
            .hasSize(1);
        // The beats tell once that nobody hears them, and at most as often that they are heard.
        assertThat(told(logged)).as("all that was told").hasSizeLessThan(10);
      }
    } finally {
      logger.detachAppender(logged);
      logger.setLevel(null);
    }
  }

  private static boolean isOfOutage(String line) {
    return line.contains("unavailable");
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
