package dev.holdpoint.core.secret;

/**
 * A way to read a stream of bytes: gives symbols, each with the bytes it was read from. What turns
 * out to be no escape is given as it stood there.
 */
abstract class View {
  /** {@link #idle} of a byte that changes the state of the view. */
  static final int STARTS = -1;

  /** {@link #idle} of a byte that is passed over. */
  static final int NOTHING = -2;

  /** Who reads what this one gives. */
  interface Reader {
    void take(byte symbol, long start, long end);
  }

  abstract void take(byte symbol, long start, long end, Reader next);

  /**
   * The symbol that a view in its first state gives for this byte, which leaves the view there; or
   * {@link #STARTS}, or {@link #NOTHING}.
   */
  abstract int idle(byte symbol);

  /** Whether it is in its first state. */
  boolean isIdle() {
    return true;
  }

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

    @Override
    int idle(byte symbol) {
      return symbol & 0xFF;
    }
  }

  /**
   * One that passes over bytes between symbols, such as line breaks. No find goes across a run of
   * more than {@link #RUN} of them, which would have to be held back however long it is.
   */
  abstract static class Sparse extends View {
    private static final int RUN = 256;
    private int run;

    /** The symbol that the byte stands for, or {@link #NOTHING}. */
    abstract int read(byte symbol);

    @Override
    void take(byte symbol, long start, long end, Reader next) {
      int read = read(symbol);
      if (read != NOTHING) {
        run = 0;
        next.take((byte) read, start, end);
      } else if (++run > RUN) {
        run = 0;
        // A line break is part of no needle of such a view.
        next.take((byte) '\n', start, end);
      }
    }

    @Override
    int idle(byte symbol) {
      return symbol == '\\' ? STARTS : read(symbol);
    }
  }

  /** One that also passes over backslashes, and over line breaks that are written in words. */
  abstract static class Unbroken extends Sparse {
    private boolean afterBackslash;

    abstract int readOne(byte symbol);

    @Override
    int read(byte symbol) {
      boolean inWords = afterBackslash && (symbol == 'n' || symbol == 'r' || symbol == 't');
      afterBackslash = symbol == '\\';
      return inWords || afterBackslash ? NOTHING : readOne(symbol);
    }

    @Override
    boolean isIdle() {
      return !afterBackslash;
    }
  }

  /** Base64 in either alphabet, in lines or groups or in a JSON text. */
  static final class Base64 extends Unbroken {
    @Override
    int readOne(byte symbol) {
      return switch (symbol) {
        case '\r', '\n', ' ', '\t' -> NOTHING;
        case '-' -> '+';
        case '_' -> '/';
        default -> symbol & 0xFF;
      };
    }
  }

  /** Base32 in either case, in lines or in a JSON text. */
  static final class Base32 extends Unbroken {
    @Override
    int readOne(byte symbol) {
      if (symbol == '\r' || symbol == '\n') {
        return NOTHING;
      }
      return symbol >= 'a' && symbol <= 'z' ? symbol - ('a' - 'A') : symbol & 0xFF;
    }
  }

  /** A text without its white space: however it is wrapped and indented, it is the same. */
  static final class Unspaced extends Unbroken {
    @Override
    int readOne(byte symbol) {
      return symbol == ' ' || (symbol >= '\t' && symbol <= '\r') ? NOTHING : symbol & 0xFF;
    }
  }

  /** A text without quotes and backslashes, as a shell reads a word. */
  static final class Unquoted extends Sparse {
    @Override
    int read(byte symbol) {
      return isQuote(symbol) ? NOTHING : symbol & 0xFF;
    }

    static boolean isQuote(int symbol) {
      return symbol == '\\' || symbol == '\'' || symbol == '"';
    }
  }

  /** Digits of bytes, hex in either case or octal, in lines or groups. */
  static final class Digits extends Sparse {
    @Override
    int read(byte symbol) {
      return switch (symbol) {
        case '\r', '\n', ' ', ':' -> NOTHING;
        default -> symbol >= 'A' && symbol <= 'F' ? symbol + ('a' - 'A') : symbol & 0xFF;
      };
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
    int idle(byte symbol) {
      int given = outer.idle(symbol);
      return given < 0 ? given : inner.idle((byte) given);
    }

    @Override
    boolean isIdle() {
      return outer.isIdle() && inner.isIdle();
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
