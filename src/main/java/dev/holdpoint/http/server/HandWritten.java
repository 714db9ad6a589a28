package dev.holdpoint.http.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdpoint.core.problem.Refusal;
import dev.holdpoint.core.record.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A JSON object, written by hand, because a refusal must be told when everything else is broken: it
 * needs no mapper, and no text in it can break out of its quotes.
 */
public final class HandWritten {
  private final StringBuilder out = new StringBuilder(320).append('{');
  private boolean empty = true;

  public HandWritten put(String name, String value) {
    quoted(name(name), value);
    return this;
  }

  public HandWritten putIfSet(String name, @Nullable String value) {
    return value == null ? this : put(name, value);
  }

  public HandWritten put(String name, long value) {
    name(name).append(value);
    return this;
  }

  public HandWritten put(String name, boolean value) {
    name(name).append(value);
    return this;
  }

  public HandWritten put(String name, Json value) {
    name(name).append(value.text());
    return this;
  }

  public HandWritten putNull(String name) {
    name(name).append("null");
    return this;
  }

  public HandWritten put(String name, HandWritten value) {
    name(name).append(value.out).append('}');
    return this;
  }

  /** What is wrong where; nothing at all when there is nothing to tell. */
  public HandWritten errors(List<Refusal.Fault> faults) {
    if (faults.isEmpty()) {
      return this;
    }
    name("errors");
    char separator = '[';
    for (var fault : faults) {
      var one = new HandWritten().put("pointer", fault.pointer()).put("message", fault.message());
      out.append(separator).append(one.out).append('}');
      separator = ',';
    }
    out.append(']');
    return this;
  }

  public byte[] bytes() {
    return (out + "}").getBytes(UTF_8);
  }

  private StringBuilder name(String name) {
    if (!empty) {
      out.append(',');
    }
    empty = false;
    return out.append('"').append(name).append("\":");
  }

  private static void quoted(StringBuilder out, String value) {
    out.append('"');
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (c < 0x20 || c == 0x7f || c == 0x2028 || c == 0x2029 || isLone(value, i)) {
        out.append("\\u").append(Character.forDigit(c >> 12, 16));
        out.append(Character.forDigit(c >> 8 & 15, 16));
        out.append(Character.forDigit(c >> 4 & 15, 16)).append(Character.forDigit(c & 15, 16));
      } else {
        out.append(c);
      }
    }
    out.append('"');
  }

  /** Half a surrogate pair has no UTF-8 form. */
  private static boolean isLone(String text, int at) {
    char c = text.charAt(at);
    if (Character.isHighSurrogate(c)) {
      return at + 1 == text.length() || !Character.isLowSurrogate(text.charAt(at + 1));
    }
    return Character.isLowSurrogate(c)
        && (at == 0 || !Character.isHighSurrogate(text.charAt(at - 1)));
  }
}
