package dev.holdpoint.daemon.config;

import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Names with values that may be secrets: variables of a program, headers of requests. */
final class NamedValues {
  private NamedValues() {}

  /**
   * Gives null for what is none.
   *
   * @param part what a section of the file begins with, and what stands between its members; text
   *     from elsewhere has one a line
   */
  static @Nullable Map<String, String> read(String text, Pattern names, String part) {
    Map<String, String> values = new TreeMap<>();
    if (text.isEmpty()) {
      return values;
    }
    boolean section = text.startsWith(part);
    String lines = section ? text.substring(part.length()) : text;
    for (String line : lines.split(section ? part : "\\R", -1)) {
      int equals = line.indexOf('=');
      if (equals < 1 || !names.matcher(line.substring(0, equals)).matches()) {
        return null;
      }
      values.put(line.substring(0, equals), line.substring(equals + 1));
    }
    return values;
  }

  static String masked(Map<String, String> values) {
    return values.keySet().stream()
        .map(name -> name + "=********")
        .collect(Collectors.joining(","));
  }
}
