package dev.holdpoint.programs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Where {@code ./test --agents} runs the programs: their network is this machine alone. */
@Tag("agents")
class ConfinedIT {
  /** Of a network that is for documents and leads nowhere. */
  private static final String ELSEWHERE = "192.0.2.1";

  @Test
  @DisplayName("AG-85 while the programs run there is no network but loopback")
  void nothing_else_can_be_reached() throws IOException {
    Assumptions.assumeTrue(
        System.getenv("TEST_CONFINED") != null,
        "this machine has no network namespaces, so it is not known what the agents call");
    List<String> others =
        NetworkInterface.networkInterfaces()
            .filter(one -> isUp(one) && !isLoopback(one))
            .map(NetworkInterface::getName)
            .toList();
    assertThat(others).isEmpty();
    try (Socket socket = new Socket()) {
      assertThatThrownBy(() -> socket.connect(new InetSocketAddress(ELSEWHERE, 443), 5_000))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("unreachable");
    }
  }

  @Test
  @DisplayName("AG-85 what was installed is what is pinned, from npm's registry")
  void what_was_installed_is_what_is_pinned() throws IOException {
    Path pins = Path.of("src", "test", "agents", "package-lock.json");
    assertThat(Packages.folder().resolveSibling("installed.json")).hasSameTextualContentAs(pins);
    assertThat(Files.readAllLines(pins))
        .filteredOn(line -> line.strip().startsWith("\"resolved\":"))
        .allMatch(line -> line.contains("\"https://registry.npmjs.org/"));
  }

  private static boolean isUp(NetworkInterface one) {
    try {
      return one.isUp();
    } catch (SocketException e) {
      throw new IllegalStateException(e);
    }
  }

  private static boolean isLoopback(NetworkInterface one) {
    try {
      return one.isLoopback();
    } catch (SocketException e) {
      throw new IllegalStateException(e);
    }
  }
}
