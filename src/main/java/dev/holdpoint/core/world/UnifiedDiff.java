package dev.holdpoint.core.world;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The difference of two texts as people know it, with three lines around each change. */
public final class UnifiedDiff {
  public static final int MOST_LINES = 200;
  public static final int MOST_BYTES = 16 * 1024;

  private static final int CONTEXT = 3;

  /** Texts that differ in more lines than this are shown as one removed and one added. */
  private static final int MOST_EDITS = 1_000;

  private static final String NO_NEWLINE = "\\ No newline at end of file";

  private final String[] before;
  private final String[] after;

  private UnifiedDiff(String before, String after) {
    this.before = lines(before);
    this.after = lines(after);
  }

  /** A line of the difference. */
  private record Row(char sign, String text, int before, int after) {}

  /** Null where the texts are the same. */
  public static @Nullable String of(String before, String after) {
    return before.equals(after) ? null : bounded(new UnifiedDiff(before, after).print());
  }

  /**
   * Lines that stand together in both texts.
   *
   * @param beforeStart the number of the first line in the text before, from 1; 0 for a text that
   *     has none
   */
  public record Hunk(int beforeStart, int afterStart, List<Line> lines) {
    public Hunk {
      lines = List.copyOf(lines);
    }
  }

  /**
   * @param sign {@code =}, {@code -} or {@code +}
   */
  public record Line(char sign, String text) {}

  /**
   * The first lines of a difference.
   *
   * @param added how many lines all of it adds
   * @param cut whether it has more lines than these
   */
  record Beginning(List<Hunk> hunks, int added, int removed, boolean cut) {}

  /** Where the texts differ, with so many lines around each change; nothing where they do not. */
  static Beginning beginning(String before, String after, int context, int most) {
    List<Row> rows = new UnifiedDiff(before, after).rows();
    List<Hunk> hunks = new ArrayList<>();
    int room = most;
    Span at = next(rows, 0, context);
    while (at != null && room > 0) {
      int end = Math.min(at.end, at.from + room);
      hunks.add(hunk(rows.subList(at.from, end), before.isEmpty()));
      room -= end - at.from;
      at = end < at.end ? at : next(rows, at.end, context);
    }
    return new Beginning(hunks, count(rows, '+'), count(rows, '-'), at != null);
  }

  private static int count(List<Row> rows, char sign) {
    return (int) rows.stream().filter(row -> row.sign == sign).count();
  }

  private static Hunk hunk(List<Row> rows, boolean isNew) {
    Row head = rows.getFirst();
    return new Hunk(
        isNew ? 0 : head.before + 1,
        head.after + 1,
        rows.stream()
            .map(row -> new Line(row.sign == ' ' ? '=' : row.sign, row.text.split("\n", 2)[0]))
            .toList());
  }

  private static String[] lines(String text) {
    if (text.isEmpty()) {
      return new String[0];
    }
    String body = text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
    String[] lines = body.split("\n", -1);
    if (!text.endsWith("\n")) {
      // A last line without its end is another line than the same with it.
      lines[lines.length - 1] = lines[lines.length - 1] + "\n" + NO_NEWLINE;
    }
    return lines;
  }

  private List<String> print() {
    List<String> out = new ArrayList<>();
    out.add("--- expected");
    out.add("+++ found");
    List<Row> rows = rows();
    for (Span at = next(rows, 0, CONTEXT); at != null; at = next(rows, at.end, CONTEXT)) {
      print(rows.subList(at.from, at.end), out);
    }
    return out;
  }

  /** The rows of a hunk. */
  private record Span(int from, int end) {}

  /** The first hunk from there on, with so many lines around its changes; null where none is. */
  private static @Nullable Span next(List<Row> rows, int at, int context) {
    int first = at;
    while (first < rows.size() && rows.get(first).sign == ' ') {
      first++;
    }
    return first == rows.size()
        ? null
        : new Span(Math.max(at, first - context), hunkEnd(rows, first, context));
  }

  /** Changes with no more than twice the context between them are one hunk. */
  private static int hunkEnd(List<Row> rows, int first, int context) {
    int last = first;
    for (int i = first; i < rows.size() && i - last <= 2 * context + 1; i++) {
      if (rows.get(i).sign != ' ') {
        last = i;
      }
    }
    return Math.min(rows.size(), last + 1 + context);
  }

