package dev.holdpoint.store.doc;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A document as it is written. Nearly all are ASCII: they are kept as the bytes that the checksum
 * is taken of, with room for it, and copied once more to be a text. The room is kept for the next.
 */
final class DocumentText {
  private static final int ROOM = 2 * 1024;

  /** Room that is kept; longer documents are rare. */
  private static final int KEPT = 16 * 1024;

  /** The digits of the smallest number, and its sign. */
  private static final int MOST_DIGITS = 20;

  private static final char BEYOND_ASCII = 0x80;

  private static final char[] HEX = "0123456789ABCDEF".toCharArray();

  /** The room that no document is written in. */
  private static final AtomicReference<@Nullable DocumentText> SPARE = new AtomicReference<>();

  private byte[] bytes = new byte[ROOM];
  private int length;

  /** All of it, once a character has come that is none of ASCII. */
  private @Nullable StringBuilder wide;

  private DocumentText() {}

  /** A document with its checksum. */
  static String of(Consumer<DocumentText> writing) {
    DocumentText spare = SPARE.getAndSet(null);
    DocumentText text = spare == null ? new DocumentText() : spare;
    text.length = 0;
    writing.accept(text);
    String sealed = text.sealed();
    text.wide = null;
    if (text.bytes.length <= KEPT) {
      SPARE.set(text);
    }
    return sealed;
  }

  /** How a record begins. */
  void opening(byte[] ascii) {
    put(ascii, 0);
  }

  /**
   * @param ascii with a comma before it, which the first member of an object has not
   */
  void name(byte[] ascii) {
    put(ascii, last() == '{' ? 1 : 0);
  }

  /** JSON as it is. */
  void raw(String json) {
    if (wide != null) {
      wide.append(json);
      return;
    }
    byte[] ascii = Ascii.of(json);
    if (ascii == null) {
      widen().append(json);
    } else {
      put(ascii, 0);
    }
  }

  void number(long number) {
    if (wide != null || number < 0) {
      raw(Long.toString(number));
      return;
    }
    room(MOST_DIGITS);
    int digits = 1;
    for (long left = number / 10; left != 0; left /= 10) {
      digits++;
    }
    long left = number;
    for (int at = length + digits - 1; at >= length; at--) {
      bytes[at] = (byte) ('0' + left % 10);
      left /= 10;
    }
    length += digits;
  }

  void string(String text) {
    if (wide != null) {
      escape(text);
      return;
    }
    int count = text.length();
    room(count + 2);
    int at = length;
    bytes[at++] = '"';
    for (int i = 0; i < count; i++) {
      char c = text.charAt(i);
      if (c < ' ' || c >= BEYOND_ASCII || c == '"' || c == '\\') {
        escape(text);
        return;
      }
      bytes[at++] = (byte) c;
    }
    bytes[at++] = '"';
    length = at;
  }

  /** Names, ids and digests are never written so. */
  private void escape(String text) {
    StringBuilder escaped = new StringBuilder(text.length() + 16).append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> escaped.append("\\\"");
        case '\\' -> escaped.append("\\\\");
        case '\b' -> escaped.append("\\b");
        case '\t' -> escaped.append("\\t");
        case '\n' -> escaped.append("\\n");
        case '\f' -> escaped.append("\\f");
        case '\r' -> escaped.append("\\r");
        default -> {
          if (c < ' ') {
            escaped.append("\\u00").append(HEX[c >> 4]).append(HEX[c & 0xf]);
          } else {
            escaped.append(c);
          }
        }
      }
    }
    raw(escaped.append('"').toString());
  }

  private char last() {
    return wide != null ? wide.charAt(wide.length() - 1) : (char) bytes[length - 1];
  }

  private void put(byte[] ascii, int from) {
    if (wide != null) {
      wide.append(new String(ascii, from, ascii.length - from, US_ASCII));
      return;
    }
    int count = ascii.length - from;
    room(count);
    System.arraycopy(ascii, from, bytes, length, count);
    length += count;
  }

  private StringBuilder widen() {
    StringBuilder all = new StringBuilder(2 * length + ROOM);
    all.append(new String(bytes, 0, length, ISO_8859_1));
    wide = all;
    return all;
  }

  private void room(int more) {
    int needed = length + more + Checksum.LENGTH;
    if (bytes.length < needed) {
      bytes = Arrays.copyOf(bytes, Math.max(needed, 2 * bytes.length));
    }
  }

  private String sealed() {
    return wide == null
        ? new String(bytes, 0, Checksum.add(bytes, length), ISO_8859_1)
        : Checksum.add(wide.toString());
  }
}
