package dev.holdpoint.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.daemon.TypedHere;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands find the daemon of a data folder, whichever port it has. */
class AddressIT {
  @TempDir private Path folder;

  @Test
  @DisplayName("AG-29 agents --data reaches a daemon on --port 0; a stale address is not believed")
  void the_running_daemon_of_a_data_folder_is_called_and_a_killed_one_is_not() throws Exception {
    Path data = Files.createDirectories(folder.resolve("data"));
    // The flag wins over it, so only a fallback leads there; nobody listens at that port.
    Files.writeString(data.resolve("holdpoint.yaml"), "port: 9\n");
    Path address = data.resolve("address");
    try (DaemonProcess daemon = DaemonProcess.start(folder)) {
      assertThat(Files.readString(address)).isEqualTo(daemon.address() + "\n");
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(address)))
          .isEqualTo("rw-r--r--");
      assertThat(agents(data).out()).contains("mock");

      daemon.kill9();
      assertThat(address).exists();
      TypedHere.Outcome stale = agents(data);
      assertThat(stale.exitCode()).isNotZero();
      assertThat(stale.err()).contains("http://127.0.0.1:9;");

      daemon.restart();
      assertThat(Files.readString(address)).isEqualTo(daemon.address() + "\n");
      assertThat(agents(data).out()).contains("mock");
      assertThat(daemon.terminate()).isZero();
      assertThat(address).doesNotExist();
    }
  }

  private static TypedHere.Outcome agents(Path data) {
    return TypedHere.run("agents", "--data", data.toString());
  }
}
