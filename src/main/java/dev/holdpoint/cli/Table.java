package dev.holdpoint.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Rows under headings, each column as wide as its widest cell. On a terminal that is too narrow for
 * that, columns shrink from the right or a row takes two lines; ids are never cut, since a person
 * copies them.
 */
public final class Table {
  private static final int GAP = 2;

  /** Below this a row is folded before its columns are cut. */
  private static final int NARROW = 100;

  /** A column with less room says nothing. */
  private static final int LEAST = 8;

  private static final Pattern ID = Pattern.compile("[a-z]{2,5}_[0-9A-Za-z]{8,}");

  /** Columns with ids that a caller may have chosen, which look like any word. */
  private static final Set<String> NAMED =
      Set.of(
          "AGENT",
          "APPROVAL",
          "BOARD",
          "CHANNEL",
          "GROUP",
          "ID",
          "NODE",
          "PERSONA",
          "PROJECT",
          "ROUTE",
          "RUN",
          "SCHEDULE",
          "SERVER",
          "SESSION",
          "SKILL",
          "TASK",
          "TENANT");

  private final List<List<String>> rows = new ArrayList<>();

  public Table(String... headings) {
    rows.add(List.of(headings));
  }

  public void row(String... cells) {
    rows.add(List.of(cells).stream().map(Visible::line).toList());
  }

  public void print(PrintWriter out, Paint paint) {
    print(out, paint, TerminalWidth.ofProcess());
  }

  /**
   * @param room how many columns a line may have
   */
  void print(PrintWriter out, Paint paint, int room) {
    List<Line> lines = layout(room);
    for (int r = 0; r < rows.size(); r++) {
      for (Line line : lines) {
        String text = line.text(rows.get(r));
        out.println(r == 0 ? paint.dim(text) : text);
      }
    }
    out.flush();
  }

  private List<Line> layout(int room) {
    int columns = rows.getFirst().size();
    Line whole = Line.of(0, IntStream.range(0, columns).map(this::width).toArray());
    if (whole.width() <= room) {
      return List.of(whole);
    }
    if (room >= NARROW) {
      Line one = shrunk(0, columns, room);
      if (one.width() <= room) {
        return List.of(one);
      }
    }
    // The first line takes what it can whole; more only where the second could not take the others.
    int first = 1;
    while (first < columns - 1 && natural(0, first + 1) <= room) {
      first++;
    }
    for (int split = first; split < columns; split++) {
      Line upper = shrunk(0, split, room);
      Line lower = shrunk(split, columns, room);
      if (upper.width() <= room && lower.width() <= room) {
        return List.of(upper, lower);
      }
    }
    return folded(room);
  }

  /** For ids that are too long for two lines: as many lines as it takes. */
  private List<Line> folded(int room) {
    List<Line> lines = new ArrayList<>();
    int columns = rows.getFirst().size();
    int start = 0;
    while (start < columns) {
      int end = start + 1;
      while (end < columns && shrunk(start, end + 1, room).width() <= room) {
        end++;
      }
      lines.add(shrunk(start, end, room));
      start = end;
    }
    return lines;
  }

  private int natural(int start, int end) {
    return Line.of(start, IntStream.range(start, end).map(this::width).toArray()).width();
  }

  private Line shrunk(int start, int end, int room) {
    int[] widths = IntStream.range(start, end).map(this::width).toArray();
    for (int c = widths.length - 1; c >= 0; c--) {
      int excess = Line.of(start, widths).width() - room;
      if (excess > 0 && !isId(start + c)) {
        int least = Math.max(LEAST, TerminalWidth.of(rows.getFirst().get(start + c)));
        widths[c] = Math.max(Math.min(widths[c], least), widths[c] - excess);
      }
    }
    return Line.of(start, widths);
  }

  private boolean isId(int column) {
    return NAMED.contains(rows.getFirst().get(column))
        || rows.stream().skip(1).anyMatch(cells -> ID.matcher(cells.get(column)).matches());
  }

  private int width(int column) {
    return rows.stream().mapToInt(cells -> TerminalWidth.of(cells.get(column))).max().orElse(0);
  }

  /**
   * A line of a row.
   *
   * @param start its first column; lines after the first are set in
   * @param widths of its columns
   */
  private record Line(int start, List<Integer> widths) {
    static Line of(int start, int... widths) {
      return new Line(start, IntStream.of(widths).boxed().toList());
    }

    int width() {
      return indent()
          + widths.stream().mapToInt(Integer::intValue).sum()
          + GAP * (widths.size() - 1);
    }

    private int indent() {
      return start == 0 ? 0 : GAP;
    }

    String text(List<String> cells) {
      StringBuilder line = new StringBuilder(" ".repeat(indent()));
      for (int c = 0; c < widths.size(); c++) {
        String cell = TerminalWidth.cut(cells.get(start + c), widths.get(c));
        line.append(cell);
        if (c + 1 < widths.size()) {
          line.append(" ".repeat(widths.get(c) - TerminalWidth.of(cell) + GAP));
        }
      }
      return line.toString();
    }
  }
}
