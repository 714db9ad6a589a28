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

  private final int width;
  private final List<AttributedString> lines = new ArrayList<>();

  WrappedLines(int width) {
    this.width = width;
  }

  List<AttributedString> all() {
    return lines;
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
      int w = Math.max(0, WCWidth.wcwidth(c));
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

  /** Cut to the width, for what is shown whole elsewhere. */
  static String cut(String line, int width) {
    List<String> parts = wrapped(line, width);
    return parts.size() == 1 ? line : wrapped(line, Math.max(8, width - 1)).getFirst() + "…";
  }
}
