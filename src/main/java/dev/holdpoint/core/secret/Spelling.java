package dev.holdpoint.core.secret;

/**
 * How a byte string is written down. Its symbols are worked out when they are compared: a value may
 * have 64 KiB, and to keep it in every spelling would cost more than fifty times that.
 */
interface Spelling {
  byte at(byte[] source, int index);

  Spelling PLAIN = (source, index) -> source[index];

  /** Three digits for each byte. */
  Spelling OCTAL =
      (source, index) -> (byte) ('0' + ((source[index / 3] & 0xFF) >> (6 - index % 3 * 3) & 7));

  /**
   * A symbol for so many bits, padded at the end.
   *
   * @param before how many bytes of something else precede the source in its group; the first
   *     symbol is the first that the source alone decides
   */
  static Spelling bits(String alphabet, int before) {
    return (source, index) -> bits(alphabet, before, PLAIN, source, source.length, index);
  }

  /**
   * The same of what is spelled in another way already.
   *
   * @param length how many symbols of that there are
   */
  static Spelling bits(String alphabet, int before, Spelling inner, int length) {
    return (source, index) -> bits(alphabet, before, inner, source, length, index);
  }

  /** In lines of this many symbols. */
  static Spelling wrapped(Spelling inner, int width) {
    return (source, index) ->
        index % (width + 1) == width ? (byte) '\n' : inner.at(source, index - index / (width + 1));
  }

  private static byte bits(
      String alphabet, int before, Spelling inner, byte[] source, int length, int index) {
    int width = Integer.numberOfTrailingZeros(alphabet.length());
    int skipped = (before * 8 + width - 1) / width;
    int bit = (skipped + index) * width - before * 8;
    int at = bit / 8;
    if (at >= length) {
      return '=';
    }
    int next = at + 1 < length ? inner.at(source, at + 1) & 0xFF : 0;
    int two = (inner.at(source, at) & 0xFF) << 8 | next;
    return (byte) alphabet.charAt(two >> (16 - width - bit % 8) & (alphabet.length() - 1));
  }
}
