package dev.holdpoint.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.store.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two daemons on one database, each with a data folder of its own. */
class SharedStartTest {
  @TempDir Path folder = Path.of("");
  private final String url = EmbeddedPostgres.shared().newDatabase();
  private Path first = Path.of("");
  private Path second = Path.of("");

  @BeforeEach
  void folders() throws IOException {
    first = Files.createDirectory(folder.resolve("first"));
    second = Files.createDirectory(folder.resolve("second"));
  }

  private TestDaemon start(Path data) {
    return TestDaemon.start(
        data,
        Map.of(
            "HOLDPOINT_DATABASE",
            url,
            "HOLDPOINT_ADMIN_TOKEN",
            "admin",
            "HOLDPOINT_CLUSTER_NAME",
            String.valueOf(data.getFileName())));
  }

  private void bring(String name) throws IOException {
    Files.copy(
        first.resolve(name),
        second.resolve(name),
        StandardCopyOption.COPY_ATTRIBUTES,
        StandardCopyOption.REPLACE_EXISTING);
  }

  @Test
  void a_node_without_the_keys_of_the_others_does_not_start_and_makes_none() throws IOException {
    try (TestDaemon daemon = start(first)) {
      assertThatThrownBy(() -> start(second))
          .hasMessageContaining("The audit key is not in " + second.resolve("audit-key"))
          .hasMessageContaining("copy the file from a node that has it");
      assertThat(second.resolve("audit-key")).doesNotExist();

      bring("audit-key");
      assertThatThrownBy(() -> start(second))
          .hasMessageContaining("sealed with the vault key")
          .hasMessageContaining("copy the file from a node that has it");
      assertThat(second.resolve("vault-key")).doesNotExist();

      bring("vault-key");
      String secret = Files.readString(second.resolve("webhook-secret"));
      try (TestDaemon other = start(second)) {
        assertThat(other.http("admin").get("/v1/status").expect(200).text())
            .doesNotContain("key_missing");
        assertThat(Files.readString(second.resolve("webhook-secret")))
            .isNotEqualTo(secret)
            .isEqualTo(Files.readString(first.resolve("webhook-secret")));
      }
      assertThat(daemon.http("admin").get("/v1/status").expect(200).json()).isNotNull();
    }
  }

  @Test
  void a_node_says_that_it_lacks_a_key_which_was_changed_elsewhere_until_it_has_it()
      throws IOException {
    try (TestDaemon daemon = start(first)) {
      bring("audit-key");
      bring("vault-key");
      try (TestDaemon other = start(second)) {
        Http there = other.http("admin");
        daemon.http("admin").post("/v1/audit/keys/rotate", null).expect(201);
        daemon.http("admin").post("/v1/vault/rotate", null).expect(200);
        assertThat(there.get("/v1/status").expect(200).text())
            .contains("audit_key_missing", "vault_key_missing");
        Http.Answer refused = there.post("/v1/audit/keys/rotate", null).expect(503);
        assertThat(refused.text()).contains("audit.key_file");

        bring("audit-key");
        bring("vault-key");
        assertThat(there.get("/v1/status").expect(200).text()).doesNotContain("key_missing");
        there.post("/v1/audit/keys/rotate", null).expect(201);
      }
    }
  }
}
