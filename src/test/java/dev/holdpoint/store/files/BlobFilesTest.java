package dev.holdpoint.store.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.store.BlobsContract;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
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

  /** A sweep goes on beside the walk, which rests after each. */
  @Test
  void files_that_go_while_others_are_read_are_no_damage_and_hide_none() throws IOException {
    Path assets = folder.resolve("assets");
    Path many = Files.createDirectories(assets.resolve("aa"));
    for (int i = 10; i < 30; i++) {
      Files.writeString(many.resolve("aa" + "0".repeat(60) + i), "other bytes");
    }
    Files.createDirectories(assets.resolve("bb"));
    Files.writeString(assets.resolve("bb").resolve("bb" + "0".repeat(62)), "other bytes");
    Files.createDirectories(assets.resolve("cc"));
    List<String> found = new ArrayList<>();

    BlobFiles.damaged(
        assets,
        found::add,
        _ -> {
          try (Stream<Path> all = Files.list(many)) {
            for (Path file : all.toList()) {
              Files.delete(file);
            }
            Files.deleteIfExists(assets.resolve("cc"));
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
          return true;
        });

    assertThat(found)
        .containsExactly(
            "assets: the stored file aa%s10 does not match its checksum".formatted("0".repeat(60)),
            "assets: the stored file bb%s does not match its checksum".formatted("0".repeat(62)));
  }
}
