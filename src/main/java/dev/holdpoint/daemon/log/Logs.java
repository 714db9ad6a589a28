package dev.holdpoint.daemon.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.encoder.Encoder;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sets logging up, in code: looking for a configuration file costs start-up time and lets a stray
 * file on the class path change it. Lines go to stderr; stdout belongs to the commands.
 */
public final class Logs {
  private static final String OURS = "dev.holdpoint";
  private static final List<String> PROTOCOLS =
      List.of("com.agentclientprotocol", "io.modelcontextprotocol", "reactor", "com.networknt");

  private Logs() {}

  /** Switches from what {@link QuietStart} set to what the daemon logs. */
  public static void start(LogFormat format, LogLevel level) {
    boolean terminal = Boolean.getBoolean("holdpoint.stderr.terminal");
    start(
        context(),
        encoder(format, terminal, System.getenv()),
        level,
        new FileOutputStream(FileDescriptor.err));
  }

  /**
   * While another thread initializes SLF4J, as one that prepares the start may, SLF4J gives out a
   * substitute. That thread holds this lock.
   */
  @SuppressWarnings("LockOnNonEnclosingClassLiteral") // it is theirs that is waited for
  static LoggerContext context() {
    synchronized (LoggerFactory.class) {
      return (LoggerContext) LoggerFactory.getILoggerFactory();
    }
  }

  static Encoder<ILoggingEvent> encoder(
      LogFormat format, boolean terminal, Map<String, String> environment) {
    // https://no-color.org: set and not empty.
    boolean colours = terminal && environment.getOrDefault("NO_COLOR", "").isEmpty();
    return switch (format) {
      case TEXT -> new TextLines(colours);
      case JSON -> new JsonLines();
      case AUTO -> terminal ? new TextLines(colours) : new JsonLines();
    };
  }

  static void start(
      LoggerContext context, Encoder<ILoggingEvent> encoder, LogLevel level, OutputStream out) {
    context.reset();
    context.getLogger(Logger.ROOT_LOGGER_NAME).setLevel(atLeastWarn(level));
    context.getLogger(OURS).setLevel(level(level));
    // They would log whatever strangers send; what matters of that we tell ourselves.
    PROTOCOLS.forEach(name -> context.getLogger(name).setLevel(Level.OFF));
    context.getLogger(Logger.ROOT_LOGGER_NAME).addAppender(appender(context, encoder, out));
  }

  private static Appender<ILoggingEvent> appender(
      LoggerContext context, Encoder<ILoggingEvent> encoder, OutputStream out) {
    encoder.setContext(context);
    encoder.start();
    OutputStreamAppender<ILoggingEvent> appender = new OutputStreamAppender<>();
    appender.setName("stderr");
    appender.setContext(context);
    appender.setEncoder(encoder);
    appender.setOutputStream(new KeptOpen(out));
    appender.start();
    return appender;
  }

  /** What others (Jetty, Hikari, Flyway) say below a warning is of no use to an operator. */
  private static Level atLeastWarn(LogLevel level) {
    return level == LogLevel.ERROR ? Level.ERROR : Level.WARN;
  }

  private static Level level(LogLevel level) {
    return switch (level) {
      case ERROR -> Level.ERROR;
      case WARN -> Level.WARN;
      case INFO -> Level.INFO;
      case DEBUG -> Level.DEBUG;
      case TRACE -> Level.TRACE;
    };
  }

  /** logback closes its stream when it is set up anew; stderr must outlive that. */
  private static final class KeptOpen extends FilterOutputStream {
    KeptOpen(OutputStream out) {
      super(out);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      out.write(bytes, offset, length);
    }

    @Override
    public void close() throws IOException {
      flush();
    }
  }
}
