package dev.holdpoint.store.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.store.BlobsContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BlobFilesTest extends BlobsContract {
  @TempDir Path folder = Path.of("");

  @Override
  protected BlobFiles blobs(long mostBytes) {
    return new BlobFiles(folder.resolve("assets"), clock, mostBytes);
  }

  @Override
  protected void damage(String sha256, String bytes) throws IOException {
    Files.writeString(file(sha256), bytes);
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
    assertThat(blobs.names()).containsExactly(hello);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file(hello))))
        .isEqualTo("rw-------");
    assertThat(
            PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("assets"))))
        .isEqualTo("rwx------");
  }

  @Test
  void a_sweep_takes_what_was_never_finished_and_leaves_what_is_not_ours() throws IOException {
    BlobFiles blobs = blobs(1_000);
    String kept = put(blobs, "kept");
    Path unfinished = file(kept).resolveSibling(".new-x");
    Files.writeString(unfinished, "half");
    Files.setLastModifiedTime(unfinished, FileTime.fromMillis(now.get()));
    Path other = Files.writeString(folder.resolve("assets").resolve("README"), "somebody else's");
    now.addAndGet(2 * HOUR);

    assertThat(blobs.sweep(now.get() - HOUR, kept::equals)).isEqualTo(1);
    assertThat(files()).containsExactlyInAnyOrder(file(kept), other);
  }
}
