package dev.holdpoint.cli;

import java.util.Arrays;

/**
 * What a person sees after a terminal has obeyed: characters, cursor moves, inserted and deleted
 * lines and characters. Only changes are sent, so what was sent cannot be read as it is.
 */
final class Glass {
  private final char[][] cells;
  private final int columns;
  private int row;
  private int column;
  private final StringBuilder sequence = new StringBuilder();

  Glass(int rows, int columns) {
    this.columns = columns;
    this.cells = new char[rows][];
    Arrays.setAll(cells, _ -> blank());
  }

  private char[] blank() {
    char[] line = new char[columns];
    Arrays.fill(line, ' ');
    return line;
  }

  String text() {
    return String.join(
        "\n", Arrays.stream(cells).map(line -> new String(line).stripTrailing()).toList());
  }

  void take(char c) {
    if (sequence.isEmpty()) {
      plain(c);
      return;
    }
    sequence.append(c);
    if (isWhole()) {
      String whole = sequence.toString();
      sequence.setLength(0);
      if (whole.startsWith("\u001b[")) {
        obey(whole);
      }
    }
  }

  /** ESC [ … letter, ESC ] … BEL, ESC ( x, or ESC x. */
  private boolean isWhole() {
    char last = sequence.charAt(sequence.length() - 1);
    return switch (sequence.charAt(1)) {
      case '[' -> sequence.length() > 2 && last >= '@' && last <= '~';
      case ']' -> last == '\u0007';
      case '(', ')' -> sequence.length() == 3;
      default -> true;
    };
  }

  private void plain(char c) {
    switch (c) {
      case '\u001b' -> sequence.append(c);
      case '\r' -> column = 0;
      case '\b' -> column = Math.max(0, column - 1);
      case '\n' -> down();
      default -> {
        if (c >= ' ') {
          if (column == columns) {
            column = 0;
            down();
          }
          cells[row][column++] = c;
        }
      }
    }
  }

  private void down() {
    if (row < cells.length - 1) {
      row++;
    } else {
      deleteLines(0, 1);
    }
  }

  private void obey(String whole) {
    String inside = whole.substring(2, whole.length() - 1);
    String[] parts = inside.split(";");
    int first = number(parts, 0);
    int n = Math.max(1, first);
    switch (whole.charAt(whole.length() - 1)) {
      case 'H' -> {
        row = Math.clamp(n - 1, 0, cells.length - 1);
        column = Math.clamp(Math.max(1, number(parts, 1)) - 1, 0, columns - 1);
      }
      case 'A' -> row = Math.max(0, row - n);
      case 'B' -> row = Math.min(cells.length - 1, row + n);
      case 'C' -> column = Math.min(columns - 1, column + n);
      case 'D' -> column = Math.max(0, column - n);
      case 'G' -> column = Math.clamp(n - 1, 0, columns - 1);
      case 'd' -> row = Math.clamp(n - 1, 0, cells.length - 1);
      case 'K' -> {
        int from = Math.min(columns, first == 0 ? column : 0);
        Arrays.fill(cells[row], from, first == 1 ? column : columns, ' ');
      }
      case 'J' -> clear(first);
      case 'L' -> insertLines(row, n);
      case 'M' -> deleteLines(row, n);
      case '@' -> {
        char[] line = cells[row];
        int moved = Math.max(0, columns - column - n);
        System.arraycopy(line, column, line, Math.min(columns, column + n), moved);
        Arrays.fill(line, column, Math.min(columns, column + n), ' ');
      }
      case 'P' -> {
        char[] line = cells[row];
        int from = Math.min(columns, column + n);
        System.arraycopy(line, from, line, column, columns - from);
        Arrays.fill(line, columns - (from - column), columns, ' ');
      }
      default -> {
        // Colours and modes change nothing that is read.
      }
    }
  }

  private static int number(String[] parts, int index) {
    return index < parts.length && parts[index].matches("[0-9]+")
        ? Integer.parseInt(parts[index])
        : 0;
  }

  private void clear(int how) {
    if (how == 0) {
      Arrays.fill(cells[row], Math.min(column, columns), columns, ' ');
    }
    for (int r = how == 0 ? row + 1 : 0; r < cells.length; r++) {
      cells[r] = blank();
    }
  }

  private void insertLines(int at, int n) {
    for (int r = cells.length - 1; r >= at; r--) {
      cells[r] = r - n >= at ? cells[r - n] : blank();
    }
  }

  private void deleteLines(int at, int n) {
    for (int r = at; r < cells.length; r++) {
      cells[r] = r + n < cells.length ? cells[r + n] : blank();
    }
  }
}
