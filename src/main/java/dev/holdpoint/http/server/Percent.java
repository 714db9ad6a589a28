package dev.holdpoint.http.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refused;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;

/** Percent-decoding, once and strictly: what is not UTF-8 is refused, never repaired. */
final class Percent {
  private Percent() {}

  static String decodePath(String text) {
    return decode(text, false);
  }

  /** In a query a plus is a space. */
  static String decodeQuery(String text) {
    return decode(text, true);
  }

  private static String decode(String text, boolean plusIsSpace) {
    if (isPlain(text, plusIsSpace)) {
      return text;
    }
    byte[] raw = text.getBytes(UTF_8);
    var out = ByteBuffer.allocate(raw.length);
    for (int i = 0; i < raw.length; i++) {
      byte b = raw[i];
      if (b == '%') {
        out.put((byte) (digit(raw, i + 1) << 4 | digit(raw, i + 2)));
        i += 2;
      } else {
        out.put(b == '+' && plusIsSpace ? (byte) ' ' : b);
      }
    }
    try {
      return UTF_8.newDecoder().decode(out.flip()).toString();
    } catch (CharacterCodingException e) {
      throw bad("The URL has a percent sequence that is not UTF-8.");
    }
  }

  private static boolean isPlain(String text, boolean plusIsSpace) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '%' || c >= 0x80 || (c == '+' && plusIsSpace)) {
        return false;
      }
    }
    return true;
  }

  private static int digit(byte[] raw, int at) {
    byte b = at < raw.length ? raw[at] : 0;
    if (b >= '0' && b <= '9') {
      return b - '0';
    }
    if (b >= 'a' && b <= 'f') {
      return b - 'a' + 10;
    }
    if (b >= 'A' && b <= 'F') {
      return b - 'A' + 10;
    }
    throw bad("The URL has a % that is not followed by two hexadecimal digits.");
  }

  private static Refused bad(String detail) {
    return Problem.INVALID_REQUEST.because(detail).asException();
  }
}
