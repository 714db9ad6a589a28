package dev.holdpoint.daemon.log;

import static java.nio.charset.StandardCharsets.UTF_8;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.encoder.EncoderBase;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.slf4j.event.KeyValuePair;

/** Lines for people: {@code 14:02:07.125 WARN message key=value}. */
final class TextLines extends EncoderBase<ILoggingEvent> {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm:ss.SSS", Locale.ROOT).withZone(ZoneId.systemDefault());
  private static final String PLAIN = "\u001b[0m";

  private final boolean colours;

  TextLines(boolean colours) {
    this.colours = colours;
  }

  @Override
  public byte[] encode(ILoggingEvent event) {
    StringBuilder line = new StringBuilder(160);
    TIME.formatTo(event.getInstant(), line);
    String level = event.getLevel().toString();
    line.append(' ').append(colours ? colour(event.getLevel()) + level + PLAIN : level);
    line.append(" ".repeat(Math.max(1, 6 - level.length())));
    appendVisible(line, event.getFormattedMessage());
    if (event.getKeyValuePairs() != null) {
      for (KeyValuePair pair : event.getKeyValuePairs()) {
        line.append(' ').append(pair.key).append('=');
        appendVisible(line, String.valueOf(pair.value));
      }
    }
    line.append('\n');
    if (event.getThrowableProxy() != null) {
      line.append(ThrowableProxyUtil.asString(event.getThrowableProxy()));
    }
    return line.toString().getBytes(UTF_8);
  }

  private static String colour(Level level) {
    return switch (level.toInt()) {
      case Level.ERROR_INT -> "\u001b[31m";
      case Level.WARN_INT -> "\u001b[33m";
      case Level.INFO_INT -> "\u001b[32m";
      default -> "\u001b[2m";
    };
  }

  /** What a client sent must not start a line of its own, nor steer the terminal. */
  private static void appendVisible(StringBuilder line, String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\n') {
        line.append("\\n");
      } else if (Character.isISOControl(c) && c != '\t') {
        line.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
      } else {
        line.append(c);
      }
    }
  }

  @Override
  public byte[] headerBytes() {
    return new byte[0];
  }

  @Override
  public byte[] footerBytes() {
    return new byte[0];
  }
}
