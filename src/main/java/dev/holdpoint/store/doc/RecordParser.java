package dev.holdpoint.store.doc;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The place of a {@link RecordReader} in a document that is ASCII. */
final class RecordParser {
  private static final byte[] TYPE = "\"type\":".getBytes(US_ASCII);
  private static final byte[] CHECKSUM = "\"#\":".getBytes(US_ASCII);
  private static final byte[] TRUE = "true".getBytes(US_ASCII);
  private static final byte[] FALSE = "false".getBytes(US_ASCII);

  private static final int HEX_DIGITS = 4;
  private static final int HEX = 16;

  /** It has no trace: what it says is that Jackson has to read the document. */
  private static final class NotAsWritten extends RuntimeException {
    private static final long serialVersionUID = 1;

    NotAsWritten() {
      super(null, null, false, false);
    }
  }

  private final byte[] text;
  private int at;

  RecordParser(byte[] text) {
    this.text = text;
  }

  @SuppressWarnings({"TypeParameterUnusedInFormals", "DoNotCallSuggester"}) // it never returns
  <T> T other() {
    throw new NotAsWritten();
  }

  boolean isAtEnd() {
    return at == text.length;
  }

  private byte next() {
    if (at == text.length) {
      throw new NotAsWritten();
    }
    return text[at++];
  }

  private void expect(char c) {
    if (next() != c) {
      throw new NotAsWritten();
    }
  }

  /** Passes over these characters, where they stand next. */
  boolean isNext(byte[] characters) {
    int end = at + characters.length;
    if (end > text.length || !Arrays.equals(text, at, end, characters, 0, characters.length)) {
      return false;
    }
    at = end;
    return true;
  }

  /**
   * Begins a record; whether it has members.
   *
   * @param type what it is called; null for none
   */
  boolean begin(@Nullable String type) {
    expect('{');
    if (type != null) {
      if (!isNext(TYPE) || !string().equals(type)) {
        throw new NotAsWritten();
      }
      return goesOn();
    }
    if (at < text.length && text[at] == '}') {
      at++;
      return false;
    }
    return true;
  }

  /** The type of the record that begins here. */
  String type() {
    int before = at;
    expect('{');
    if (!isNext(TYPE)) {
      throw new NotAsWritten();
    }
    String type = string();
    at = before;
    return type;
  }

  /** Whether another member follows the one that was read. */
  boolean goesOn() {
    byte c = next();
    if (c != ',' && c != '}') {
      throw new NotAsWritten();
    }
    return c == ',';
  }

  void skipChecksum() {
    if (!isNext(CHECKSUM)) {
      throw new NotAsWritten();
    }
    string();
  }

  List<Object> list(Supplier<@Nullable Object> item) {
    List<Object> all = new ArrayList<>();
    expect('[');
    if (at < text.length && text[at] == ']') {
      at++;
      return all;
    }
    byte c;
    do {
      Object one = item.get();
      if (one == null) {
        throw new NotAsWritten();
      }
      all.add(one);
      c = next();
    } while (c == ',');
    if (c != ']') {
      throw new NotAsWritten();
    }
    return all;
  }

  boolean flag() {
    if (isNext(TRUE)) {
      return true;
    }
    if (isNext(FALSE)) {
      return false;
    }
    throw new NotAsWritten();
  }

  long number() {
    boolean negative = at < text.length && text[at] == '-';
    if (negative) {
      at++;
    }
    int from = at;
    long number = 0;
    while (at < text.length && text[at] >= '0' && text[at] <= '9') {
      // What no long holds throws, and is read again by Jackson.
      number = Math.subtractExact(Math.multiplyExact(number, 10L), text[at++] - '0');
    }
    boolean whole = at > from && (text[from] != '0' || at == from + 1);
    if (!whole || at == text.length || (text[at] != ',' && text[at] != '}' && text[at] != ']')) {
      throw new NotAsWritten();
    }
    return negative ? number : Math.negateExact(number);
  }

  String string() {
    expect('"');
    int from = at;
    while (true) {
      byte c = next();
      if (c == '"') {
        return new String(text, from, at - 1 - from, ISO_8859_1);
      }
      if (c == '\\') {
        at--;
        return escaped(from);
      }
      if (c < ' ') {
        throw new NotAsWritten();
      }
    }
  }

  private String escaped(int from) {
    StringBuilder whole = new StringBuilder(2 * (at - from) + HEX);
    whole.append(new String(text, from, at - from, ISO_8859_1));
    while (true) {
      byte c = next();
      if (c == '"') {
        return whole.toString();
      }
      if (c < ' ') {
        throw new NotAsWritten();
      }
      whole.append(c == '\\' ? escape() : (char) c);
    }
  }

  private char escape() {
    byte c = next();
    return switch (c) {
      case '"', '\\', '/' -> (char) c;
      case 'b' -> '\b';
      case 't' -> '\t';
      case 'n' -> '\n';
      case 'f' -> '\f';
      case 'r' -> '\r';
      case 'u' -> {
        int code = 0;
        for (int i = 0; i < HEX_DIGITS; i++) {
          int digit = Character.digit(next(), HEX);
          if (digit < 0) {
            throw new NotAsWritten();
          }
          code = code << 4 | digit;
        }
        yield (char) code;
      }
      default -> throw new NotAsWritten();
    };
  }

  /** The characters of a value, whatever it is. It was valid when it was stored. */
  String raw() {
    int from = at;
    int depth = 0;
    while (at < text.length) {
      byte c = text[at];
      if (depth == 0 && (c == ',' || c == '}' || c == ']')) {
        break;
      }
      at++;
      switch (c) {
        case '{', '[' -> depth++;
        case '}', ']' -> depth--;
        case '"' -> skipString();
        case ' ', '\n', '\r', '\t' -> {
          // Whether blanks belong to it, Jackson says.
          if (depth == 0) {
            throw new NotAsWritten();
          }
        }
        default -> {}
      }
    }
    if (at == from || depth != 0) {
      throw new NotAsWritten();
    }
    return new String(text, from, at - from, ISO_8859_1);
  }

  private void skipString() {
    byte c = next();
    while (c != '"') {
      if (c == '\\') {
        next();
      }
      c = next();
    }
  }
}