  private static void print(List<Row> hunk, List<String> out) {
    long removed = hunk.stream().filter(row -> row.sign != '+').count();
    long added = hunk.stream().filter(row -> row.sign != '-').count();
    Row head = hunk.getFirst();
    out.add(
        "@@ -%d,%d +%d,%d @@"
            .formatted(
                removed == 0 ? head.before : head.before + 1,
                removed,
                added == 0 ? head.after : head.after + 1,
                added));
    for (Row row : hunk) {
      out.addAll(Arrays.asList((row.sign + row.text).split("\n", -1)));
    }
  }

  /** All lines of both, in order, those that are the same once. */
  private List<Row> rows() {
    int head = 0;
    while (head < Math.min(before.length, after.length) && before[head].equals(after[head])) {
      head++;
    }
    int tail = 0;
    while (tail < Math.min(before.length, after.length) - head
        && before[before.length - 1 - tail].equals(after[after.length - 1 - tail])) {
      tail++;
    }
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < head; i++) {
      rows.add(new Row(' ', before[i], i, i));
    }
    middle(head, before.length - tail, after.length - tail, rows);
    for (int i = tail; i > 0; i--) {
      rows.add(new Row(' ', before[before.length - i], before.length - i, after.length - i));
    }
    return rows;
  }

  private void middle(int from, int endBefore, int endAfter, List<Row> rows) {
    int n = endBefore - from;
    int m = endAfter - from;
    List<int[]> trace = trace(from, n, m);
    if (trace == null) {
      for (int i = 0; i < n; i++) {
        rows.add(new Row('-', before[from + i], from + i, from));
      }
      for (int j = 0; j < m; j++) {
        rows.add(new Row('+', after[from + j], from + n, from + j));
      }
      return;
    }
    List<Row> back = new ArrayList<>();
    int x = n;
    int y = m;
    for (int d = trace.size() - 1; d >= 0; d--) {
      int[] ends = trace.get(d);
      int k = x - y;
      boolean down = k == -d || (k != d && at(ends, k - 1) < at(ends, k + 1));
      int startK = down ? k + 1 : k - 1;
      int startX = d == 0 ? 0 : at(ends, startK);
      int startY = d == 0 ? 0 : startX - startK;
      while (x > startX && y > startY && x > 0 && y > 0) {
        x--;
        y--;
        back.add(new Row(' ', before[from + x], from + x, from + y));
      }
      if (d > 0 && down) {
        y--;
        back.add(new Row('+', after[from + y], from + x, from + y));
      } else if (d > 0) {
        x--;
        back.add(new Row('-', before[from + x], from + x, from + y));
      }
    }
    rows.addAll(back.reversed());
  }

  /** How far each diagonal had come before each edit (Myers); null when there are too many. */
  private @Nullable List<int[]> trace(int from, int n, int m) {
    int most = Math.min(n + m, MOST_EDITS);
    int[] ends = new int[2 * most + 3];
    int middle = most + 1;
    List<int[]> trace = new ArrayList<>();
    for (int d = 0; d <= most; d++) {
      trace.add(Arrays.copyOfRange(ends, middle - d - 1, middle + d + 2));
      for (int k = -d; k <= d; k += 2) {
        boolean down = k == -d || (k != d && ends[middle + k - 1] < ends[middle + k + 1]);
        int x = down ? ends[middle + k + 1] : ends[middle + k - 1] + 1;
        while (x < n && x - k < m && before[from + x].equals(after[from + x - k])) {
          x++;
        }
        ends[middle + k] = x;
        if (x >= n && x - k >= m) {
          return trace;
        }
      }
    }
    return null;
  }

  private static int at(int[] ends, int k) {
    return ends[ends.length / 2 + k];
  }

  /** Says how much is missing where there is too much. */
  private static String bounded(List<String> lines) {
    StringBuilder out = new StringBuilder();
    int bytes = 0;
    int room = MOST_BYTES - 64;
    for (int i = 0; i < lines.size(); i++) {
      int size = lines.get(i).getBytes(UTF_8).length + 1;
      boolean last = i == lines.size() - 1;
      if (bytes + size > room || (i >= MOST_LINES - 1 && !last)) {
        return out.append("\\ ")
            .append(lines.size() - i)
            .append(" more lines are not shown\n")
            .toString();
      }
      out.append(lines.get(i)).append('\n');
      bytes += size;
    }
    return out.toString();
  }
}
