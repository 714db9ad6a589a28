package dev.holdpoint.daemon.start;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.core.record.Ulid;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TimeOrderedIdsTest {
  private static final String ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
  private static final long RANDOM = (1L << Ulid.RANDOM_BITS) - 1;

  /** Computes the random part of later ids from three that follow each other. */
  private static final class Predictor {
    private static final long GAMMA = 0x9e3779b97f4a7c15L;
    private long state;

    private Predictor(long state) {
      this.state = state;
    }

    static @Nullable Predictor of(long first, long second, long third) {
      for (long unseen = 0; unseen < 1L << (64 - Ulid.RANDOM_BITS); unseen++) {
        var guess = new Predictor(unmixed(first | (unseen << Ulid.RANDOM_BITS)));
        if (guess.next() == second && guess.next() == third) {
          return guess;
        }
      }
      return null;
    }

    long next() {
      state += GAMMA;
      long z = (state ^ (state >>> 30)) * 0xbf58476d1ce4e5b9L;
      z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
      return (z ^ (z >>> 31)) & RANDOM;
    }

    private static long unmixed(long mixed) {
      long z = unshifted(mixed, 31) * inverse(0x94d049bb133111ebL);
      z = unshifted(z, 27) * inverse(0xbf58476d1ce4e5b9L);
      return unshifted(z, 30);
    }

    private static long unshifted(long value, int by) {
      long z = value;
      for (int known = by; known < Long.SIZE; known += by) {
        z = value ^ (z >>> by);
      }
      return z;
    }

    private static long inverse(long odd) {
      long inverse = odd;
      for (int i = 0; i < 5; i++) {
        inverse *= 2 - odd * inverse;
      }
      return inverse;
    }
  }

  /** How many ids are known before they are made, from the three before them. */
  private static long predicted(List<String> ids) {
    List<Long> random = ids.stream().map(TimeOrderedIdsTest::randomOf).toList();
    long hits = 0;
    for (int i = 3; i < random.size(); i++) {
      var predictor = Predictor.of(random.get(i - 3), random.get(i - 2), random.get(i - 1));
      hits += predictor != null && predictor.next() == random.get(i) ? 1 : 0;
    }
    return hits;
  }

  private static long randomOf(String id) {
    long low = 0;
    for (char digit : id.substring(id.length() - 12).toCharArray()) {
      low = (low << 5) | ALPHABET.indexOf(digit);
    }
    return low & RANDOM;
  }

  private static List<String> ids(int count, LongSupplier random) {
    return Stream.iterate(1L, key -> key + 1)
        .limit(count)
        .map(key -> Ulid.id("run_", key, random.getAsLong()))
        .toList();
  }

  private static List<String> made(int count) {
    var ids = new TimeOrderedIds(InstantSource.fixed(Instant.ofEpochMilli(1_000)), 0);
    List<String> made = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      made.add(ids.next("run_"));
    }
    return made;
  }

  // PF-75
  @Test
  void PF_75_the_predictor_knows_every_id_of_the_generator_of_before() {
    assertThat(predicted(ids(1_000, new SplittableRandom(7)::nextLong))).isEqualTo(997);
  }

  // PF-75
  @Test
  void PF_75_three_ids_tell_nothing_of_the_next() {
    assertThat(predicted(made(1_000))).isZero();
  }

  // PF-75
  @Test
  void PF_75_no_random_part_is_given_out_twice() {
    // More than two blocks.
    List<String> made = made(3_000);
    assertThat(new HashSet<>(made.stream().map(TimeOrderedIdsTest::randomOf).toList()))
        .hasSize(made.size());
    // A bit that is the same in all of them would be a part of the block that was never drawn.
    long ones = 0;
    long zeros = 0;
    for (String id : made) {
      ones |= randomOf(id);
      zeros |= ~randomOf(id);
    }
    assertThat(ones & RANDOM).isEqualTo(RANDOM);
    assertThat(zeros & RANDOM).isEqualTo(RANDOM);
  }
}
