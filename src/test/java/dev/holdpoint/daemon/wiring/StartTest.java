package dev.holdpoint.daemon.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** What is told of a start, by a clock that the test sets. */
class StartTest {
  private final AtomicLong nanos = new AtomicLong(77);
  private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
  private final Logger logger = (Logger) LoggerFactory.getLogger(Start.class);
  private final Start start = new Start(nanos::get);

  @BeforeEach
  void listen() {
    lines.start();
    logger.setLevel(Level.INFO);
    logger.addAppender(lines);
  }

  @AfterEach
  void close() {
    logger.detachAppender(lines);
    logger.setLevel(null);
    start.close();
  }

  private void pass(long ms) {
    nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(ms));
  }

  private List<String> said() {
    return lines.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
  }

  @Test
  void it_is_told_what_is_done_for_how_long_and_how_much_of_it() {
    start.step("recovering runs");
    assertThat(start.now()).isEqualTo("recovering runs");
    pass(12_345);
    assertThat(start.now()).isEqualTo("recovering runs (12 s, 0 commits so far)");
    start.step("catching up timers");
    assertThat(start.now()).isEqualTo("catching up timers");
  }

  @Test
  void a_step_that_takes_longer_than_ten_seconds_has_its_line_while_it_does_and_after_it() {
    start.step("recovering runs");
    pass(9_900); // PG-84: the first line of a start is that it is ready
    start.look();
    start.step("catching up timers");
    assertThat(said()).isEmpty();
    pass(10_001);
    start.look();
    start.look();
    assertThat(said()).containsExactly("starting: catching up timers");
    pass(500);
    start.step("putting sessions right");
    assertThat(said()).last().isEqualTo("catching up timers took 10501 ms");
  }
}
