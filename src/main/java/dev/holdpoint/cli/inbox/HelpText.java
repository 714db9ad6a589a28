package dev.holdpoint.cli.inbox;

import dev.holdpoint.client.http.ClientJson;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jline.utils.AttributedString;
import tools.jackson.databind.JsonNode;

/** The help, from the table of keys that the page has as well. */
final class HelpText {
  /** More lines than the help has at any width. */
  static final int LONGEST = 100;

  private static final String TABLE = "/web/keys.json";

  /** Below this the help has one key a line. */
  private static final int NARROW = 80;

  private static final int KEYS = 12;
  private static final int NARROW_KEYS = 7;

  private static final String NOTE =
      "A key acts on the request that is shown. A decided request stays until you move on. Only"
          + " what was shown is allowed: if the request has changed since, nothing is sent. High"
          + " risk takes a typed yes. • marks what nobody has looked at, ! high risk, x what is"
          + " selected.";

  private HelpText() {}

  /** A line of the table that is for the terminal. */
  record Row(String id, List<String> keys, String label) {
    Row {
      keys = List.copyOf(keys);
    }

    /** The keys as people know them: {@code j ↓}. */
    String names() {
      return keys.getFirst().equals("1") && keys.getLast().equals("9")
          ? "1 … 9"
          : String.join(" ", keys.stream().map(HelpText::name).toList());
    }
  }

  static List<Row> rows() {
    try (InputStream in = HelpText.class.getResourceAsStream(TABLE)) {
      if (in == null) {
        throw new IllegalStateException(TABLE + " is missing");
      }
      List<Row> rows = new ArrayList<>();
      for (JsonNode row :
          ClientJson.parseTree(new String(in.readAllBytes(), StandardCharsets.UTF_8))) {
        if (!row.path("only").asString("terminal").equals("terminal")) {
          continue;
        }
        rows.add(
            new Row(
                row.path("id").asString(),
                row.path("keys").valueStream().map(JsonNode::asString).toList(),
                row.path("label").asString()));
      }
      return rows;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String name(String key) {
    return switch (key) {
      case " " -> "Space";
      case "ArrowUp" -> "↑";
      case "ArrowDown" -> "↓";
      case "PageUp" -> "PgUp";
      case "PageDown" -> "PgDn";
      case "Escape" -> "Esc";
      default -> key;
    };
  }

  static List<AttributedString> lines(int width) {
    WrappedLines lines = new WrappedLines(width);
    lines.blank();
    List<Row> rows = rows();
    if (width < NARROW) {
      for (Row row : rows) {
        words(cell(row, NARROW_KEYS), width, " ".repeat(NARROW_KEYS))
            .forEach(line -> lines.add(Style.PLAIN, line));
      }
    } else {
      int half = (rows.size() + 1) / 2;
      int column = width / 2 - 1;
      for (int i = 0; i < half; i++) {
        String left = " " + cell(rows.get(i), KEYS);
        String right = i + half < rows.size() ? cell(rows.get(i + half), KEYS) : "";
        lines.add(Style.PLAIN, left + " ".repeat(Math.max(1, column - left.length())) + right);
      }
    }
    lines.blank();
    words(NOTE, width, "").forEach(line -> lines.add(Style.PLAIN, line));
    return lines.all();
  }

  private static String cell(Row row, int keys) {
    String names = row.names();
    return names + " ".repeat(Math.max(1, keys - names.length())) + row.label();
  }

  /** Broken between words; lines after the first are set in. */
  private static List<String> words(String text, int width, String indent) {
    List<String> lines = new ArrayList<>();
    String rest = text;
    while (rest.length() > width) {
      int at = rest.lastIndexOf(' ', width);
      int end = at <= indent.length() ? width : at;
      lines.add(rest.substring(0, end));
      rest = indent + rest.substring(end).strip();
    }
    lines.add(rest);
    return lines;
  }
}
