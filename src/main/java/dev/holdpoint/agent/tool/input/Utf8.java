package dev.holdpoint.agent.tool.input;

import java.nio.charset.StandardCharsets;

/** Bytes from outside as text, and text that can be bytes again. */
public final class Utf8 {
  private Utf8() {}

  /** Decodes with replacement; a character that the cut went through is left off whole. */
  public static String text(byte[] bytes, int length, boolean cut) {
    int end = length;
    if (cut) {
      int start = length;
      while (start > 0 && length - start < 3 && (bytes[start - 1] & 0xC0) == 0x80) {
        start--;
      }
      if (start > 0 && needed(bytes[start - 1]) > length - start) {
        end = start - 1;
      }
    }
    return new String(bytes, 0, end, StandardCharsets.UTF_8);
  }

  // How many bytes follow a first byte.
  private static int needed(byte first) {
    if ((first & 0xE0) == 0xC0) {
      return 1;
    }
    if ((first & 0xF0) == 0xE0) {
      return 2;
    }
    return (first & 0xF8) == 0xF0 ? 3 : 0;
  }

  /** Half a surrogate pair would be written as a question mark, which nobody asked for. */
  public static byte[] bytes(String text, String name) throws CannotDo {
    if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
      throw new CannotDo(
          "`" + name + "` contains half of a surrogate pair; send whole characters.");
    }
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
