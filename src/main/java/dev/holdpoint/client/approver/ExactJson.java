package dev.holdpoint.client.approver;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.erdtman.jcs.NumberToJSON;
import tools.jackson.databind.JsonNode;

/**
 * The form of a call that its digest is of: RFC 8785, and an integer that a double does not hold is
 * written exactly, as is half a surrogate pair. So two different calls never have one digest.
 */
public final class ExactJson {
  private static final BigDecimal EXACT = BigDecimal.valueOf(1L << 53);

  private ExactJson() {}

  static String of(JsonNode tree) {
    StringBuilder out = new StringBuilder();
    write(tree, out);
    return out.toString();
  }

  private static void write(JsonNode node, StringBuilder out) {
    if (node.isObject()) {
      List<String> names = new ArrayList<>(node.propertyNames());
      // By UTF-16 unit, as the RFC has it.
      names.sort(null);
      String separator = "{";
      for (String name : names) {
        writeText(name, out.append(separator));
        write(node.path(name), out.append(':'));
        separator = ",";
      }
      out.append(names.isEmpty() ? "{}" : "}");
    } else if (node.isArray()) {
      String separator = "";
      out.append('[');
      for (JsonNode item : node) {
        write(item, out.append(separator));
        separator = ",";
      }
      out.append(']');
    } else if (node.isString()) {
      writeText(node.stringValue(), out);
    } else {
      out.append(node.isNumber() ? number(node) : node.asString("null"));
    }
  }

  /** Of a number that its reader could not hold, no more than its name. */
  public static String number(JsonNode node) {
    if ((node.isDouble() || node.isFloat()) && !Double.isFinite(node.doubleValue())) {
      return node.asString();
    }
    BigDecimal exact = node.decimalValue();
    double rounded = exact.doubleValue();
    if (Double.isInfinite(rounded)) {
      return exact.stripTrailingZeros().toString();
    }
    try {
      String shortest = NumberToJSON.serializeNumber(rounded);
      boolean large = exact.abs().compareTo(EXACT) > 0 && exact.stripTrailingZeros().scale() <= 0;
      return large && new BigDecimal(shortest).compareTo(exact) != 0
          ? exact.stripTrailingZeros().toString()
          : shortest;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void writeText(String text, StringBuilder out) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
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
            out.append("\\u%04x".formatted((int) c));
          } else {
            out.append(c);
          }
        }
      }
    }
    out.append('"');
  }
}
