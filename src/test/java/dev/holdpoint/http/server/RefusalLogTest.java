package dev.holdpoint.http.server;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.holdpoint.api.endpoint.Endpoint.Access;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.engine.port.failure.StoreFailure;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** A refusal can be looked up in the log, and a flood of refusals does not flood the log. */
class RefusalLogTest {
  private final Logger logger = (Logger) LoggerFactory.getLogger(RefusalLog.class);
  private final ListAppender<ILoggingEvent> logged = new ListAppender<>();
  private final AtomicLong nanos = new AtomicLong(-5);
  private final RefusalLog log = new RefusalLog(nanos::get);

  @BeforeEach
  void listen() {
    logged.start();
    logger.addAppender(logged);
    // The level that a daemon has unless it is told otherwise.
    logger.setLevel(Level.INFO);
  }

  @AfterEach
  void stopListening() {
    logger.detachAppender(logged);
    logger.setLevel(null);
  }

  private List<String> lines() {
    return List.copyOf(logged.list).stream().map(RefusalLogTest::line).toList();
  }

  private static String line(ILoggingEvent event) {
    return event.getLevel() + " " + event.getFormattedMessage() + " " + event.getKeyValuePairs();
  }

  private void strangers(int count) {
    for (int i = 0; i < count; i++) {
      log.note("r" + i, false, null, 401, "unauthorized", null);
    }
  }

  @Test
  // S1-115
  void S1_115_a_flood_is_counted_and_told_in_one_line() {
    strangers(100_000);

    assertThat(lines()).hasSize(LogBudget.AT_ONCE);
    nanos.addAndGet(TimeUnit.SECONDS.toNanos(60));
    strangers(100_000);
    assertThat(lines()).hasSize(LogBudget.AT_ONCE + 60 * LogBudget.PER_SECOND + 1);
    assertThat(lines().get(LogBudget.AT_ONCE))
        .isEqualTo(
            "WARN more requests were refused than are logged one by one [refusals=\"99500\"]");
  }

  @Test
  void after_a_long_silence_no_more_than_the_first_lines_come_at_once() {
    nanos.addAndGet(TimeUnit.DAYS.toNanos(100));
    strangers(10_000);
    assertThat(lines()).hasSize(LogBudget.AT_ONCE);
  }

  @Test
  void what_everybody_is_refused_while_it_lasts_is_one_line_a_minute() {
    for (int minute = 0; minute < 9; minute++) {
      for (int i = 0; i < 2_000; i++) {
        log.note("r" + i, true, null, 503, "unavailable", null);
      }
      nanos.addAndGet(TimeUnit.SECONDS.toNanos(60));
    }
    assertThat(lines()).hasSize(LogBudget.PASSING_AT_ONCE + 8 * 2);
    assertThat(lines().getLast()).contains("refused");
    assertThat(lines().get(LogBudget.PASSING_AT_ONCE)).contains("refusals=\"1980\"");
  }

  @Test
  // S1-115
  void S1_115_a_flood_of_strangers_hides_neither_callers_nor_our_own_faults() {
    strangers(10_000);
    logged.list.clear();

    log.note("known", true, null, 409, "session_busy", null);
    log.note("ours", false, null, 500, "internal_error", null);

    assertThat(lines()).hasSize(2);
    assertThat(lines().getFirst()).contains("request_id=\"known\"");
    assertThat(lines().getLast()).contains("request_id=\"ours\"");
  }

  @Test
  // S1-115
  void S1_115_a_head_that_came_too_late_is_found_by_its_id() {
    try (TestServer server =
            TestServer.with()
                .open("GET", "/x", _ -> Reply.json(200, "x"))
                .settings(settings -> settings.headers(32 << 10, Duration.ofMillis(50)))
                .start();
        Wire wire = server.connect()) {
      wire.send("GET /x HTTP/1.1\r\nHost: loc");
      Wire.Response late = wire.read();
      assertThat(late.status()).isEqualTo(408);
      assertThat(lines())
          .anyMatch(line -> line.contains("request_id=\"" + late.header("x-request-id") + "\""));
    }
  }

  @Test
  // S1-115
  void S1_115_every_sort_of_refusal_is_one_line_that_holds_nothing_of_the_caller() {
    try (TestServer server =
            TestServer.with()
                .on("GET", "/things/{id}", Access.READ, _ -> Reply.json(200, "x"))
                .on(
                    "POST",
                    "/things/{id}",
                    Access.READ,
                    _ -> {
                      throw Problem.SESSION_CONFLICT.because("of secret-0").asException();
                    })
                .open(
                    "GET",
                    "/bug/{id}",
                    _ -> {
                      throw new IllegalStateException("broken");
                    })
                .open(
                    "GET",
                    "/down/{id}",
                    _ -> {
                      throw new StoreFailure("no connection");
                    })
                .start();
        Wire wire = server.connect()) {
      one("INFO", 401, "unauthorized", "/things/{id}", wire.call("GET /things/secret-1"));
      one("INFO", 404, "route_not_found", "-", wire.call("GET /secret-2?secret-3=secret-4"));
      one("INFO", 405, "method_not_allowed", "-", wire.call("DELETE /things/secret-5"));
      one(
          "INFO",
          409,
          "session_conflict",
          "/things/{id}",
          wire.call("POST /things/secret-6", "Authorization: Bearer admin", "X-Own: secret-7"));
      one("ERROR", 500, "internal_error", "/bug/{id}", wire.call("GET /bug/secret-8"));
      one("WARN", 503, "unavailable", "/down/{id}", wire.call("GET /down/secret-9"));
    }
    try (TestServer server = TestServer.with().start();
        Wire wire = server.connect()) {
      one("INFO", 400, "invalid_request", "-", wire.call("GET /%zz-secret-10"));
    }
  }

  private void one(String level, int status, String code, String route, Wire.Response response) {
    assertThat(response.status()).as(response.body()).isEqualTo(status);
    String id = String.valueOf(response.header("x-request-id"));
    assertThat(response.body()).contains("\"request_id\":\"" + id + "\"");
    List<ILoggingEvent> found =
        List.copyOf(logged.list).stream().filter(event -> line(event).contains(id)).toList();
    assertThat(found).as(response.body()).hasSize(1);
    assertThat(line(found.getFirst()))
        .startsWith(level + " refused ")
        .contains("request_id=\"" + id + "\"", "status=\"" + status + "\"")
        .contains("code=\"" + code + "\"", "route=\"" + route + "\"")
        .doesNotContain("secret-");
    assertThat(found.getFirst().getThrowableProxy() != null).isEqualTo(status == 500);
  }
}
