package dev.holdpoint.core.secret;

/**
 * Lists of numbers, one for each byte: {@code 0x73, 0x33} as in a program, {@code 115, 51} as in
 * JSON, also less than zero, as in Java.
 */
final class Numbers extends View {
  private static final int LONGEST = 4;
  private static final int RUN = 256;

  private final byte[] token = new byte[LONGEST];
  private long tokenStart;
  private long tokenEnd;
  private int count;
  private int separators;

  @Override
  int idle(byte symbol) {
    if (isDigit(symbol) || symbol == '-') {
      return STARTS;
    }
    return isSeparator(symbol) ? NOTHING : symbol & 0xFF;
  }

  @Override
  boolean isIdle() {
    return count == 0;
  }

  @Override
  long waitsFrom(long otherwise) {
    return count > 0 ? tokenStart : otherwise;
  }

  @Override
  void take(byte symbol, long start, long end, Reader next) {
    boolean word = isDigit(symbol) || isLetter(symbol);
    if (count > 0 && word && count < LONGEST) {
      token[count++] = symbol;
      tokenEnd = end;
      return;
    }
    if (count > 0) {
      give(!word, next);
    }
    if (isSeparator(symbol)) {
      if (++separators > RUN) {
        // What was begun would have to be held back however long this goes on.
        separators = 1;
        next.take(symbol, start, end);
      }
    } else if (isDigit(symbol) || symbol == '-') {
      token[0] = symbol;
      tokenStart = start;
      tokenEnd = end;
      count = 1;
      separators = 0;
    } else {
      separators = 0;
      next.take(symbol, start, end);
    }
  }

  /** Gives the byte that the token is, or the token as it stands. */
  private void give(boolean over, Reader next) {
    int value = over ? value() : Integer.MIN_VALUE;
    if (value >= Byte.MIN_VALUE && value <= 0xFF) {
      next.take((byte) value, tokenStart, tokenEnd);
    } else {
      for (int i = 0; i < count; i++) {
        next.take(token[i], tokenStart + i, tokenStart + i + 1);
      }
    }
    count = 0;
  }

  private int value() {
    boolean hex = count > 2 && token[0] == '0' && (token[1] == 'x' || token[1] == 'X');
    boolean minus = token[0] == '-';
    int from = hex ? 2 : minus ? 1 : 0;
    int value = from == count ? Integer.MAX_VALUE : 0;
    for (int i = from; i < count; i++) {
      int digit = Character.digit((char) (token[i] & 0xFF), hex ? 16 : 10);
      if (digit < 0) {
        return Integer.MIN_VALUE;
      }
      value = value * (hex ? 16 : 10) + digit;
    }
    return minus ? -value : value;
  }

  @Override
  void end(Reader next) {
    if (count > 0) {
      give(true, next);
    }
  }

  private static boolean isDigit(byte symbol) {
    return symbol >= '0' && symbol <= '9';
  }

  private static boolean isLetter(byte symbol) {
    return (symbol >= 'a' && symbol <= 'z') || (symbol >= 'A' && symbol <= 'Z') || symbol == '_';
  }

  private static boolean isSeparator(byte symbol) {
    return symbol == ',' || symbol == ' ' || (symbol >= '\t' && symbol <= '\r');
  }
}
