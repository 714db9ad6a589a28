package dev.holdpoint.core.rendering;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** A JSON value as people are shown it. */
public sealed interface Shown {
  /** A string, as it was sent. */
  record Text(String text) implements Shown {}

  /** A number, true, false or null, as it is written. */
  record Literal(String text) implements Shown {}

  record Items(List<Shown> all) implements Shown {
    public Items {
      all = List.copyOf(all);
    }
  }

  /** Sorted by UTF-16 units, as RFC 8785 wants it. */
  record Members(SortedMap<String, Shown> all) implements Shown {
    public Members(Map<String, Shown> all) {
      this(new TreeMap<>(all));
    }
  }

  /** With its members in lines, two blanks deeper each. */
  default String pretty() {
    StringBuilder out = new StringBuilder();
    ShownJson.write(this, "\n", "  ", ": ", out);
    return out.toString();
  }

  /** On one line: the RFC 8785 form. */
  default String line() {
    StringBuilder out = new StringBuilder();
    ShownJson.write(this, "", "", ":", out);
    return out.toString();
  }
}
