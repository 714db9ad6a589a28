package dev.holdpoint.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdpoint.core.secret.Secret;
import dev.holdpoint.engine.port.store.Store;
import dev.holdpoint.store.Stores;
import dev.holdpoint.store.Writing;
import dev.holdpoint.vault.TinkVault;
import dev.holdpoint.vault.VaultKey;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** A daemon starts with the key that its secrets need, or says what is missing. */
class VaultStartTest {
  private static final String KEY = Base64.getEncoder().encodeToString(new byte[32]);

  @TempDir private Path folder = Path.of("");
  private Path data = Path.of("");

  @BeforeEach
  void name() {
    data = folder.resolve("data");
  }

  private TestDaemon start(Map<String, String> settings) {
    return TestDaemon.start(data, settings);
  }

  private static JsonNode vault(TestDaemon daemon) {
    return daemon.http().get("/v1/vault").expect(200).json();
  }

  /** As a conversation would have left it. */
  private void leaveSecret(Path in) throws Exception {
    TinkVault vault = new TinkVault(VaultKey.parse(Files.readString(in)));
    String about = Secret.about("tnt_1", "con_1", "TOKEN", 1L << 60);
    try (Store store = Stores.open(null, data);
        Store.Transaction transaction = store.begin()) {
      transaction.write(
          new Writing()
              .put(
                  new Secret(
                      1L << 60,
                      "con_1",
                      "TOKEN",
                      "tnt_1",
                      1,
                      1,
                      vault.seal("hunter2".getBytes(StandardCharsets.UTF_8), about),
                      null))
              .writes());
      transaction.commit();
    }
  }

  @Test
  void the_first_start_makes_a_key_and_rotation_another() throws Exception {
    Path file = data.resolve("vault-key");
    try (TestDaemon daemon = start(Map.of())) {
      assertThat(Files.getPosixFilePermissions(file))
          .isEqualTo(PosixFilePermissions.fromString("rw-------"));
      JsonNode before = vault(daemon);
      assertThat(before.path("source").asString()).isEqualTo("file");
      assertThat(before.path("secrets").asLong()).isZero();
      String old = Files.readString(file);

      JsonNode after = daemon.http().post("/v1/vault/rotate", "").expect(200).json();

      assertThat(after.path("key_id")).isNotEqualTo(before.path("key_id"));
      assertThat(after.path("wrapped_by_older").asLong()).isZero();
      assertThat(Files.readString(file)).isNotEqualTo(old);
    }
    try (TestDaemon daemon = start(Map.of())) {
      assertThat(daemon.http().get("/v1/status").expect(200).text())
          .doesNotContain("vault_key_beside_data");
    }
  }

  @Test
  void a_key_beside_the_secrets_is_warned_of() throws Exception {
    start(Map.of()).close();
    leaveSecret(data.resolve("vault-key"));
    try (TestDaemon daemon = start(Map.of())) {
      assertThat(daemon.http().get("/v1/status").expect(200).text())
          .contains("vault_key_beside_data");
      assertThat(vault(daemon).path("secrets").asLong()).isEqualTo(1);
    }
    Path elsewhere = Files.move(data.resolve("vault-key"), folder.resolve("vault-key"));
    try (TestDaemon daemon = start(Map.of("HOLDPOINT_VAULT_KEY_FILE", elsewhere.toString()))) {
      assertThat(daemon.http().get("/v1/status").expect(200).text())
          .doesNotContain("vault_key_beside_data");
    }
  }

  @Test
  void without_the_key_of_its_secrets_no_daemon_starts_and_none_is_made() throws Exception {
    start(Map.of()).close();
    leaveSecret(data.resolve("vault-key"));
    Path kept = Files.move(data.resolve("vault-key"), folder.resolve("kept"));

    assertThatThrownBy(() -> start(Map.of()))
        .hasMessageContaining("1 secrets")
        .hasMessageContaining("vault.previous_key_file")
        .hasMessageContaining("vault.discard_lost");
    assertThat(Files.exists(data.resolve("vault-key"))).isFalse();
    assertThatThrownBy(() -> start(Map.of("HOLDPOINT_VAULT_KEY", KEY)))
        .hasMessageContaining("1 secrets")
        .hasMessageNotContaining(KEY);

    Map<String, String> both =
        Map.of("HOLDPOINT_VAULT_KEY", KEY, "HOLDPOINT_VAULT_PREVIOUS_KEY_FILE", kept.toString());
    try (TestDaemon daemon = start(both)) {
      assertThat(vault(daemon).path("wrapped_by_older").asLong()).isZero();
      assertThat(vault(daemon).path("source").asString()).isEqualTo("environment");
      assertThat(daemon.http().post("/v1/vault/rotate", "").expect(409).text())
          .contains("vault_key_elsewhere", "vault.previous_key");
    }
    try (TestDaemon daemon = start(Map.of("HOLDPOINT_VAULT_KEY", KEY))) {
      assertThat(vault(daemon).path("secrets").asLong()).isEqualTo(1);
    }
  }

  @Test
  void who_has_lost_the_key_says_so() throws Exception {
    start(Map.of()).close();
    leaveSecret(data.resolve("vault-key"));
    Files.delete(data.resolve("vault-key"));

    try (TestDaemon daemon = start(Map.of("HOLDPOINT_VAULT_DISCARD_LOST", "true"))) {
      assertThat(vault(daemon).path("secrets").asLong()).isZero();
    }
    start(Map.of()).close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"HOLDPOINT_VAULT_KEY_COMMAND", "HOLDPOINT_VAULT_KEY_FILE"})
  void two_keys_at_once_are_refused(String other) {
    assertThatThrownBy(() -> start(Map.of("HOLDPOINT_VAULT_KEY", KEY, other, "/bin/true")))
        .hasRootCauseInstanceOf(Exception.class)
        .hasMessageContaining("vault.key")
        .hasMessageContaining("remove one")
        .hasMessageNotContaining(KEY);
  }

  @Test
  void a_key_in_the_configuration_file_is_refused() throws Exception {
    Files.createDirectories(data);
    Files.writeString(data.resolve("holdpoint.yaml"), "vault: {key: " + KEY + "}\n");

    assertThatThrownBy(() -> start(Map.of()))
        .hasMessageContaining("HOLDPOINT_VAULT_KEY")
        .hasMessageNotContaining(KEY);
  }

  @Test
  void a_command_gives_the_key() throws Exception {
    Path file = folder.resolve("key");
    Files.writeString(file, KEY);
    try (TestDaemon daemon = start(Map.of("HOLDPOINT_VAULT_KEY_COMMAND", "cat " + file))) {
      assertThat(vault(daemon).path("source").asString()).isEqualTo("command");
    }
    assertThat(Files.exists(data.resolve("vault-key"))).isFalse();
    assertThatThrownBy(() -> start(Map.of("HOLDPOINT_VAULT_KEY_COMMAND", "false")))
        .satisfies(
            e -> assertThat(Objects.requireNonNull(e.getMessage())).contains("exited with code 1"));
  }
}
