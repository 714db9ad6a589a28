package dev.holdpoint.core.record;

import java.util.OptionalLong;

/**
 * Ids that carry their own database key. A ULID is 48 bits of time and 80 bits of anything; ours
 * spends the first 21 of those on a counter, so that (time, counter) is a 63-bit integer that rises
 * with every id. Rows are stored under that integer, in the order they were made, and an id finds
 * its row without an index. The last 59 bits are random: an id that was never issued does not match
 * the row it points at.
 */
public final class Ulid {
  private static final char[] ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ".toCharArray();
  private static final int LENGTH = 26;
  public static final int COUNTER_BITS = 21;
  public static final int RANDOM_BITS = 59;
  private static final byte[] VALUES = values();

  private Ulid() {}

  public static long key(long timeMs, int counter) {
    return (timeMs << COUNTER_BITS) | counter;
  }

  public static long timeOf(long key) {
    return key >>> COUNTER_BITS;
  }

  /** The id for a key: prefix, then 26 characters of Crockford's base 32. */
  public static String id(String prefix, long key, long random) {
    long time = timeOf(key);
    long counter = key & ((1L << COUNTER_BITS) - 1);
    long high = (time << 16) | (counter >>> 5);
    long low = (counter << RANDOM_BITS) | (random & ((1L << RANDOM_BITS) - 1));
    char[] text = new char[prefix.length() + LENGTH];
    prefix.getChars(0, prefix.length(), text, 0);
    for (int i = LENGTH - 1; i >= 0; i--) {
      text[prefix.length() + i] = ALPHABET[(int) (low & 31)];
      low = (low >>> 5) | (high << 59);
      high >>>= 5;
    }
    return new String(text);
  }

  /** The key inside an id with this prefix, or nothing if it is not such an id. */
  public static OptionalLong keyOf(String prefix, String id) {
    if (id.length() != prefix.length() + LENGTH || !id.startsWith(prefix)) {
      return OptionalLong.empty();
    }
    long high = 0;
    long low = 0;
    for (int i = prefix.length(); i < id.length(); i++) {
      char c = id.charAt(i);
      int value = c < 128 ? VALUES[c] : -1;
      if (value < 0 || (i == prefix.length() && value > 7)) {
        return OptionalLong.empty();
      }
      high = (high << 5) | (low >>> 59);
      low = (low << 5) | value;
    }
    long time = high >>> 16;
    if (time >= 1L << (63 - COUNTER_BITS)) {
      return OptionalLong.empty();
    }
    long counter = ((high & 0xFFFF) << 5) | (low >>> RANDOM_BITS);
    return OptionalLong.of((time << COUNTER_BITS) | counter);
  }

  private static byte[] values() {
    byte[] values = new byte[128];
    java.util.Arrays.fill(values, (byte) -1);
    for (int i = 0; i < ALPHABET.length; i++) {
      values[ALPHABET[i]] = (byte) i;
    }
    return values;
  }
}
