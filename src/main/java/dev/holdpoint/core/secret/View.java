package dev.holdpoint.core.secret;

/**
 * A way to read a stream of bytes: gives symbols, each with the bytes it was read from. What turns
 * out to be no escape is given as it stood there.
 */
abstract class View {
  /** Who reads what this one gives. */
  interface Reader {
    void take(byte symbol, long start, long end);
  }

  abstract void take(byte symbol, long start, long end, Reader next);

  /** Nothing more will come. */
  void end(Reader next) {}

  /** Where the bytes begin that it has taken and not given yet, or {@code otherwise}. */
  long waitsFrom(long otherwise) {
    return otherwise;
  }

  static final class Plain extends View {
    @Override
    void take(byte symbol, long start, long end, Reader next) {
      next.take(symbol, start, end);
    }
  }

  /** Base64 in either alphabet, in lines or in a JSON text. */
  static final class Base64 extends View {
    @Override
    void take(byte symbol, long start, long end, Reader next) {
      switch (symbol) {
        case '\r', '\n', '\\' -> {}
        case '-' -> next.take((byte) '+', start, end);
        case '_' -> next.take((byte) '/', start, end);
        default -> next.take(symbol, start, end);
      }
    }
  }

  /** Hex in either case, in lines or groups. */
  static final class Hex extends View {
    @Override
    void take(byte symbol, long start, long end, Reader next) {
      if (symbol >= 'A' && symbol <= 'F') {
        next.take((byte) (symbol + ('a' - 'A')), start, end);
      } else if (symbol != '\r' && symbol != '\n' && symbol != ' ' && symbol != ':') {
        next.take(symbol, start, end);
      }
    }
  }

  /** One that has to see several bytes before it knows what they are. */
  abstract static class Escaped extends View {
    private static final int LONGEST = 12;
    private final byte[] waiting = new byte[LONGEST];
    private final long[] starts = new long[LONGEST];
    private final long[] ends = new long[LONGEST];
    private int count;

    abstract byte sign();

    /**
     * Looks at what has come since the sign.
     *
     * @return the symbols it stands for; empty to wait for more; null when it is no escape
     */
    abstract byte @org.jspecify.annotations.Nullable [] read(byte[] waiting, int count);

    byte unescaped(byte symbol) {
      return symbol;
    }

    @Override
    void take(byte symbol, long start, long end, Reader next) {
      if (count == 0 && symbol != sign()) {
        next.take(unescaped(symbol), start, end);
        return;
      }
      waiting[count] = symbol;
      starts[count] = start;
      ends[count] = end;
      count++;
      byte[] read = read(waiting, count);
      if (read == null) {
        giveUp(next);
      } else if (read.length > 0) {
        long from = starts[0];
        long to = ends[count - 1];
        count = 0;
        for (byte one : read) {
          next.take(one, from, to);
        }
      }
    }

    /** The sign meant itself; what came behind it may be an escape of its own. */
    private void giveUp(Reader next) {
      int taken = count;
      byte[] bytes = waiting.clone();
      long[] from = starts.clone();
      long[] to = ends.clone();
      count = 0;
      next.take(bytes[0], from[0], to[0]);
      for (int i = 1; i < taken; i++) {
        take(bytes[i], from[i], to[i], next);
      }
    }

    @Override
    void end(Reader next) {
      while (count > 0) {
        giveUp(next);
      }
    }

    @Override
    long waitsFrom(long otherwise) {
      return count > 0 ? starts[0] : otherwise;
    }

    static int digit(byte symbol) {
      return Character.digit((char) (symbol & 0xFF), 16);
    }
  }

  private static final byte[] MORE = {};

  /** Percent escapes, as in a URL or a form. */
  static final class Percent extends Escaped {
    private final boolean plusIsBlank;

    Percent(boolean plusIsBlank) {
      this.plusIsBlank = plusIsBlank;
    }

    @Override
    byte sign() {
      return '%';
    }

    @Override
    byte unescaped(byte symbol) {
      return plusIsBlank && symbol == '+' ? (byte) ' ' : symbol;
    }

    @Override
    byte @org.jspecify.annotations.Nullable [] read(byte[] waiting, int count) {
      if (count > 1 && digit(waiting[count - 1]) < 0) {
        return null;
      }
      return count < 3 ? MORE : new byte[] {(byte) (digit(waiting[1]) << 4 | digit(waiting[2]))};
    }
  }

  /** The inside of a JSON string. */
  static final class JsonText extends Escaped {
    @Override
    byte sign() {
      return '\\';
    }

    @Override
    byte @org.jspecify.annotations.Nullable [] read(byte[] waiting, int count) {
      if (count == 1) {
        return MORE;
      }
      if (count == 2) {
        return switch (waiting[1]) {
          case '"', '\\', '/' -> new byte[] {waiting[1]};
          case 'b' -> new byte[] {'\b'};
          case 'f' -> new byte[] {'\f'};
          case 'n' -> new byte[] {'\n'};
          case 'r' -> new byte[] {'\r'};
          case 't' -> new byte[] {'\t'};
          case 'u' -> MORE;
          default -> null;
        };
      }
      int at = (count - 1) % 6;
      boolean fits =
          switch (at) {
            case 0 -> waiting[count - 1] == '\\';
            case 1 -> waiting[count - 1] == 'u';
            default -> digit(waiting[count - 1]) >= 0;
          };
      if (!fits) {
        return null;
      }
      if (at != 5) {
        return MORE;
      }
      char first = unit(waiting, 2);
      if (count == 6) {
        return Character.isHighSurrogate(first) ? MORE : utf8(String.valueOf(first));
      }
      char second = unit(waiting, 8);
      return Character.isLowSurrogate(second) ? utf8("" + first + second) : null;
    }

    private static char unit(byte[] waiting, int from) {
      int unit = 0;
      for (int i = from; i < from + 4; i++) {
        unit = unit << 4 | digit(waiting[i]);
      }
      return (char) unit;
    }

    private static byte[] utf8(String text) {
      return text.getBytes(java.nio.charset.StandardCharsets.UTF_8);
    }
  }

  /** One view of what another gives. */
  static final class Through extends View {
    private final View outer;
    private final View inner;

    Through(View outer, View inner) {
      this.outer = outer;
      this.inner = inner;
    }

    @Override
    void take(byte symbol, long start, long end, Reader next) {
      outer.take(symbol, start, end, (s, from, to) -> inner.take(s, from, to, next));
    }

    @Override
    void end(Reader next) {
      outer.end((s, from, to) -> inner.take(s, from, to, next));
      inner.end(next);
    }

    @Override
    long waitsFrom(long otherwise) {
      return inner.waitsFrom(outer.waitsFrom(otherwise));
    }
  }
}
