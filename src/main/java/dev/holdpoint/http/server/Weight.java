package dev.holdpoint.http.server;

/**
 * How much heap a JSON body takes while it is handled. Text takes a few times its length. Members
 * and elements are objects, however short they are written: {@code [{},{},{}]} takes thirty times
 * its length and more. So they are counted before anything is read.
 */
final class Weight {
  private static final int TEXT = 12;
  private static final int OBJECT = 160;
  private static final int ARRAY = 96;
  private static final int ELEMENT = 128;

  private Weight() {}

  static long of(byte[] body, int length) {
    long weight = (long) TEXT * length;
    boolean inText = false;
    for (int i = 0; i < length; i++) {
      byte at = body[i];
      if (inText) {
        if (at == '\\') {
          i++;
        } else {
          inText = at != '"';
        }
        continue;
      }
      switch (at) {
        case '"' -> inText = true;
        case '{' -> weight += OBJECT;
        case '[' -> weight += ARRAY;
        case ',' -> weight += ELEMENT;
        default -> {}
      }
    }
    return weight;
  }
}
