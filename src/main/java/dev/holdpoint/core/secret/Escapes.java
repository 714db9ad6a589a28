package dev.holdpoint.core.secret;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Views that have to see several bytes before they know what these are. */
abstract class Escapes extends View {
  private static final int LONGEST = 24;

  /** Wait for more. */
  private static final byte[] MORE = {};

  private final byte[] waiting = new byte[LONGEST];
  private final long[] starts = new long[LONGEST];
  private final long[] ends = new long[LONGEST];
  private int count;

  abstract byte sign();

  /**
   * Looks at what has come since the sign.
   *
   * @return the symbols it stands for; {@link #MORE}; null when it is no escape
   */
  abstract byte @Nullable [] read(byte[] waiting, int count);

  /** The same for what stands at the end; null when it is no escape. */
  byte @Nullable [] readLast(byte[] waiting, int count) {
    return null;
  }

  byte unescaped(byte symbol) {
    return symbol;
  }

  @Override
  @SuppressWarnings(
      "ReferenceEquality") // MORE is told apart from an escape that stands for nothing
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
    } else if (read != MORE) {
      boolean behind = isBehind(waiting, count);
      give(read, behind ? count - 1 : count, next);
      if (behind) {
        take(symbol, start, end, next);
      }
    }
  }

  /** Whether the last byte only shows that the escape has ended before it. */
  boolean isBehind(byte[] waiting, int count) {
    return false;
  }

  private void give(byte[] read, int length, Reader next) {
    long from = starts[0];
    long to = ends[length - 1];
    count = 0;
    for (byte one : read) {
      next.take(one, from, to);
    }
  }

  /** The sign meant itself; what came behind it may be an escape of its own. */
  private void giveUp(Reader next) {
    int taken = count;
    byte[] bytes = waiting.clone();
    long[] from = starts.clone();
    long[] to = ends.clone();
    count = 0;
    next.take(unescaped(bytes[0]), from[0], to[0]);
    for (int i = 1; i < taken; i++) {
      take(bytes[i], from[i], to[i], next);
    }
  }

  @Override
  int idle(byte symbol) {
    return symbol == sign() ? STARTS : unescaped(symbol) & 0xFF;
  }

  @Override
  boolean isIdle() {
    return count == 0;
  }

  @Override
  void end(Reader next) {
    while (count > 0) {
      byte[] read = readLast(waiting, count);
      if (read == null) {
        giveUp(next);
      } else {
        give(read, count, next);
      }
    }
  }

  @Override
  long waitsFrom(long otherwise) {
    return count > 0 ? starts[0] : otherwise;
  }

  private static int digit(byte symbol) {
    return Character.digit((char) (symbol & 0xFF), 16);
  }

  private static byte[] pair(byte high, byte low) {
    return new byte[] {(byte) (digit(high) << 4 | digit(low))};
  }

  private static char unit(byte[] waiting, int from) {
    int unit = 0;
    for (int i = from; i < from + 4; i++) {
      unit = unit << 4 | digit(waiting[i]);
    }
    return (char) unit;
  }

  /** Percent escapes, as in a URL or a form. */
  static final class Percent extends Escapes {
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
    byte @Nullable [] read(byte[] waiting, int count) {
      if (count == 2 && waiting[1] == 'u') {
        return MORE;
      }
      if (count > 1 && digit(waiting[count - 1]) < 0) {
        return null;
      }
      if (count > 2 && waiting[1] == 'u') {
        // As old scripts of browsers write it.
        return count < 6 ? MORE : String.valueOf(unit(waiting, 2)).getBytes(UTF_8);
      }
      return count < 3 ? MORE : pair(waiting[1], waiting[2]);
    }
  }

  /** Colours and other signs of terminals, which stand for nothing: {@code ESC [ 31 m}. */
  static final class Ansi extends Escapes {
    private static final int RUN = 256;
    private static final byte[] NONE = {};
    private int run;

    @Override
    byte sign() {
      return 27;
    }

    @Override
    byte unescaped(byte symbol) {
      run = 0;
      return symbol;
    }

    @Override
    byte @Nullable [] read(byte[] waiting, int count) {
      byte last = waiting[count - 1];
      if (count == 1 || (count == 2 && last == '[')) {
        return MORE;
      }
      if (last >= '@' && last <= '~') {
        // No find goes across endless signs, which would have to be held back.
        return count == 2 || ++run > RUN ? null : NONE;
      }
      return count > 2 && count < LONGEST && last >= ' ' && last < '@' ? MORE : null;
    }
  }

  /** Quoted-printable, as in mail: {@code =3D}, and {@code =} at the end of a line. */
  static final class QuotedPrintable extends Escapes {
    private static final int RUN = 256;
    private static final byte[] NONE = {};
    private int breaks;

    @Override
    byte sign() {
      return '=';
    }

    @Override
    byte unescaped(byte symbol) {
      breaks = 0;
      return symbol;
    }

    @Override
    byte @Nullable [] read(byte[] waiting, int count) {
      byte last = waiting[count - 1];
      if (count == 1 || (count == 2 && last == '\r')) {
        return MORE;
      }
      if (last == '\n' && (count == 2 || waiting[1] == '\r')) {
        // No find goes across endless breaks, which would have to be held back.
        return ++breaks > RUN ? null : NONE;
      }
      if (digit(last) < 0 || waiting[1] == '\r') {
        return null;
      }
      breaks = 0;
      return count < 3 ? MORE : pair(waiting[1], waiting[2]);
    }
  }

  /** Character references of HTML and XML; those by number also without a semicolon. */
  static final class Html extends Escapes {
    private static final int LONGEST_NAME = 12;
    private static final Map<String, String> NAMED =
        Map.ofEntries(
            Map.entry("amp", "&"),
            Map.entry("AMP", "&"),
            Map.entry("lt", "<"),
            Map.entry("LT", "<"),
            Map.entry("gt", ">"),
            Map.entry("GT", ">"),
            Map.entry("quot", "\""),
            Map.entry("QUOT", "\""),
            Map.entry("apos", "'"),
            Map.entry("nbsp", "\u00a0"),
            Map.entry("plus", "+"),
            Map.entry("sol", "/"),
            Map.entry("equals", "="),
            Map.entry("Tab", "\t"),
            Map.entry("NewLine", "\n"));

    @Override
    byte sign() {
      return '&';
    }

    @Override
    byte @Nullable [] read(byte[] waiting, int count) {
      byte last = waiting[count - 1];
      if (count == 1) {
        return MORE;
      }
      if (last != ';') {
        if (count < LONGEST_NAME && (isWord(last) || (count == 2 && last == '#'))) {
          return isBehind(waiting, count) ? readLast(waiting, count - 1) : MORE;
        }
        return readLast(waiting, count - 1);
      }
      String name = new String(waiting, 1, count - 2, UTF_8);
      String text = name.startsWith("#") ? numbered(name.substring(1)) : NAMED.get(name);
      return text == null ? null : text.getBytes(UTF_8);
    }

    @Override
    byte @Nullable [] readLast(byte[] waiting, int count) {
      if (count < 3 || waiting[1] != '#') {
        return null;
      }
      String text = numbered(new String(waiting, 2, count - 2, UTF_8));
      return text == null ? null : text.getBytes(UTF_8);
    }

    /** A number ends with what is no digit of it, or with its semicolon. */
    @Override
    boolean isBehind(byte[] waiting, int count) {
      byte last = waiting[count - 1];
      boolean hex = count > 2 && (waiting[2] == 'x' || waiting[2] == 'X');
      return count > 3
          && waiting[1] == '#'
          && last != ';'
          && Character.digit((char) (last & 0xFF), hex ? 16 : 10) < 0;
    }

    private static boolean isWord(byte symbol) {
      return (symbol >= '0' && symbol <= '9')
          || (symbol >= 'A' && symbol <= 'Z')
          || (symbol >= 'a' && symbol <= 'z');
    }

    private static @Nullable String numbered(String digits) {
      boolean hex = digits.startsWith("x") || digits.startsWith("X");
      try {
        int point = Integer.parseInt(hex ? digits.substring(1) : digits, hex ? 16 : 10);
        return Character.isValidCodePoint(point) ? Character.toString(point) : null;
      } catch (NumberFormatException e) {
        return null;
      }
    }
  }

  /**
   * The inside of a string in JSON, and in most languages: the escapes of JSON, {@code \xNN} and
   * three octal digits.
   */
  static final class Quoted extends Escapes {
    @Override
    byte sign() {
      return '\\';
    }

    @Override
    byte @Nullable [] read(byte[] waiting, int count) {
      if (count == 1) {
        return MORE;
      }
      byte kind = waiting[1];
      if (count == 2) {
        return switch (kind) {
          case '"', '\'', '\\', '/' -> new byte[] {kind};
          case 'a' -> new byte[] {7};
          case 'b' -> new byte[] {'\b'};
          case 'e', 'E' -> new byte[] {27};
          case 'f' -> new byte[] {'\f'};
          case 'n' -> new byte[] {'\n'};
          case 'r' -> new byte[] {'\r'};
          case 't' -> new byte[] {'\t'};
          case 'v' -> new byte[] {11};
          case 'u', 'x', '0', '1', '2', '3' -> MORE;
          default -> null;
        };
      }
      return switch (kind) {
        case 'u' -> unicode(waiting, count);
        case 'x' -> {
          if (digit(waiting[count - 1]) < 0) {
            yield null;
          }
          yield count < 4 ? MORE : pair(waiting[2], waiting[3]);
        }
        default -> octal(waiting, count);
      };
    }

    private static byte @Nullable [] octal(byte[] waiting, int count) {
      if (waiting[count - 1] < '0' || waiting[count - 1] > '7') {
        return null;
      }
      if (count < 4) {
        return MORE;
      }
      int value = (waiting[1] - '0') << 6 | (waiting[2] - '0') << 3 | (waiting[3] - '0');
      return new byte[] {(byte) value};
    }

    private static byte @Nullable [] unicode(byte[] waiting, int count) {
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
        return Character.isHighSurrogate(first) ? MORE : String.valueOf(first).getBytes(UTF_8);
      }
      char second = unit(waiting, 8);
      return Character.isLowSurrogate(second) ? ("" + first + second).getBytes(UTF_8) : null;
    }
  }
}
