package dev.holdpoint.daemon.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdpoint.daemon.config.Config;
import dev.holdpoint.daemon.config.ConfigSources;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AdminTokenTest {
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
  void the_first_start_makes_one_of_256_bits_that_only_its_owner_reads() throws Exception {
    AdminToken token = AdminToken.of(config(Map.of()), folder);

    Path file = folder.path().resolve("admin-token");
    assertThat(token.value()).matches("hpt_[A-Za-z0-9_-]{43}");
    assertThat(file).hasContent(token.value() + "\n");
    assertThat(mode(file)).isEqualTo("rw-------");
    assertThat(folder.path()).isDirectoryNotContaining("glob:**.new");
    assertThat(token.toString()).doesNotContain(token.value());
  }

  @Test
  void later_starts_keep_it_and_close_it_to_others_again() throws Exception {
    AdminToken first = AdminToken.of(config(Map.of()), folder);
    Path file = folder.path().resolve("admin-token");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));

    assertThat(AdminToken.of(config(Map.of()), folder)).isEqualTo(first);
    assertThat(mode(file)).isEqualTo("rw-------");
  }

  @Test
  void a_draft_that_a_crash_left_is_not_used() throws Exception {
    Files.writeString(folder.path().resolve("admin-token.new"), "hpt_half");

    assertThat(AdminToken.of(config(Map.of()), folder).value()).hasSize(47);
  }

  @Test
  void the_operators_own_is_used_and_none_is_made() throws Exception {
    Path file = Files.writeString(parent.resolve("mine"), "from-a-file\n");

    assertThat(AdminToken.of(config(Map.of("HOLDPOINT_ADMIN_TOKEN", "given")), folder).value())
        .isEqualTo("given");
    assertThat(
            AdminToken.of(config(Map.of("HOLDPOINT_ADMIN_TOKEN_FILE", file.toString())), folder)
                .value())
        .isEqualTo("from-a-file");
    assertThat(folder.path().resolve("admin-token")).doesNotExist();
  }

  @Test
  void a_file_that_is_missing_or_holds_no_token_is_refused() throws Exception {
    Path missing = parent.resolve("missing");
    Path empty = Files.writeString(parent.resolve("empty"), "\n");

    assertThatThrownBy(() -> AdminToken.of(tokenFile(missing), folder))
        .isInstanceOf(StartRefused.class)
        .hasMessage("The admin_token_file " + missing + " does not exist");
    assertThatThrownBy(() -> AdminToken.of(tokenFile(empty), folder))
        .isInstanceOf(StartRefused.class)
        .message()
        .startsWith(
            empty + " must contain only the admin token: up to 512 visible ASCII characters");
  }

  // PF-69
  @Test
  void PF_69_a_weak_one_in_a_file_is_refused_where_other_machines_reach_it() throws Exception {
    Path weak = Files.writeString(parent.resolve("weak"), "secret\n");
    Path strong = Files.writeString(parent.resolve("strong"), "0123456789abcdefghij\n");

    assertThat(AdminToken.of(tokenFile(weak), folder).isWeak()).isTrue();
    assertThatThrownBy(() -> AdminToken.of(reachable(weak), folder))
        .isInstanceOf(StartRefused.class)
        .hasMessage(
            "'host' 0.0.0.0 can be reached from other machines, and the admin token in '%s' is"
                    .formatted(weak)
                + " easy to guess; it needs at least 20 characters, 8 of them different; create one with `openssl rand -hex 32`");
    assertThat(AdminToken.of(reachable(strong), folder).isWeak()).isFalse();
    assertThat(AdminToken.of(config(Map.of()), folder).isWeak()).isFalse();
  }

  private Config reachable(Path file) throws Exception {
    return config(
        Map.of("HOLDPOINT_ADMIN_TOKEN_FILE", file.toString(), "HOLDPOINT_HOST", "0.0.0.0"));
  }

  private Config tokenFile(Path file) throws Exception {
    return config(Map.of("HOLDPOINT_ADMIN_TOKEN_FILE", file.toString()));
  }

  private Config config(Map<String, String> variables) throws Exception {
    Map<String, String> flags = Map.of("data", folder.path().toString());
    return Config.load(new ConfigSources(null, variables, flags, parent));
  }

  private static String mode(Path path) throws Exception {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }
}
