package dev.holdpoint.core.secret;

/**
 * What {@code xxd}, {@code hexdump} and {@code od} print: lines with an offset, the bytes in hex,
 * octal or as characters, and perhaps the same as text beside them. A find reaches to the end of
 * its last line, since the text beside the bytes shows them too. Lines that cannot be of a dump
 * cost a look at their first characters.
 */
final class Dumps extends View {
  private static final int LONGEST = 320;
  private static final int CELL = 4;

  private final boolean little;
  private final byte[] line = new byte[LONGEST];
  private long lineStart;
  private int count;

  /** The rest of the line is not looked at. */
  private boolean skips;

  /** Where the bytes begin, behind the offset; 0 until that is known. */
  private int body;

  /** Whether it may be what {@code od -c} prints: four characters for each byte. */
  private boolean cells;

  /** Whether it may be numbers, with or without text beside them. */
  private boolean numbers;

  /** Whether a group of digits has come, and whether a blank has come behind one. */
  private boolean inGroup;

  private boolean grouped;

  /** Whether the last line was of a dump, so that the next may go on with it. */
  private boolean goesOn;

  /**
   * @param little whether groups of more than one byte begin with their last
   */
  Dumps(boolean little) {
    this.little = little;
  }

  @Override
  int idle(byte symbol) {
    return symbol == '\n' ? STARTS : NOTHING;
  }

  @Override
  boolean isIdle() {
    return skips;
  }

  @Override
  long waitsFrom(long otherwise) {
    return skips || count == 0 ? otherwise : lineStart;
  }

  @Override
  void take(byte symbol, long start, long end, Reader next) {
    if (symbol == '\n') {
      endLine(start, next);
      return;
    }
    if (skips || (symbol == '\r' && count > 0)) {
      return;
    }
    if (count == 0) {
      lineStart = start;
      body = symbol == ' ' ? 0 : -1;
      cells = true;
      numbers = true;
      inGroup = false;
      grouped = false;
    }
    if (count == LONGEST || !fits(symbol)) {
      skip(start, next);
      return;
    }
    line[count++] = symbol;
  }

  private void skip(long at, Reader next) {
    skips = true;
    count = 0;
    if (goesOn) {
      // What was begun does not go on behind another text.
      next.take((byte) '\n', at, at + 1);
      goesOn = false;
    }
  }

  /** Whether a line of a dump may go on so. */
  private boolean fits(byte symbol) {
    if (body < 0) {
      if (count >= 4 && (symbol == ' ' || symbol == ':')) {
        body = symbol == ':' ? count + 1 : count;
        return true;
      }
      return count < 16 && digit(symbol) >= 0;
    }
    int at = count - body;
    cells &= at % CELL != 0 || symbol == ' ';
    grouped |= inGroup && symbol == ' ';
    inGroup |= symbol != ' ';
    // Text may stand beside digits that came before it.
    numbers &= grouped || symbol == ' ' || digit(symbol) >= 0;
    return cells || numbers;
  }

  private void endLine(long end, Reader next) {
    if (!skips && count > 0 && body >= 0) {
      boolean read = (cells && readCells(end, next)) || (numbers && readGroups(end, next));
      if (read) {
        goesOn = true;
      } else {
        skip(end, next);
      }
    } else if (!skips && count > 0) {
      // The offset at the end of a dump, or a number.
      skip(end, next);
    }
    skips = false;
    count = 0;
  }

  @Override
  void end(Reader next) {
    if (count > 0) {
      endLine(lineStart + count, next);
    }
  }

  private boolean readCells(long end, Reader next) {
    if (count == body || (count - body) % CELL != 0) {
      return false;
    }
    for (int i = body; i < count; i += CELL) {
      if (cell(i) < 0) {
        return false;
      }
    }
    for (int i = body; i < count; i += CELL) {
      next.take((byte) cell(i), lineStart + i, end);
    }
    return true;
  }

  /** The byte that the cell shows; -1 if it shows none. */
  private int cell(int at) {
    byte last = line[at + 3];
    if (line[at + 1] != ' ') {
      int high = octal(line[at + 1]);
      int value = high << 6 | octal(line[at + 2]) << 3 | octal(last);
      return high > 3 || value < 0 ? -1 : value;
    }
    if (line[at + 2] == '\\') {
      int escape = "0abtnvfr".indexOf(last);
      return escape <= 0 ? escape : escape + 6;
    }
    return line[at + 2] == ' ' ? last & 0xFF : -1;
  }

  private boolean readGroups(long end, Reader next) {
    int at = body;
    int bytes = 0;
    while (at < count) {
      int gap = at;
      while (at < count && line[at] == ' ') {
        at++;
      }
      gap = at - gap;
      int from = at;
      while (at < count && digit(line[at]) >= 0) {
        at++;
      }
      boolean whole = at == count || line[at] == ' ';
      // Text begins behind two blanks; so does the second half of a line of hexdump -C.
      if (at == from || !whole || (bytes > 0 && gap > 1 && (gap > 2 || bytes != 8))) {
        break;
      }
      int read = readGroup(from, at, end, next);
      if (read == 0) {
        break;
      }
      bytes += read;
    }
    return bytes > 0;
  }

  /** Gives the bytes of a group of digits; how many they are. */
  private int readGroup(int from, int to, long end, Reader next) {
    int length = to - from;
    int[] bytes = new int[8];
    int count = 0;
    if (length == 6 || length == 3) {
      int value = 0;
      for (int i = from; i < to; i++) {
        value = value << 3 | octal(line[i]);
      }
      if (value < 0 || value > (length == 3 ? 0xFF : 0xFFFF)) {
        return 0;
      }
      if (length == 6) {
        bytes[count++] = value >> 8;
      }
      bytes[count++] = value & 0xFF;
    } else if (length % 2 == 0 && length <= 16) {
      for (int i = from; i < to; i += 2) {
        bytes[count++] = digit(line[i]) << 4 | digit(line[i + 1]);
      }
    }
    for (int i = 0; i < count; i++) {
      next.take((byte) bytes[little ? count - 1 - i : i], lineStart + from, end);
    }
    return count;
  }

  private static int octal(byte symbol) {
    return symbol >= '0' && symbol <= '7' ? symbol - '0' : -1;
  }

  private static int digit(byte symbol) {
    return Character.digit((char) (symbol & 0xFF), 16);
  }
}
