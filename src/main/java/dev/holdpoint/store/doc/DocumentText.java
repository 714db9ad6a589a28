package dev.holdpoint.store.doc;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.Writer;
import org.jspecify.annotations.Nullable;

/**
 * Takes a document as it is written, and gives it with its checksum. Nearly all documents are ASCII
 * and come in one piece: they are kept as the bytes that the sum is taken of, with room for it, and
 * copied once more to be a text.
 */
final class DocumentText extends Writer {
  private static final byte[] NOTHING = {};

  private byte[] bytes = NOTHING;
  private int length;

  /** All of it, once a character has come that is none of ASCII. */
  private @Nullable StringBuilder wide;

  @Override
  public void write(char[] text, int from, int count) {
    if (wide != null) {
      wide.append(text, from, count);
      return;
    }
    if (bytes.length < length + count + Checksum.LENGTH) {
      grow(length + count + Checksum.LENGTH);
    }
    int seen = 0;
    for (int i = 0; i < count; i++) {
      char c = text[from + i];
      seen |= c;
      bytes[length + i] = (byte) c;
    }
    if (seen < 0x80) {
      length += count;
    } else {
      wide = new StringBuilder(length + 2 * count);
      wide.append(new String(bytes, 0, length, ISO_8859_1)).append(text, from, count);
    }
  }

  /** The first piece is nearly always the only one. */
  private void grow(int needed) {
    byte[] more = new byte[length == 0 ? needed : Math.max(needed, 2 * bytes.length)];
    System.arraycopy(bytes, 0, more, 0, length);
    bytes = more;
  }

  /** The document with its checksum; nothing can be written after that. */
  String sealed() {
    return wide == null
        ? new String(bytes, 0, Checksum.add(bytes, length), ISO_8859_1)
        : Checksum.add(wide.toString());
  }

  @Override
  public void flush() {}

  @Override
  public void close() {}
}
