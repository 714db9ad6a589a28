package dev.holdpoint.daemon.log;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import ch.qos.logback.core.encoder.Encoder;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class LogsTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final LoggerContext context = new LoggerContext();

  LogsTest() {
    context.setMDCAdapter(new LogbackMDCAdapter());
  }

  // SLF4J gives out a substitute meanwhile, with which a daemon did not start.
  @Test
  @SuppressWarnings("LockOnNonEnclosingClassLiteral") // it is theirs that is waited for
  void it_waits_for_a_thread_that_initializes_slf4j() throws Exception {
    // Initialized now, so that the other thread waits here for the lock alone.
    assertThat(LoggerFactory.getILoggerFactory()).isNotNull();
    List<LoggerContext> found = new CopyOnWriteArrayList<>();
    Thread asking = Thread.ofPlatform().unstarted(() -> found.add(Logs.context()));
    synchronized (LoggerFactory.class) {
      asking.start();
      await().until(() -> asking.getState() == Thread.State.BLOCKED || !found.isEmpty());
      assertThat(found).isEmpty();
    }
    asking.join();
    assertThat(found).containsExactly((LoggerContext) LoggerFactory.getILoggerFactory());
  }

  @Test
  void text_is_time_level_and_message() {
    start(new TextLines(false), LogLevel.INFO);

    ours().atWarn().addKeyValue("run", "run_1").log("parked {}", 3);

    assertThat(lines()).matches("\\d\\d:\\d\\d:\\d\\d\\.\\d{3} WARN  parked 3 run=run_1\n");
  }

  @Test
  void what_a_client_sent_cannot_start_a_line_or_steer_the_terminal() {
    start(new TextLines(false), LogLevel.INFO);

    ours().info("name={}", "a\nINFO forged\u001b[2J");

    assertThat(lines()).endsWith("INFO  name=a\\nINFO forged\\u001b[2J\n").hasLineCount(1);
  }

  @Test
  void json_is_one_object_a_line() {
    start(new JsonLines(), LogLevel.INFO);

    ours()
        .atError()
        .addKeyValue("count", 3)
        .addKeyValue("name", "a\"\\\n\u0001\ud800")
        .setCause(new IllegalStateException("broken"))
        .log("it failed");

    assertThat(lines()).hasLineCount(1);
    JsonNode line = JsonMapper.shared().readTree(lines());
    assertThat(line.path("level").asString()).isEqualTo("error");
    assertThat(line.path("logger").asString()).isEqualTo("dev.holdpoint.x");
    assertThat(line.path("message").asString()).isEqualTo("it failed");
    assertThat(line.path("count").asInt()).isEqualTo(3);
    assertThat(line.path("name").asString()).isEqualTo("a\"\\\n\u0001\ud800");
    assertThat(line.path("error").asString()).startsWith("java.lang.IllegalStateException: broken");
    assertThat(line.path("time").asString()).endsWith("Z");
  }

  @Test
  void the_level_is_ours_and_others_are_heard_from_warnings_on() {
    start(new TextLines(false), LogLevel.DEBUG);

    ours().debug("ours, debug");
    context.getLogger("org.eclipse.jetty").info("theirs, info");
    context.getLogger("org.eclipse.jetty").warn("theirs, warn");

    assertThat(lines()).contains("ours, debug", "theirs, warn").doesNotContain("theirs, info");
  }

  @Test
  void the_format_follows_the_terminal_and_colours_follow_no_color() {
    assertThat(chosen(LogFormat.AUTO, false, Map.of())).isInstanceOf(JsonLines.class);
    assertThat(chosen(LogFormat.AUTO, true, Map.of())).isInstanceOf(TextLines.class);
    assertThat(chosen(LogFormat.JSON, true, Map.of())).isInstanceOf(JsonLines.class);
    assertThat(chosen(LogFormat.TEXT, false, Map.of())).isInstanceOf(TextLines.class);

    assertThat(written(chosen(LogFormat.TEXT, true, Map.of()))).contains("\u001b[32mINFO\u001b[0m");
    assertThat(written(chosen(LogFormat.TEXT, true, Map.of("NO_COLOR", "")))).contains("\u001b[");
    assertThat(written(chosen(LogFormat.TEXT, true, Map.of("NO_COLOR", "1"))))
        .doesNotContain("\u001b");
    assertThat(written(chosen(LogFormat.TEXT, false, Map.of()))).doesNotContain("\u001b");
  }

  @Test
  void setting_it_up_anew_leaves_the_stream_open() {
    AtomicBoolean closed = new AtomicBoolean();
    OutputStream stream =
        new ByteArrayOutputStream() {
          @Override
          public void close() {
            closed.set(true);
          }
        };

    Logs.start(context, new TextLines(false), LogLevel.WARN, stream);
    Logs.start(context, new JsonLines(), LogLevel.INFO, stream);

    assertThat(closed).isFalse();
  }

  @Test
  void logback_starts_with_our_quiet_settings_and_searches_no_files() {
    LoggerContext started = (LoggerContext) LoggerFactory.getILoggerFactory();

    assertThat(started.getLogger(Logger.ROOT_LOGGER_NAME).getAppender("stderr")).isNotNull();
  }

  private static Encoder<ILoggingEvent> chosen(
      LogFormat format, boolean terminal, Map<String, String> environment) {
    return Logs.encoder(format, terminal, environment);
  }

  private String written(Encoder<ILoggingEvent> encoder) {
    out.reset();
    start(encoder, LogLevel.INFO);
    ours().info("x");
    return lines();
  }

  private void start(Encoder<ILoggingEvent> encoder, LogLevel level) {
    Logs.start(context, encoder, level, out);
  }

  private Logger ours() {
    return context.getLogger("dev.holdpoint.x");
  }

  private String lines() {
    return out.toString(UTF_8);
  }
}
