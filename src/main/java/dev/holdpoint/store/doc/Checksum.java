package dev.holdpoint.store.doc;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdpoint.engine.port.failure.Damaged;
import java.util.HexFormat;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * What a stored document ends with, so that a byte that has changed on a disk is noticed when the
 * document is read: {@code "#":"1a2b3c4d"}, of all that stands before it. In a list it is the last
 * member of the last object. Documents of before have none and are taken as they are.
 */
public final class Checksum {
  private static final String BEFORE = "\"#\":\"";
  private static final int DIGITS = 8;
  private static final byte[] BEFORE_BYTES = BEFORE.getBytes(UTF_8);

  /** How much longer a document becomes, but for a comma that may stand before it. */
  private static final int OWN_LENGTH = BEFORE.length() + DIGITS + 1;

  /** How much longer a document becomes at most. */
  static final int LENGTH = OWN_LENGTH + 1;

  private static final String OBJECT = "}";
  private static final String LIST = "}]";

  private Checksum() {}

  /**
   * @param document one JSON object, or a list of objects that is not empty
   */
  static String add(String document) {
    String end = document.endsWith(LIST) ? LIST : OBJECT;
    int length = document.length() - end.length();
    boolean empty = document.charAt(length - 1) == '{';
    StringBuilder sealed = new StringBuilder(length + LENGTH + end.length());
    sealed.append(document, 0, length);
    if (!empty) {
      sealed.append(',');
    }
    byte[] bytes = document.getBytes(UTF_8);
    int covered = bytes.length - end.length();
    if (!empty) {
      // In the place of the brace that ends it.
      bytes[covered++] = ',';
    }
    return sealed.append(BEFORE).append(of(bytes, covered)).append('"').append(end).toString();
  }

  /**
   * The same in place.
   *
   * @param document ASCII, with room for {@link #LENGTH} bytes behind it
   * @return its length now
   */
  static int add(byte[] document, int length) {
    int end = length > 1 && document[length - 1] == ']' && document[length - 2] == '}' ? 2 : 1;
    int at = length - end;
    if (document[at - 1] != '{') {
      // In the place of the brace that ends it.
      document[at++] = ',';
    }
    String sum = of(document, at);
    System.arraycopy(BEFORE_BYTES, 0, document, at, BEFORE_BYTES.length);
    at += BEFORE_BYTES.length;
    for (int i = 0; i < DIGITS; i++) {
      document[at++] = (byte) sum.charAt(i);
    }
    document[at++] = '"';
    document[at++] = '}';
    if (end == LIST.length()) {
      document[at++] = ']';
    }
    return at;
  }

  /** A document as it was before it got one. */
  static String without(String object) {
    int at = object.length() - OWN_LENGTH - OBJECT.length();
    if (at < 1 || !object.startsWith(BEFORE, at) || !object.endsWith('"' + OBJECT)) {
      return object;
    }
    return object.substring(0, object.charAt(at - 1) == ',' ? at - 1 : at) + OBJECT;
  }

  /**
   * @param kind for people: what it is
   * @return whether it has one
   * @throws Damaged when it is not what was stored
   */
  static boolean check(String kind, String document) {
    return check(kind, document, null);
  }

  /**
   * The same of a document that is at hand as bytes.
   *
   * @param ascii null where it has other characters than those of ASCII
   */
  static boolean check(String kind, String document, byte @Nullable [] ascii) {
    String end = document.endsWith(LIST) ? LIST : OBJECT;
    int at = document.length() - OWN_LENGTH - end.length();
    if (at < 1 || !document.startsWith(BEFORE, at) || !document.endsWith('"' + end)) {
      return false;
    }
    byte[] bytes = ascii == null ? document.getBytes(UTF_8) : ascii;
    // A list that has lost its bracket ends as an object does.
    if (document.startsWith("[") != end.equals(LIST)
        || !document.startsWith(
            of(bytes, bytes.length - OWN_LENGTH - end.length()), at + BEFORE.length())) {
      throw Damaged.document(kind, document);
    }
    return true;
  }

  private static String of(byte[] bytes, int length) {
    CRC32C sum = new CRC32C();
    sum.update(bytes, 0, length);
    return HexFormat.of().toHexDigits((int) sum.getValue());
  }
}
