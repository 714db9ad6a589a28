package dev.holdpoint.client.proof;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The checkpoints that have a signature of their own, in order. Exports have millions of these, so
 * of an id only eight bytes of its hash are kept: who finds a second text for them gains nothing,
 * as the chains are held together by whole hashes.
 */
final class SignedCheckpoints {
  private long[] sequences = new long[16];
  private long[] names = new long[16];
  private final List<String> keys = new ArrayList<>();

  void add(long sequence, String id, String keyId) {
    int size = keys.size();
    if (size > 0 && sequence <= sequences[size - 1]) {
      // It stands in the wrong place, and that is told.
      return;
    }
    if (size == sequences.length) {
      sequences = Arrays.copyOf(sequences, size * 2);
      names = Arrays.copyOf(names, size * 2);
    }
    sequences[size] = sequence;
    names[size] = name(id);
    keys.add(keyId);
  }

  /** Where the first is from this place on; 0 when there is none. */
  long after(long place) {
    int at = at(place);
    return at < keys.size() ? sequences[at] : 0;
  }

  /** Whether the first from this place on is this one, signed with this key. */
  boolean isCovering(long place, String id, String keyId) {
    int at = at(place);
    return at < keys.size() && names[at] == name(id) && keys.get(at).equals(keyId);
  }

  private int at(long place) {
    int at = Arrays.binarySearch(sequences, 0, keys.size(), place);
    return at < 0 ? -at - 1 : at;
  }

  private static long name(String id) {
    return ByteBuffer.wrap(PublicKey.sha256(id.getBytes(UTF_8))).getLong();
  }
}
