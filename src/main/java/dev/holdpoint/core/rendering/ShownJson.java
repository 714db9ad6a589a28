package dev.holdpoint.core.rendering;

import java.util.Map;

/** Writes values as JSON, their texts as people are shown them. */
final class ShownJson {
  private ShownJson() {}

  /**
   * @param start what a line begins with; empty where all of it is one line
   * @param deeper what each level adds to it
   */
  static void write(Shown value, String start, String deeper, String colon, StringBuilder out) {
    switch (value) {
      case Shown.Text(var text) -> quote(ShownText.of(text), out);
      case Shown.Literal(var text) -> out.append(text);
      case Shown.Items(var all) -> {
        String separator = "";
        out.append('[');
        for (Shown one : all) {
          out.append(separator).append(start).append(deeper);
          write(one, start.isEmpty() ? "" : start + deeper, deeper, colon, out);
          separator = ",";
        }
        out.append(all.isEmpty() ? "" : start).append(']');
      }
      case Shown.Members(var all) -> {
        String separator = "";
        out.append('{');
        for (Map.Entry<String, Shown> one : all.entrySet()) {
          out.append(separator).append(start).append(deeper);
          quote(ShownText.of(one.getKey()), out);
          out.append(colon);
          write(one.getValue(), start.isEmpty() ? "" : start + deeper, deeper, colon, out);
          separator = ",";
        }
        out.append(all.isEmpty() ? "" : start).append('}');
      }
    }
  }

  /** Of all that JSON escapes, a spelled text has these alone. */
  private static void quote(String text, StringBuilder out) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> out.append("\\\"");
        case '\\' -> out.append("\\\\");
        case '\t' -> out.append("\\t");
        case '\n' -> out.append("\\n");
        default -> out.append(c);
      }
    }
    out.append('"');
  }
}
