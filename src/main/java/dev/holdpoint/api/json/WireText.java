package dev.holdpoint.api.json;

/**
 * One pass over the bytes before a body is parsed, and one after it was written. The parser is
 * lenient where it hurts: it guesses UTF-16 from NUL bytes, takes overlong and surrogate encodings,
 * and lets a lone surrogate escape through, which can then be neither stored nor hashed nor written
 * again.
 */
final class WireText {
  static void check(byte[] body) {
    int at = 0;
    while (at < body.length) {
      byte b = body[at];
      if (b > 0 && b != '\\') {
        at++;
      } else if (b == '\\') {
        at = escape(body, at);
      } else if (b == 0) {
        throw InvalidBody.malformed("a NUL byte at byte " + at + "; send UTF-8");
      } else {
        at = sequence(body, at);
      }
    }
  }

  /**
   * Puts the replacement character where the generator wrote half a surrogate pair, in place. A
   * tool or a model may say such a thing; written as it is, it could not be read again.
   */
  static byte[] mend(byte[] written) {
    for (int at = 0; at < written.length; at++) {
      if (written[at] == '\\') {
        // A whole pair is written as UTF-8, so an escape that is a surrogate is always half of one.
        int unit = unit(written, at);
        if (unit >= 0 && Character.isSurrogate((char) unit)) {
          written[at + 2] = 'F';
          written[at + 3] = 'F';
          written[at + 4] = 'F';
          written[at + 5] = 'D';
        }
        at++;
      }
    }
    return written;
  }

  /** Returns where the escape ends. What is not a Unicode escape is left to the parser. */
  private static int escape(byte[] body, int at) {
    int unit = unit(body, at);
    if (unit < 0) {
      return at + 2;
    }
    if (Character.isLowSurrogate((char) unit)) {
      throw loneSurrogate(at);
    }
    if (!Character.isHighSurrogate((char) unit)) {
      return at + 6;
    }
    int next = unit(body, at + 6);
    if (next < 0 || !Character.isLowSurrogate((char) next)) {
      throw loneSurrogate(at);
    }
    return at + 12;
  }

  /** The UTF-16 unit that a Unicode escape at this place stands for, or -1. */
  private static int unit(byte[] body, int at) {
    if (at + 6 > body.length || body[at] != '\\' || body[at + 1] != 'u') {
      return -1;
    }
    int value = 0;
    for (int i = at + 2; i < at + 6; i++) {
      // Character.digit would also take digits of other scripts, but a byte cannot be one.
      int digit = body[i] < 0 ? -1 : Character.digit(body[i], 16);
      if (digit < 0) {
        return -1;
      }
      value = value << 4 | digit;
    }
    return value;
  }

  /** Returns where the multi-byte character ends; the bounds are those of RFC 3629. */
  private static int sequence(byte[] body, int at) {
    int lead = body[at] & 0xff;
    int length =
        lead >= 0xc2 && lead <= 0xdf
            ? 2
            : lead >> 4 == 0xe ? 3 : lead >= 0xf0 && lead <= 0xf4 ? 4 : 0;
    if (length == 0 || at + length > body.length) {
      throw badUtf8(at);
    }
    int second = body[at + 1] & 0xff;
    int least = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
    int most = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
    if (second < least || second > most) {
      throw badUtf8(at);
    }
    for (int i = at + 2; i < at + length; i++) {
      if ((body[i] & 0xc0) != 0x80) {
        throw badUtf8(at);
      }
    }
    return at + length;
  }

  private static InvalidBody badUtf8(int at) {
    return InvalidBody.malformed("not valid UTF-8 at byte " + at);
  }

  private static InvalidBody loneSurrogate(int at) {
    return InvalidBody.malformed("half of a surrogate pair at byte " + at + "; escape both halves");
  }

  private WireText() {}
}
