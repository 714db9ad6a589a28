package dev.holdpoint.client.proof;

import java.util.Arrays;

/**
 * What the checkpoints say of one run. Exports have millions of these, so each is a number: how
 * many actions there were, and as much of the last one's hash as fits beside it. The whole hash is
 * kept of the farthest one, which the chain of the run leads back from to all others.
 */
final class Claims {
  private long[] claims = new long[2];
  private int size;
  private long most;
  private String farthest = "";
  private boolean sorted = true;
  private boolean met;

  void add(long count, String lastHash) {
    if (size == claims.length) {
      claims = Arrays.copyOf(claims, size * 2);
    }
    claims[size++] = claim(count, lastHash);
    if (count > most) {
      most = count;
      farthest = lastHash;
    } else {
      sorted = false;
    }
  }

  private static long claim(long count, String hash) {
    return (count << 32) | Long.parseLong(hash, 0, 8, 16);
  }

  /** Notes that the run was come to; false when it was before. */
  boolean meet() {
    boolean first = !met;
    met = true;
    return first;
  }

  boolean met() {
    return met;
  }

  long most() {
    return most;
  }

  /** Whether no checkpoint contradicts that this record is at this place. */
  boolean agree(long sequence, String hash) {
    if (!sorted) {
      Arrays.sort(claims, 0, size);
      sorted = true;
    }
    if (sequence == most && !hash.equals(farthest)) {
      return false;
    }
    int at = Arrays.binarySearch(claims, 0, size, sequence << 32);
    for (int i = at < 0 ? -at - 1 : at; i < size && (claims[i] >>> 32) == sequence; i++) {
      if (claims[i] != claim(sequence, hash)) {
        return false;
      }
    }
    return true;
  }
}
