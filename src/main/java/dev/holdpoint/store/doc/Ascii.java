package dev.holdpoint.store.doc;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/** Texts of ASCII as bytes, eight of them at a look. */
final class Ascii {
  /** Of how many characters a word is. */
  static final int WORD = Long.BYTES;

  private static final VarHandle WORDS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final long ONES = 0x0101010101010101L;
  private static final long HIGHEST = 0x8080808080808080L;
  private static final long QUESTION_MARKS = '?' * ONES;

  private Ascii() {}

  /** The eight characters that begin there, the first one lowest. */
  static long word(byte[] text, int at) {
    return (long) WORDS.get(text, at);
  }

  /** Its characters, one a byte; null where it has others than those of ASCII. */
  static byte @Nullable [] of(String text) {
    byte[] bytes = text.getBytes(UTF_8);
    return bytes.length == text.length() && isWhole(text, bytes) ? bytes : null;
  }

  /** The JDK puts a question mark in the place of half a surrogate pair. */
  private static boolean isWhole(String text, byte[] bytes) {
    int at = 0;
    for (; at + WORD <= bytes.length; at += WORD) {
      long marks = word(bytes, at) ^ QUESTION_MARKS;
      if (((marks - ONES) & HIGHEST) != 0 && !isSame(text, bytes, at, at + WORD)) {
        return false;
      }
    }
    return isSame(text, bytes, at, bytes.length);
  }

  private static boolean isSame(String text, byte[] bytes, int from, int to) {
    for (int i = from; i < to; i++) {
      if (text.charAt(i) != bytes[i]) {
        return false;
      }
    }
    return true;
  }
}
