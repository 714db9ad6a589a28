package dev.holdpoint.vault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdpoint.client.proof.Malformed;
import dev.holdpoint.client.proof.PublicKey;
import dev.holdpoint.engine.port.Signer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The key is made once, kept to its owner, and changed without a moment in which there is none. */
final class AuditKeyFileTest {
  @TempDir private Path folder;

  private Path file() {
    return folder.resolve("audit-key");
  }

  private AuditKeyFile open(@Nullable String newest) throws IOException, KeyRefused {
    return AuditKeyFile.open(file(), newest, true);
  }

  private Stream<String> names() throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.map(path -> path.getFileName().toString()).sorted().toList().stream();
    }
  }

  @Test
  void the_first_start_makes_a_key_that_only_its_owner_reads_and_later_ones_read_it()
      throws Exception {
    Signer made = open(null).key();
    assertThat(Files.getPosixFilePermissions(file()))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    assertThat(names()).containsExactly("audit-key");
    assertThat(open(null).key().keyId()).isEqualTo(made.keyId());
    assertThat(open(made.keyId()).key().publicKey()).isEqualTo(made.publicKey());
    assertThat(made.toString()).isEqualTo("AuditKey[" + made.keyId() + "]");
  }

  @Test
  void its_name_and_signatures_are_what_the_verifier_expects() throws Exception {
    Signer key = open(null).key();
    String line = Base64.getUrlEncoder().withoutPadding().encodeToString(key.publicKey());
    assertThat(publicKey(key.keyId() + ":" + line).id()).isEqualTo(key.keyId());
    assertThat(key.sign(new byte[32])).hasSize(64);
  }

  private static PublicKey publicKey(String line) {
    try {
      return PublicKey.parse(line);
    } catch (Malformed e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void a_key_that_openssl_made_is_read() throws Exception {
    Files.writeString(
        file(),
        """
        -----BEGIN PRIVATE KEY-----
        MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g
        -----END PRIVATE KEY-----
        """);
    Files.setPosixFilePermissions(file(), PosixFilePermissions.fromString("rw-------"));
    // The first test vector of RFC 8032.
    assertThat(open(null).key().publicKey())
        .asHexString()
        .isEqualToIgnoringCase("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a");
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-r-----", "rw----r--", "rw--w----", "rwxrwxrwx", "rwx------"})
  void a_file_that_others_may_use_is_refused_with_what_to_do(String modes) throws Exception {
    open(null);
    Files.setPosixFilePermissions(file(), PosixFilePermissions.fromString(modes));
    assertThatThrownBy(() -> open(null))
        .isInstanceOf(KeyRefused.class)
        .hasMessageContaining(modes)
        .hasMessageContaining("chmod 600 " + file());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "secret words",
        "-----BEGIN PRIVATE KEY-----\n!!!\n-----END PRIVATE KEY-----",
        "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----",
        "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----"
      })
  void a_file_that_holds_no_key_is_refused_and_not_quoted(String content) throws Exception {
    open(null);
    Files.writeString(file(), content);
    assertThatThrownBy(() -> open(null))
        .isInstanceOf(KeyRefused.class)
        .hasMessageContaining("restore the key")
        .hasMessageNotContaining("secret words");
    assertThat(file()).hasContent(content);
  }

  @Test
  void a_folder_or_a_large_file_in_its_place_is_refused() throws Exception {
    Files.createDirectory(file());
    assertThatThrownBy(() -> open(null)).isInstanceOf(KeyRefused.class);
    Files.delete(file());
    open(null);
    Files.write(file(), new byte[10_000]);
    assertThatThrownBy(() -> open(null)).isInstanceOf(KeyRefused.class);
  }

  @Test
  void a_key_that_the_ledger_does_not_know_is_refused_and_a_missing_one_is_not_made_anew()
      throws Exception {
    open(null);
    assertThatThrownBy(() -> open("0123456789abcdef"))
        .isInstanceOf(KeyRefused.class)
        .hasMessageContaining("0123456789abcdef")
        .hasMessageContaining("Restore that key");
    Files.delete(file());
    assertThatThrownBy(() -> open("0123456789abcdef")).isInstanceOf(KeyRefused.class);
    assertThat(names()).isEmpty();
  }

  @Test
  void a_crash_before_the_ledger_has_the_new_key_leaves_the_old_one() throws Exception {
    AuditKeyFile keys = open(null);
    Signer old = keys.key();
    keys.prepare();
    assertThat(names()).containsExactly("audit-key", "audit-key.next");
    assertThat(open(old.keyId()).key().keyId()).isEqualTo(old.keyId());
    assertThat(names()).containsExactly("audit-key");
  }

  @Test
  void a_crash_after_the_ledger_has_the_new_key_lets_it_move_in() throws Exception {
    AuditKeyFile keys = open(null);
    Signer next = keys.prepare();
    assertThat(open(next.keyId()).key().keyId()).isEqualTo(next.keyId());
    assertThat(names()).containsExactly("audit-key");
    assertThat(open(next.keyId()).key().keyId()).isEqualTo(next.keyId());
  }

  @Test
  void one_who_looks_finds_what_a_start_would_and_changes_nothing() throws Exception {
    assertThat(AuditKeyFile.look(file(), null)).isNull();
    assertThat(names()).isEmpty();
    AuditKeyFile keys = open(null);
    Signer old = keys.key();
    Signer next = keys.prepare();
    byte[] inFile = Files.readAllBytes(file());

    for (Signer key : new Signer[] {old, next}) {
      assertThat(AuditKeyFile.look(file(), key.keyId())).isEqualTo(key.keyId());
    }
    assertThatThrownBy(() -> AuditKeyFile.look(file(), "0123456789abcdef"))
        .isInstanceOf(KeyRefused.class)
        .hasMessageContaining(
            "holds a different audit key; the ledger was last signed with the key");

    assertThat(names()).containsExactly("audit-key", "audit-key.next");
    assertThat(file()).hasBinaryContent(inFile);
  }

  @Test
  void a_change_that_was_settled_is_over() throws Exception {
    AuditKeyFile keys = open(null);
    Signer old = keys.key();
    Signer next = keys.prepare();
    keys.settle(old.keyId());
    assertThat(keys.key().keyId()).isEqualTo(old.keyId());
    keys.settle(next.keyId());
    assertThat(keys.key().keyId()).isEqualTo(next.keyId());
    assertThat(names()).containsExactly("audit-key");
    assertThat(open(next.keyId()).key().keyId()).isEqualTo(next.keyId());
  }

  @Test
  void what_a_crash_left_half_written_is_in_nobodys_way() throws Exception {
    Files.writeString(folder.resolve("audit-key.new"), "-----BEG");
    AuditKeyFile keys = open(null);
    Files.writeString(folder.resolve("audit-key.next.new"), "-----BEG");
    Signer next = keys.prepare();
    keys.settle(next.keyId());
    assertThat(names()).containsExactly("audit-key");
  }
}
