package dev.holdpoint.daemon.log;

import static java.nio.charset.StandardCharsets.UTF_8;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.encoder.EncoderBase;
import java.util.Locale;
import org.slf4j.event.KeyValuePair;

/**
 * Lines for machines: one JSON object each, with {@code time}, {@code level}, {@code logger},
 * {@code message}, then what was added by key, then {@code error} with the stack trace.
 */
final class JsonLines extends EncoderBase<ILoggingEvent> {
  @Override
  public byte[] encode(ILoggingEvent event) {
    StringBuilder line = new StringBuilder(256).append('{');
    member(line, "time", event.getInstant().toString());
    member(line, "level", event.getLevel().toString().toLowerCase(Locale.ROOT));
    member(line, "logger", event.getLoggerName());
    member(line, "message", event.getFormattedMessage());
    event
        .getMDCPropertyMap()
        .forEach(
            (key, value) -> {
              if (!isGiven(event, key)) {
                member(line, key, value);
              }
            });
    if (event.getKeyValuePairs() != null) {
      for (KeyValuePair pair : event.getKeyValuePairs()) {
        if (pair.value instanceof Number || pair.value instanceof Boolean) {
          name(line, pair.key).append(pair.value);
        } else {
          member(line, pair.key, String.valueOf(pair.value));
        }
      }
    }
    if (event.getThrowableProxy() != null) {
      member(line, "error", ThrowableProxyUtil.asString(event.getThrowableProxy()));
    }
    return line.append("}\n").toString().getBytes(UTF_8);
  }

  /** What a line says itself wins over where it was said; twice, it would be no JSON. */
  private static boolean isGiven(ILoggingEvent event, String key) {
    return event.getKeyValuePairs() != null
        && event.getKeyValuePairs().stream().anyMatch(pair -> pair.key.equals(key));
  }

  private static void member(StringBuilder line, String name, String value) {
    quote(name(line, name), value);
  }

  private static StringBuilder name(StringBuilder line, String name) {
    if (line.length() > 1) {
      line.append(',');
    }
    return quote(line, name).append(':');
  }

  /** A lone surrogate would make the line invalid UTF-8, so it is written as an escape too. */
  private static StringBuilder quote(StringBuilder line, String text) {
    line.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        line.append('\\').append(c);
      } else if (c == '\n') {
        line.append("\\n");
      } else if (c == '\t') {
        line.append("\\t");
      } else if (Character.isISOControl(c) || isLoneSurrogate(text, i)) {
        line.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
      } else {
        line.append(c);
      }
    }
    return line.append('"');
  }

  private static boolean isLoneSurrogate(String text, int i) {
    char c = text.charAt(i);
    if (Character.isHighSurrogate(c)) {
      return i + 1 == text.length() || !Character.isLowSurrogate(text.charAt(i + 1));
    }
    return Character.isLowSurrogate(c)
        && (i == 0 || !Character.isHighSurrogate(text.charAt(i - 1)));
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
