package dev.holdpoint.daemon.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdpoint.client.http.DaemonAddress;
import dev.holdpoint.client.http.DaemonAddress.Wishes;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
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
  void it_tells_where_its_daemon_is_while_that_has_it_open() throws Exception {
    Path path = Files.createDirectory(parent.resolve("data"));
    Path address = Files.writeString(path.resolve("address"), "http://127.0.0.1:1\n");
    Wishes wishes = new Wishes(null, null, path, Map.of("HOLDPOINT_PORT", "4800"));
    assertThat(DaemonAddress.find(wishes).url()).hasPort(4800);

    try (DataFolder folder = DataFolder.open(path)) {
      assertThat(address).as("of a daemon that was killed").doesNotExist();
      folder.announce("http://127.0.0.1:4801");
      assertThat(mode(address)).isEqualTo("rw-r--r--");
      assertThat(DaemonAddress.find(wishes).url()).hasPort(4801);
      // To look for the lock of one's own process would release it.
      Path lock = path.resolve("lock").toRealPath();
      assertThat(Files.readString(Path.of("/proc/locks")))
          .contains(":" + Files.getAttribute(lock, "unix:ino") + " 0 EOF");

      Wishes said = new Wishes("http://127.0.0.1:7", null, path, Map.of());
      assertThat(DaemonAddress.find(said).url()).hasPort(7);
      Wishes set = new Wishes(null, null, path, Map.of("HOLDPOINT_URL", "http://127.0.0.1:8"));
      assertThat(DaemonAddress.find(set).url()).hasPort(8);
      Files.writeString(address, "nonsense\n");
      assertThat(DaemonAddress.find(wishes).url()).hasPort(4800);
    }
    assertThat(address).doesNotExist();
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
