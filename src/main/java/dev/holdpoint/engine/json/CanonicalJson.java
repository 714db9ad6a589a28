package dev.holdpoint.engine.json;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.erdtman.jcs.NumberToJSON;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The RFC 8785 form of a value. The library's own canonicalizer reads every number as a double and
 * recurses without a limit; here its number format is used, on a tree whose depth the reader has
 * bounded.
 *
 * <p>RFC 8785 is for numbers that a double can hold, and for whole surrogate pairs. Past 2^53,
 * rounding would give two different integers one digest, so an integer that is not what its double
 * prints is written out exactly, as is half a pair: whoever computes the digest another way gets a
 * mismatch, never a false match.
 */
public final class CanonicalJson {
  private static final long LARGEST_EXACT = 1L << 53;
  private static final BigDecimal EXACT_INTEGERS = BigDecimal.valueOf(LARGEST_EXACT);

  /** Room for a record of the chain or its evidence. */
  private static final int ROOM = 768;

  private CanonicalJson() {}

  public static String of(JsonNode tree) {
    StringBuilder out = new StringBuilder(ROOM);
    write(tree, out);
    return out.toString();
  }

  /** An object whose members are known and come in their order, without a tree of them. */
  static final class Members {
    private final StringBuilder out = new StringBuilder(ROOM).append('{');

    Members put(String name, @Nullable String value) {
      name(name);
      if (value == null) {
        out.append("null");
      } else {
        writeString(value, out);
      }
      return this;
    }

    Members put(String name, long value) {
      name(name);
      if (isExact(value)) {
        out.append(value);
      } else {
        out.append(number(BigDecimal.valueOf(value)));
      }
      return this;
    }

    private StringBuilder name(String name) {
      return out.append(out.length() == 1 ? "\"" : ",\"").append(name).append("\":");
    }

    String text() {
      return out.append('}').toString();
    }
  }

  private static void write(JsonNode node, StringBuilder out) {
    if (node.isObject()) {
      writeObject(node, out);
    } else if (node.isArray()) {
      String separator = "";
      out.append('[');
      for (JsonNode item : node) {
        out.append(separator);
        write(item, out);
        separator = ",";
      }
      out.append(']');
    } else if (node.isString()) {
      writeString(node.stringValue(), out);
    } else if (node.isInt() || node.isLong()) {
      writeInteger(node.longValue(), node, out);
    } else if (node.isNumber()) {
      out.append(number(node.decimalValue()));
    } else {
      out.append(node.asString("null"));
    }
  }

  private static void writeObject(JsonNode node, StringBuilder out) {
    // String's order is by UTF-16 unit, which is the order the RFC asks for.
    List<String> names = new ArrayList<>(node.propertyNames());
    names.sort(null);
    String separator = "";
    out.append('{');
    for (String name : names) {
      out.append(separator);
      writeString(name, out);
      out.append(':');
      write(node.path(name), out);
      separator = ",";
    }
    out.append('}');
  }

  /** Most numbers are times and counts, which need no detour over doubles. */
  private static void writeInteger(long value, JsonNode node, StringBuilder out) {
    if (isExact(value)) {
      out.append(value);
    } else {
      out.append(number(node.decimalValue()));
    }
  }

  private static boolean isExact(long value) {
    return value >= -LARGEST_EXACT && value <= LARGEST_EXACT;
  }

  private static String number(BigDecimal exact) {
    double rounded = exact.doubleValue();
    if (Double.isInfinite(rounded)) {
      return exact.stripTrailingZeros().toString();
    }
    String shortest = shortest(rounded);
    return isLargeInteger(exact) && new BigDecimal(shortest).compareTo(exact) != 0
        ? exact.stripTrailingZeros().toString()
        : shortest;
  }

  private static String shortest(double value) {
    try {
      return NumberToJSON.serializeNumber(value);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isLargeInteger(BigDecimal exact) {
    return exact.abs().compareTo(EXACT_INTEGERS) > 0 && exact.stripTrailingZeros().scale() <= 0;
  }

  private static void writeString(String text, StringBuilder out) {
    out.append('"');
    int plain = plain(text);
    out.append(text, 0, plain);
    for (int i = plain; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> out.append("\\\"");
        case '\\' -> out.append("\\\\");
        case '\b' -> out.append("\\b");
        case '\t' -> out.append("\\t");
        case '\n' -> out.append("\\n");
        case '\f' -> out.append("\\f");
        case '\r' -> out.append("\\r");
        default -> {
          if (Character.isHighSurrogate(c)
              && i + 1 < text.length()
              && Character.isLowSurrogate(text.charAt(i + 1))) {
            out.append(c).append(text.charAt(++i));
          } else if (c < ' ' || Character.isSurrogate(c)) {
            out.append(String.format("\\u%04x", (int) c));
          } else {
            out.append(c);
          }
        }
      }
    }
    out.append('"');
  }

  /** How much of it is written as it is; names, ids and digests are so to their end. */
  private static int plain(String text) {
    int i = 0;
    while (i < text.length() && isPlain(text.charAt(i))) {
      i++;
    }
    return i;
  }

  private static boolean isPlain(char c) {
    return c >= ' ' && c != '"' && c != '\\' && !Character.isSurrogate(c);
  }
}
