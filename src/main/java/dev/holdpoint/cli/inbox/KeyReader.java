package dev.holdpoint.cli.inbox;

import java.io.IOException;
import org.jline.utils.NonBlockingReader;
import org.jspecify.annotations.Nullable;

/** Keys from the characters that a terminal sends for them. */
final class KeyReader {
  /**
   * What a terminal sends for one key comes at once; a person who presses Esc sends nothing more.
   */
  private static final long SEQUENCE_MS = 50;

  /**
   * A read without an end would keep the terminal from being closed, and the process from ending.
   */
  private static final long GLANCE_MS = 1_000;

  private KeyReader() {}

  /** Null when there will be none. */
  static @Nullable Key next(NonBlockingReader in) throws IOException {
    int c;
    do {
      c = in.read(GLANCE_MS);
    } while (c == NonBlockingReader.READ_EXPIRED);
    return switch (c) {
      case -1 -> null;
      case '\r', '\n' -> Key.Named.ENTER;
      case 127, '\b' -> Key.Named.BACKSPACE;
      case 'U' - '@' -> Key.Named.CLEAR_LINE;
      case 27 -> escape(in);
      default -> c < 32 ? Key.Named.OTHER : new Key.Letter(whole(c, in));
    };
  }

  /** Characters beyond the first plane come in two halves. */
  private static int whole(int c, NonBlockingReader in) throws IOException {
    if (!Character.isHighSurrogate((char) c)) {
      return c;
    }
    int low = in.read(SEQUENCE_MS);
    return low >= 0 && Character.isLowSurrogate((char) low)
        ? Character.toCodePoint((char) c, (char) low)
        : '?';
  }

  private static Key escape(NonBlockingReader in) throws IOException {
    int c = in.read(SEQUENCE_MS);
    if (c != '[' && c != 'O') {
      return c < 0 ? Key.Named.ESCAPE : Key.Named.OTHER;
    }
    StringBuilder arguments = new StringBuilder();
    int end = in.read(SEQUENCE_MS);
    while (end >= 0x20 && end < 0x40 && arguments.length() < 16) {
      arguments.append((char) end);
      end = in.read(SEQUENCE_MS);
    }
    return named(end, arguments.toString());
  }

  private static Key named(int end, String arguments) {
    return switch (end) {
      case 'A' -> Key.Named.UP;
      case 'B' -> Key.Named.DOWN;
      case 'C' -> Key.Named.RIGHT;
      case 'D' -> Key.Named.LEFT;
      case '~' ->
          switch (arguments) {
            case "5" -> Key.Named.PAGE_UP;
            case "6" -> Key.Named.PAGE_DOWN;
            default -> Key.Named.OTHER;
          };
      default -> Key.Named.OTHER;
    };
  }
}
