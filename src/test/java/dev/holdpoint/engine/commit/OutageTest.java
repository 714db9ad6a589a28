package dev.holdpoint.engine.commit;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.engine.port.failure.StoreFailure;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class OutageTest {
  private final Logger logger = (Logger) LoggerFactory.getLogger(Outage.class);
  private final ListAppender<ILoggingEvent> logged = new ListAppender<>();
  private final AtomicLong nowMs = new AtomicLong(1_000_000);
  private final Outage outage = new Outage(() -> Instant.ofEpochMilli(nowMs.get()));

  @BeforeEach
  void listen() {
    logged.start();
    logger.addAppender(logged);
    logger.setLevel(Level.INFO);
  }

  @AfterEach
  void stopListening() {
    logger.detachAppender(logged);
    logger.setLevel(null);
  }

  private List<String> lines() {
    List<String> lines =
        logged.list.stream()
            .map(event -> event.getLevel() + " " + event.getFormattedMessage())
            .toList();
    logged.list.clear();
    return lines;
  }

  private void fail(int times) {
    for (int i = 0; i < times; i++) {
      outage.failed(new StoreFailure("no answer"));
    }
  }

  @Test
  void it_is_said_once_then_once_a_minute_with_a_count_and_when_it_is_over() {
    fail(1_000);
    assertThat(lines())
        .containsExactly("WARN the ledger is unavailable; work waits and requests are refused");

    nowMs.addAndGet(59_999);
    fail(10);
    assertThat(lines()).isEmpty();
    nowMs.addAndGet(1);
    fail(5);
    assertThat(lines())
        .containsExactly(
            "WARN the ledger has been unavailable for 60 s: no answer; 1009 failures were not logged");

    nowMs.addAndGet(30_000);
    outage.over();
    outage.over();
    assertThat(lines())
        .containsExactly(
            "INFO the ledger is available again after 90 s; 4 failures were not logged");
  }

  @Test
  void one_that_comes_and_goes_does_not_fill_the_log() {
    for (int i = 0; i < 600; i++) {
      fail(2);
      outage.over();
      nowMs.addAndGet(100);
    }
    assertThat(lines()).hasSize(2);
    fail(1);
    assertThat(lines()).singleElement().asString().contains("1198 failures were not logged");
    outage.over();
    assertThat(lines()).hasSize(1);
  }

  @Test
  void a_clock_that_is_set_back_does_not_silence_it() {
    fail(1);
    nowMs.addAndGet(-3_600_000);
    fail(2);
    assertThat(lines()).hasSize(2);
  }

  @Test
  void others_tell_only_of_what_is_not_the_outage() {
    Outage.unlessAway(logger, "tried", new StoreFailure("no answer"));
    Outage.unlessAway(logger, "tried", Problem.UNAVAILABLE.because("later").asException());
    assertThat(lines()).isEmpty();
    Outage.unlessAway(logger, "tried", new IllegalStateException("a fault of ours"));
    Outage.unlessAway(logger, "tried", Problem.RUN_STATE_CONFLICT.because("no").asException());
    assertThat(lines()).containsExactly("ERROR tried", "ERROR tried");
  }
}
