package dev.holdpoint.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** Rows under headings, each column as wide as its widest cell. */
public final class Table {
  private final List<List<String>> rows = new ArrayList<>();

  public Table(String... headings) {
    rows.add(List.of(headings));
  }

  public void row(String... cells) {
    rows.add(List.of(cells).stream().map(Visible::line).toList());
  }

  public void print(PrintWriter out, Paint paint) {
    for (int r = 0; r < rows.size(); r++) {
      StringBuilder line = new StringBuilder();
      List<String> cells = rows.get(r);
      for (int c = 0; c < cells.size(); c++) {
        line.append(cells.get(c));
        if (c + 1 < cells.size()) {
          line.append(" ".repeat(width(c) - length(cells.get(c)) + 2));
        }
      }
      out.println(r == 0 ? paint.dim(line.toString()) : line.toString());
    }
    out.flush();
  }

  private int width(int column) {
    return rows.stream().mapToInt(cells -> length(cells.get(column))).max().orElse(0);
  }

  private static int length(String text) {
    return text.codePointCount(0, text.length());
  }
}
