package dev.holdpoint.store.doc;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdpoint.engine.port.failure.Damaged;
import java.util.HexFormat;
import java.util.zip.CRC32C;

/**
 * What a stored document ends with, so that a byte that has changed on a disk is noticed when the
 * document is read: {@code "#":"1a2b3c4d"}, of all that stands before it. Documents of before have
 * none and are taken as they are.
 */
public final class Checksum {
  private static final String BEFORE = "\"#\":\"";
  private static final String AFTER = "\"}";
  private static final int DIGITS = 8;
  private static final int LENGTH = BEFORE.length() + DIGITS + AFTER.length();

  private Checksum() {}

  /**
   * @param document one JSON object
   */
  static String add(String document) {
    boolean empty = document.length() == 2;
    byte[] bytes = document.getBytes(UTF_8);
    if (!empty) {
      // In the place of the brace that ends it.
      bytes[bytes.length - 1] = ',';
    }
    StringBuilder sealed = new StringBuilder(document.length() + LENGTH);
    sealed.append(document, 0, document.length() - 1);
    if (!empty) {
      sealed.append(',');
    }
    return sealed
        .append(BEFORE)
        .append(of(bytes, empty ? 1 : bytes.length))
        .append(AFTER)
        .toString();
  }

  /**
   * @param kind for people: what it is
   * @throws Damaged when it is not what was stored
   */
  static void check(String kind, String document) {
    int at = document.length() - LENGTH;
    if (at < 1 || !document.startsWith(BEFORE, at) || !document.endsWith(AFTER)) {
      return;
    }
    byte[] bytes = document.getBytes(UTF_8);
    if (!document.startsWith(of(bytes, bytes.length - LENGTH), at + BEFORE.length())) {
      throw Damaged.document(kind, document);
    }
  }

  private static String of(byte[] bytes, int length) {
    CRC32C sum = new CRC32C();
    sum.update(bytes, 0, length);
    return HexFormat.of().toHexDigits((int) sum.getValue());
  }
}
