package dev.holdpoint.daemon.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdpoint.daemon.config.Config;
import dev.holdpoint.daemon.config.ConfigSources;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NodeIdTest {
  @TempDir private Path parent;
  private DataFolder folder;

  @BeforeEach
  void openFolder() throws Exception {
    folder = DataFolder.open(parent.resolve("data"));
  }

  @AfterEach
  void closeFolder() throws Exception {
    folder.close();
  }

  @Test
  void the_first_start_makes_one_that_only_its_owner_reads_and_later_ones_keep_it()
      throws Exception {
    NodeId id = NodeId.of(folder);

    Path file = folder.path().resolve("node-id");
    assertThat(id.value()).matches("[0-9a-f]{16}");
    assertThat(file).hasContent(id.value() + "\n");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    assertThat(NodeId.of(folder)).isEqualTo(id);
  }

  @Test
  void a_file_that_holds_something_else_is_refused() throws Exception {
    Path file = Files.writeString(folder.path().resolve("node-id"), "mine\n");

    assertThatThrownBy(() -> NodeId.of(folder))
        .isInstanceOf(StartRefused.class)
        .hasMessage(
            file + " must contain only 16 hexadecimal digits; remove it to generate a new one");
  }

  @Test
  void a_node_is_called_as_the_operator_says_else_by_its_machine_and_its_folder() throws Exception {
    NodeId id = new NodeId("0123456789abcdef");

    assertThat(id.name(config(Map.of("HOLDPOINT_CLUSTER_NAME", "east-1")))).isEqualTo("east-1");
    assertThat(id.name(config(Map.of()))).endsWith("-0123");
    assertThat(id.name("web7.example.net")).isEqualTo("web7-0123");
    assertThat(id.name("_kiste für alles")).isEqualTo("kiste-f-r-alles-0123");
    assertThat(id.name("x".repeat(80))).isEqualTo("x".repeat(59) + "-0123");
    assertThat(id.name((String) null)).isEqualTo("node-0123");
  }

  @Test
  void its_address_is_its_own_or_the_public_one() throws Exception {
    Map<String, String> open = Map.of("HOLDPOINT_PUBLIC_URL", "https://gates.example");
    Map<String, String> both =
        Map.of(
            "HOLDPOINT_PUBLIC_URL",
            "https://gates.example",
            "HOLDPOINT_CLUSTER_ADDRESS",
            "http://10.0.0.7:4747");

    assertThat(config(Map.of()).cluster().address()).isNull();
    assertThat(config(open).cluster().address()).isEqualTo(URI.create("https://gates.example"));
    assertThat(config(both).cluster().address()).isEqualTo(URI.create("http://10.0.0.7:4747"));
  }

  @Test
  void a_lease_is_ten_seconds_unless_it_is_said_otherwise() throws Exception {
    assertThat(config(Map.of()).cluster().leaseMs()).isEqualTo(10_000);
    assertThat(config(Map.of("HOLDPOINT_CLUSTER_LEASE_MS", "2000")).cluster().leaseMs())
        .isEqualTo(2_000);
    assertThatThrownBy(() -> config(Map.of("HOLDPOINT_CLUSTER_LEASE_MS", "1999")))
        .hasMessage(
            "HOLDPOINT_CLUSTER_LEASE_MS: 'cluster.lease_ms' is '1999'; expected milliseconds, from"
                + " 2000 to 300000");
  }

  private Config config(Map<String, String> environment) throws Exception {
    return Config.load(new ConfigSources(null, environment, Map.of(), parent));
  }
}
