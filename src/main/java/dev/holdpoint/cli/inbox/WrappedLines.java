package dev.holdpoint.cli.inbox;

import dev.holdpoint.cli.Visible;
import java.util.ArrayList;
import java.util.List;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;
import org.jline.utils.WCWidth;
import org.jspecify.annotations.Nullable;

/** Lines of a width, wrapped where they are longer. Texts are safe to print when they come in. */
final class WrappedLines {
  private static final int COLUMN = 12;
  private static final int INDENT = 4;
  private static final String TAB = " ".repeat(4);

  private final int width;
  private final List<AttributedString> lines = new ArrayList<>();
  private final List<Tracked> tracked = new ArrayList<>();

  WrappedLines(int width) {
    this.width = width;
  }

  List<AttributedString> all() {
    return lines;
  }

  /**
   * A piece of what a person is shown of a request, and the rows that show it.
   *
   * @param label which part of the request it is of
   * @param continues whether it goes on with the line before, which was wrapped
   */
  record Tracked(int from, int to, String label, String text, boolean continues) {}

  List<Tracked> tracked() {
    return tracked;
  }

  /** What was added since this row shows this piece. */
  WrappedLines shows(int from, String label, String text) {
    tracked.add(new Tracked(from, lines.size(), label, text, false));
    return this;
  }

  /** Each row shows the piece of the request that it is. */
  WrappedLines tracked(Style style, String label, String text) {
    return tracked(style, label, text, " ".repeat(INDENT));
  }

  /** The same, beside the name of the part. */
  WrappedLines trackedFact(String label, String text) {
    return tracked(
        Style.PLAIN, label, text, label + " ".repeat(Math.max(1, COLUMN - label.length())));
  }

  private WrappedLines tracked(Style style, String label, String text, String first) {
    String start = first;
    for (String line : text.lines().toList()) {
      boolean continues = false;
      for (String part : wrapped(line, width - first.length())) {
        int row = lines.size();
        AttributedStringBuilder drawn = new AttributedStringBuilder();
        drawn.styled(Style.DIM.style(), start).styled(style.style(), part.replace("\t", TAB));
        lines.add(drawn.toAttributedString());
        tracked.add(new Tracked(row, row + 1, label, part, continues));
        continues = true;
        start = " ".repeat(first.length());
      }
    }
    return this;
  }

  WrappedLines blank() {
    lines.add(AttributedString.EMPTY);
    return this;
  }

  WrappedLines add(Style style, String text) {
    text.lines().forEach(line -> wrapped(line, width).forEach(part -> put(style, "", part)));
    return this;
  }

  WrappedLines indented(Style style, String text) {
    String indent = " ".repeat(INDENT);
    text.lines()
        .forEach(line -> wrapped(line, width - INDENT).forEach(part -> put(style, indent, part)));
    return this;
  }

  /** A name and its value beside it; {@code value} is from elsewhere. */
  WrappedLines fact(String name, @Nullable String value) {
    if (value == null || value.isBlank()) {
      return this;
    }
    String start = name + " ".repeat(Math.max(1, COLUMN - name.length()));
    for (String line : Visible.lines(value.strip()).lines().toList()) {
      for (String part : wrapped(line, width - COLUMN)) {
        AttributedStringBuilder row = new AttributedStringBuilder();
        row.styled(Style.DIM.style(), start).append(part);
        lines.add(row.toAttributedString());
        start = " ".repeat(COLUMN);
      }
    }
    return this;
  }

  /** A name and its value beside it in the style; {@code value} is safe to print. */
  WrappedLines row(Style style, String name, String value) {
    String start = name + " ".repeat(Math.max(1, COLUMN - name.length()));
    for (String part : wrapped(value, width - COLUMN)) {
      put(style, start, part);
      start = " ".repeat(COLUMN);
    }
    return this;
  }

  private void put(Style style, String indent, String part) {
    lines.add(new AttributedString(indent + part, style.style()));
  }

  /** Cut where the columns end, never left out: what is not seen would be approved unseen. */
  static List<String> wrapped(String line, int width) {
    int room = Math.max(8, width);
    List<String> parts = new ArrayList<>();
    StringBuilder part = new StringBuilder();
    int columns = 0;
    for (int c : line.codePoints().toArray()) {
      int w = c == '\t' ? TAB.length() : Math.max(0, WCWidth.wcwidth(c));
      if (columns + w > room) {
        parts.add(part.toString());
        part.setLength(0);
        columns = 0;
      }
      part.appendCodePoint(c);
      columns += w;
    }
    parts.add(part.toString());
    return parts;
  }

  /** How many columns a text takes. */
  static int columns(String text) {
    return text.codePoints().map(c -> Math.max(0, WCWidth.wcwidth(c))).sum();
  }

  /** Cut to the width, for what is shown whole elsewhere. */
  static String cut(String line, int width) {
    List<String> parts = wrapped(line, width);
    return parts.size() == 1 ? line : wrapped(line, Math.max(8, width - 1)).getFirst() + "…";
  }
}
