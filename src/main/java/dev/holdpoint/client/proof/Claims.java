package dev.holdpoint.client.proof;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What the checkpoints say of one run. Exports have millions of these, so each is a number: how
 * many actions there were, and as much of the last one's hash as fits beside it. The whole hash is
 * kept of the farthest one, which the chain of the run leads back from to all others.
 */
final class Claims {
  private long[] claims = new long[2];
  private long[] places = new long[2];
  private long @Nullable [] inOrder;
  private int size;
  private long most;
  private String farthest = "";
  private boolean sorted = true;
  private boolean met;

  /**
   * @param place the sequence of the checkpoint
   */
  void add(long count, String lastHash, long place) {
    if (size == claims.length) {
      claims = Arrays.copyOf(claims, size * 2);
      places = Arrays.copyOf(places, size * 2);
    }
    places[size] = place;
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
    long[] looked = inOrder();
    if (sequence == most && !hash.equals(farthest)) {
      return false;
    }
    int at = Arrays.binarySearch(looked, 0, size, sequence << 32);
    for (int i = at < 0 ? -at - 1 : at; i < size && (looked[i] >>> 32) == sequence; i++) {
      if (looked[i] != claim(sequence, hash)) {
        return false;
      }
    }
    return true;
  }

  /** No claim comes after the first question. */
  private long[] inOrder() {
    long[] known = sorted ? claims : inOrder;
    if (known == null) {
      known = Arrays.copyOf(claims, size);
      Arrays.sort(known);
      inOrder = known;
    }
    return known;
  }

  /** Where the first checkpoint is that knows this record; {@link Long#MAX_VALUE} if none does. */
  long firstKnown(long sequence) {
    if (sorted) {
      int at = Arrays.binarySearch(claims, 0, size, sequence << 32);
      int first = at < 0 ? -at - 1 : at;
      return first < size ? places[first] : Long.MAX_VALUE;
    }
    for (int i = 0; i < size; i++) {
      if (claims[i] >>> 32 >= sequence) {
        return places[i];
      }
    }
    return Long.MAX_VALUE;
  }
}
