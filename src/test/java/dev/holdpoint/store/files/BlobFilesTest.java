package dev.holdpoint.store.files;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdpoint.engine.json.Digests;
import dev.holdpoint.engine.port.StoreFull;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BlobFilesTest {
  private static final long HOUR = 3_600_000;

  @TempDir Path folder = Path.of("");
  private final AtomicLong now = new AtomicLong(1_000 * HOUR);
  private final InstantSource clock = () -> Instant.ofEpochMilli(now.get());

  private BlobFiles blobs(long mostBytes) {
    return new BlobFiles(folder.resolve("assets"), clock, mostBytes);
  }

  private static String put(BlobFiles blobs, String text) {
    byte[] bytes = text.getBytes(UTF_8);
    String sha256 = Digests.sha256Hex(bytes);
    blobs.put(sha256, bytes);
    return sha256;
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(Files::isRegularFile).sorted().toList();
    }
  }

  private Path file(String sha256) {
    return folder.resolve("assets").resolve(sha256.substring(0, 2)).resolve(sha256);
  }

  @Test
  void bytes_are_kept_once_under_their_digest_for_the_owner_alone() throws IOException {
    BlobFiles blobs = blobs(1_000);
    String hello = put(blobs, "hello");
    put(blobs, "hello");

    assertThat(files()).containsExactly(file(hello));
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file(hello))))
        .isEqualTo("rw-------");
    assertThat(
            PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("assets"))))
        .isEqualTo("rwx------");
    assertThat(blobs(1_000).find(hello)).isEqualTo("hello".getBytes(UTF_8));
    assertThat(blobs.find(Digests.sha256Hex(new byte[0]))).isNull();
  }

  @Test
  void what_is_not_a_digest_leads_nowhere() {
    assertThatThrownBy(() -> blobs(1).find("../../etc/passwd"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void damaged_bytes_are_not_given_out_and_come_back_when_they_are_put_again() throws IOException {
    BlobFiles blobs = blobs(1_000);
    String sha256 = put(blobs, "hello");
    Files.writeString(file(sha256), "hel");
    assertThat(blobs.find(sha256)).isNull();

    put(blobs, "hello");
    assertThat(blobs.find(sha256)).isEqualTo("hello".getBytes(UTF_8));
  }

  @Test
  void the_whole_is_bounded_also_after_a_restart() {
    put(blobs(10), "12345");
    BlobFiles again = blobs(10);
    put(again, "12345");
    put(again, "abcde");

    assertThatThrownBy(() -> put(again, "x")).isInstanceOf(StoreFull.class);
    assertThat(again.find(Digests.sha256Hex("x".getBytes(UTF_8)))).isNull();
    now.addAndGet(2 * HOUR);
    assertThat(again.sweep(now.get() - HOUR, _ -> false)).isEqualTo(2);
    put(again, "x");
  }

  @Test
  void a_sweep_takes_what_is_old_and_unwanted_and_nothing_else() throws IOException {
    BlobFiles blobs = blobs(1_000);
    Set<String> wanted = new HashSet<>();
    wanted.add(put(blobs, "named by a row"));
    put(blobs, "left by a crash");
    String again = put(blobs, "put again a moment ago");
    Path unfinished = file(again).resolveSibling(".new-x");
    Files.writeString(unfinished, "half");
    Files.setLastModifiedTime(unfinished, java.nio.file.attribute.FileTime.fromMillis(now.get()));
    Path other = Files.writeString(folder.resolve("assets").resolve("README"), "somebody else's");
    now.addAndGet(2 * HOUR);
    put(blobs, "put again a moment ago");

    assertThat(blobs.sweep(now.get() - HOUR, wanted::contains)).isEqualTo(2);
    wanted.add(again);
    assertThat(files())
        .containsExactlyInAnyOrderElementsOf(
            Stream.concat(wanted.stream().map(this::file), Stream.of(other)).toList());
  }
}
