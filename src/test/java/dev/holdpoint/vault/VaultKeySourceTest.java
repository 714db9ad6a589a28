package dev.holdpoint.vault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdpoint.vault.VaultKeySource.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The key is made once, and never while secrets wait for another. */
final class VaultKeySourceTest {
  private static final VaultKey KEY = VaultKey.generate();
  private static final VaultKey OTHER = VaultKey.generate();

  @TempDir private Path folder = Path.of("");

  private Path file() {
    return folder.resolve("vault-key");
  }

  private Settings given(@Nullable String key, @Nullable String command) {
    return new Settings(file(), key, command, null, null, false);
  }

  private Settings inFile() {
    return given(null, null);
  }

  private static VaultKeySource open(Settings settings, VaultKey... inUse)
      throws IOException, KeyRefused {
    Map<String, Long> needed = Stream.of(inUse).collect(Collectors.toMap(VaultKey::id, _ -> 2L));
    return VaultKeySource.open(settings, needed, needed.keySet(), true);
  }

  private Set<String> names() throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.map(path -> path.getFileName().toString()).collect(Collectors.toSet());
    }
  }

  private void write(Path path, String text, String mode) throws IOException {
    Files.writeString(path, text);
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
  }

  @Test
  void the_first_start_makes_a_key_that_only_its_owner_reads() throws Exception {
    VaultKeySource first = open(inFile());

    assertThat(first.isNew()).isTrue();
    assertThat(Files.getPosixFilePermissions(file()))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    VaultKeySource second = open(inFile());
    assertThat(second.isNew()).isFalse();
    assertThat(second.vault().keyId()).isEqualTo(first.vault().keyId());
    assertThat(second.source()).isEqualTo("file");
  }

  @Test
  void no_key_is_made_while_secrets_wait_for_another() throws Exception {
    assertThatThrownBy(() -> open(inFile(), KEY))
        .isInstanceOf(KeyRefused.class)
        .hasMessageContaining(KEY.id())
        .hasMessageContaining("vault.previous_key");
    assertThat(names()).isEmpty();

    write(file(), OTHER.text(), "rw-------");
    assertThatThrownBy(() -> open(inFile(), KEY))
        .isInstanceOf(KeyRefused.class)
        .hasMessageContaining("2 secrets")
        .hasMessageContaining(OTHER.id());
    assertThatThrownBy(() -> open(given(OTHER.text(), null), KEY)).isInstanceOf(KeyRefused.class);
    assertThat(Files.readString(file())).isEqualTo(OTHER.text());
  }

  @Test
  void who_gives_up_what_is_lost_may_start() throws Exception {
    Settings settings = new Settings(file(), null, null, null, null, true);

    assertThat(open(settings, KEY).isNew()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-r-----", "rw----r--", "rwx------", "rw--w----"})
  void a_file_that_others_may_use_is_refused(String mode) throws Exception {
    write(file(), KEY.text(), mode);

    assertThatThrownBy(() -> open(inFile(), KEY))
        .isInstanceOf(KeyRefused.class)
        .hasMessageContaining("chmod 600");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "hunter2!", "aHVudGVyMg==", "AAAA AAAA"})
  void a_file_without_a_key_is_refused_and_not_quoted(String text) throws Exception {
    write(file(), text, "rw-------");

    assertThatThrownBy(() -> open(inFile()))
        .isInstanceOf(KeyRefused.class)
        .hasMessageContaining("openssl rand -base64 32")
        .hasMessageNotContaining("hunter2")
        .hasMessageNotContaining("aHVu");
    assertThat(Files.readString(file())).isEqualTo(text);
  }

  @Test
  void a_folder_or_a_huge_file_is_no_key() throws Exception {
    Files.createDirectory(file());
    assertThatThrownBy(() -> open(inFile())).isInstanceOf(KeyRefused.class);
    Files.delete(file());
    write(file(), "A".repeat(5_000), "rw-------");
    assertThatThrownBy(() -> open(inFile())).isInstanceOf(KeyRefused.class);
  }

  @Test
  void the_environment_and_a_command_leave_no_file() throws Exception {
    assertThat(open(given(KEY.text(), null), KEY).source()).isEqualTo("environment");
    write(folder.resolve("elsewhere"), KEY.text(), "rw-------");
    VaultKeySource printed = open(given(null, "/bin/cat " + folder.resolve("elsewhere")), KEY);

    assertThat(printed.vault().keyId()).isEqualTo(KEY.id());
    assertThat(printed.source()).isEqualTo("command");
    assertThat(printed.canPrepare()).isFalse();
    assertThat(names()).containsExactly("elsewhere");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/bin/false",
        "/nowhere/at/all",
        "/bin/echo hunter2",
        "/bin/echo $(cat key)",
        "/usr/bin/head -c 100000 /dev/zero"
      })
  void a_command_that_prints_no_key_is_refused_and_not_quoted(String command) {
    assertThatThrownBy(() -> open(given(null, command)))
        .isInstanceOf(KeyRefused.class)
        .hasMessageContaining("vault.key_command")
        .hasMessageNotContaining("hunter2");
  }

  @Test
  void the_previous_key_still_opens_until_nothing_needs_it() throws Exception {
    write(folder.resolve("old"), KEY.text(), "rw-------");
    Settings settings =
        new Settings(file(), OTHER.text(), null, null, folder.resolve("old"), false);

    VaultKeySource source = open(settings, KEY);

    assertThat(source.vault().keyId()).isEqualTo(OTHER.id());
    assertThat(source.known()).containsExactlyInAnyOrder(KEY.id(), OTHER.id());
    source.settle(Set.of(KEY.id(), OTHER.id()));
    assertThat(source.known()).hasSize(2);
    source.settle(Set.of(OTHER.id()));
    assertThat(source.known()).containsExactly(OTHER.id());
    assertThatThrownBy(source::prepare).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void a_change_that_nobody_has_heard_of_is_undone() throws Exception {
    VaultKeySource first = open(inFile());
    String old = first.vault().keyId();
    first.prepare();
    assertThat(names()).containsExactlyInAnyOrder("vault-key", "vault-key.next");

    VaultKeySource again = VaultKeySource.open(inFile(), Map.of(old, 1L), Set.of(old), true);

    assertThat(again.vault().keyId()).isEqualTo(old);
    assertThat(names()).containsExactly("vault-key");
  }

  @Test
  void a_change_that_was_begun_is_finished() throws Exception {
    VaultKeySource first = open(inFile());
    String old = first.vault().keyId();
    first.prepare();
    String fresh = first.vault().keyId();

    Set<String> both = Set.of(old, fresh);
    VaultKeySource again = VaultKeySource.open(inFile(), Map.of(old, 1L, fresh, 1L), both, true);
    assertThat(again.vault().keyId()).isEqualTo(fresh);
    again.settle(both);
    assertThat(names()).as("the old one is still needed").contains("vault-key.next");

    VaultKeySource last = VaultKeySource.open(inFile(), Map.of(fresh, 2L), Set.of(fresh), true);
    last.settle(Set.of(fresh));
    assertThat(names()).containsExactly("vault-key");
    assertThat(open(inFile()).vault().keyId()).isEqualTo(fresh);
  }

  @Test
  void who_only_looks_leaves_everything_as_it_is() throws Exception {
    assertThat(VaultKeySource.look(inFile(), Map.of(), Set.of())).isNull();
    assertThat(names()).isEmpty();
    String made = open(inFile()).vault().keyId();
    assertThat(VaultKeySource.look(inFile(), Map.of(), Set.of())).isEqualTo(made);
  }
}
