package dev.holdpoint.daemon.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataFolderTest {
  @TempDir private Path parent;

  @Test
  void it_is_made_for_its_owner_alone() throws Exception {
    Path path = parent.resolve("a/b");

    try (DataFolder folder = DataFolder.open(path)) {
      assertThat(folder.path()).isEqualTo(path);
      assertThat(mode(path)).isEqualTo("rwx------");
      assertThat(mode(path.resolve("lock"))).isEqualTo("rw-------");
    }
  }

  @Test
  void an_empty_one_is_closed_to_others_and_one_in_use_keeps_its_mode() throws Exception {
    Path empty = withMode("rwxr-xr-x", "empty");
    Path used = withMode("rwxr-x---", "used");
    Files.writeString(used.resolve("notes"), "mine");

    DataFolder.open(empty).close();
    DataFolder.open(used).close();

    assertThat(mode(empty)).isEqualTo("rwx------");
    assertThat(mode(used)).isEqualTo("rwxr-x---");
  }

  @Test
  void a_second_daemon_is_refused_and_told_who_holds_it() throws Exception {
    Path path = parent.resolve("data");
    DataFolder first = DataFolder.open(path);

    assertThatThrownBy(() -> DataFolder.open(path))
        .isInstanceOf(StartRefused.class)
        .hasMessage(
            "Another holdpoint (pid "
                + ProcessHandle.current().pid()
                + ") is using "
                + path
                + ". Stop it, or choose another folder with --data");

    first.close();
    DataFolder.open(path).close();
  }

  @Test
  void what_a_dead_daemon_left_in_the_lock_file_stops_nobody() throws Exception {
    Path path = Files.createDirectory(parent.resolve("data"));
    Files.writeString(path.resolve("lock"), "1234567890123\n");

    DataFolder.open(path).close();

    assertThat(path.resolve("lock")).hasContent(ProcessHandle.current().pid() + "\n");
  }

  @Test
  void a_file_in_its_place_is_refused() throws Exception {
    Path file = Files.writeString(parent.resolve("data"), "");

    assertThatThrownBy(() -> DataFolder.open(file))
        .isInstanceOf(StartRefused.class)
        .hasMessage(file + " is a file, not a folder. Choose another data folder with --data");
  }

  private Path withMode(String mode, String name) throws Exception {
    Path path = Files.createDirectory(parent.resolve(name));
    return Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
  }

  private static String mode(Path path) throws Exception {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }
}
