package dev.holdpoint.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdpoint.engine.json.Digests;
import dev.holdpoint.engine.port.Blobs;
import dev.holdpoint.engine.port.failure.StoreFull;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** What every place for stored files does. */
public abstract class BlobsContract {
  protected static final long HOUR = 3_600_000;

  protected final AtomicLong now = new AtomicLong(1_000 * HOUR);
  protected final InstantSource clock = () -> Instant.ofEpochMilli(now.get());

  /** The same place each time, as after a restart. */
  protected abstract Blobs blobs(long mostBytes);

  /** Puts other bytes in the place of those that were kept. */
  protected abstract void damage(String sha256, String bytes) throws IOException;

  protected static String put(Blobs blobs, String text) {
    byte[] bytes = text.getBytes(UTF_8);
    String sha256 = Digests.sha256Hex(bytes);
    blobs.put(sha256, bytes);
    return sha256;
  }

  @Test
  void what_was_put_is_found_also_after_a_restart() {
    String hello = put(blobs(1_000), "hello");
    assertThat(blobs(1_000).find(hello)).isEqualTo("hello".getBytes(UTF_8));
    assertThat(blobs(1_000).find(Digests.sha256Hex("other".getBytes(UTF_8)))).isNull();
    assertThat(blobs(1_000).find(Digests.sha256Hex(new byte[0]))).isNull();
  }

  @Test
  void large_bytes_come_back_as_they_were() {
    for (int length : new int[] {0, 1 << 20, (1 << 20) + 1, 7 << 19}) {
      byte[] bytes = new byte[length];
      new Random(length).nextBytes(bytes);
      String sha256 = Digests.sha256Hex(bytes);
      blobs(1 << 24).put(sha256, bytes);
      assertThat(blobs(1 << 24).find(sha256)).isEqualTo(bytes);
    }
  }

  @Test
  void what_is_not_a_digest_leads_nowhere() {
    assertThatThrownBy(() -> blobs(1).find("../../etc/passwd"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> blobs(1).put("", new byte[0]))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void damaged_bytes_are_not_given_out_and_come_back_when_they_are_put_again() throws IOException {
    Blobs blobs = blobs(1_000);
    String sha256 = put(blobs, "hello");
    damage(sha256, "hel");
    assertThat(blobs.find(sha256)).isNull();

    put(blobs, "hello");
    assertThat(blobs.find(sha256)).isEqualTo("hello".getBytes(UTF_8));
  }

  @Test
  void the_whole_is_bounded_also_after_a_restart() {
    put(blobs(10), "12345");
    Blobs again = blobs(10);
    put(again, "12345");
    put(again, "abcde");

    assertThatThrownBy(() -> put(again, "x")).isInstanceOf(StoreFull.class);
    assertThat(again.find(Digests.sha256Hex("x".getBytes(UTF_8)))).isNull();
    now.addAndGet(2 * HOUR);
    assertThat(again.sweep(now.get() - HOUR, _ -> false)).isEqualTo(2);
    put(again, "x");
  }

  @Test
  void a_sweep_takes_what_is_old_and_unwanted_and_nothing_else() {
    Blobs blobs = blobs(1_000);
    String named = put(blobs, "named by a row");
    String left = put(blobs, "left by a crash");
    String again = put(blobs, "put again a moment ago");
    now.addAndGet(2 * HOUR);
    put(blobs, "put again a moment ago");

    assertThat(blobs.sweep(now.get() - HOUR, Set.of(named)::contains)).isEqualTo(1);
    assertThat(blobs.find(left)).isNull();
    assertThat(blobs.find(named)).isNotNull();
    assertThat(blobs.find(again)).isNotNull();
  }
}
