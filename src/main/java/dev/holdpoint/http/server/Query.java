package dev.holdpoint.http.server;

import dev.holdpoint.api.json.Nearest;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refused;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The query parameters of one request. A wrong one is refused by its name. */
final class Query {
  private static final Query EMPTY = new Query(Map.of());
  private static final int LONGEST_SHOWN = 60;

  private final Map<String, List<String>> values;

  private Query(Map<String, List<String>> values) {
    this.values = values;
  }

  static Query parse(@Nullable String raw) {
    if (raw == null || raw.isEmpty()) {
      return EMPTY;
    }
    var values = new LinkedHashMap<String, List<String>>();
    int from = 0;
    while (from <= raw.length()) {
      int end = raw.indexOf('&', from);
      end = end < 0 ? raw.length() : end;
      if (end > from) {
        int equals = raw.indexOf('=', from);
        boolean bare = equals < 0 || equals > end;
        String name = Percent.decodeQuery(raw.substring(from, bare ? end : equals));
        String value = bare ? "" : Percent.decodeQuery(raw.substring(equals + 1, end));
        if (value.indexOf('\0') >= 0) {
          // Nothing that is looked for has one, and PostgreSQL would not even compare it.
          throw invalid(name, "must not contain the character U+0000");
        }
        values.computeIfAbsent(name, _ -> new ArrayList<>(1)).add(value);
      }
      from = end + 1;
    }
    return new Query(values);
  }

  /** What is misspelt would change nothing, and look as if it had. Names with _ are for caches. */
  void checkNames(List<String> known) {
    for (String name : values.keySet()) {
      if (!name.startsWith("_") && !known.contains(name)) {
        String meant =
            Nearest.slipOf(name, known).map(near -> "; did you mean " + near + "?").orElse(".");
        throw Problem.INVALID_REQUEST
            .because(
                "There is no query parameter "
                    + (name.length() <= LONGEST_SHOWN
                        ? name
                        : name.substring(0, LONGEST_SHOWN) + "…")
                    + " here"
                    + meant)
            .asException();
      }
    }
  }

  List<String> all(String name) {
    return values.getOrDefault(name, List.of());
  }

  @Nullable String one(String name) {
    var all = all(name);
    if (all.size() > 1) {
      throw invalid(name, "occurs more than once");
    }
    return all.isEmpty() ? null : all.getFirst();
  }

  long number(String name, long fallback, long min, long max) {
    String text = one(name);
    if (text == null) {
      return fallback;
    }
    if (text.isEmpty() || text.length() > 19 || !digits(text)) {
      throw invalid(name, "must be a whole number from " + min + " to " + max);
    }
    long value;
    try {
      value = Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw invalid(name, "must be a whole number from " + min + " to " + max);
    }
    if (value < min || value > max) {
      throw invalid(name, "must be a whole number from " + min + " to " + max);
    }
    return value;
  }

  boolean flag(String name) {
    String text = one(name);
    if (text == null || text.equals("false")) {
      return false;
    }
    if (text.equals("true")) {
      return true;
    }
    throw invalid(name, "must be true or false");
  }

  /** ASCII only: Long.parseLong alone would take other scripts' digits, and a sign. */
  private static boolean digits(String text) {
    for (int i = text.startsWith("-") ? 1 : 0; i < text.length(); i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        return false;
      }
    }
    return true;
  }

  private static Refused invalid(String name, String fault) {
    return Problem.INVALID_REQUEST
        .because("The query parameter " + name + " " + fault + ".")
        .asException();
  }
}
