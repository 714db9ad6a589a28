package dev.holdpoint.client.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.holdpoint.client.http.DaemonAddress.Wishes;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DaemonAddressTest {
  @TempDir private Path folder;
  private Path data = Path.of("");

  @BeforeEach
  void write() throws Exception {
    data = Files.createDirectories(folder.resolve("holdpoint"));
    Files.writeString(data.resolve("admin-token"), "of-file\n");
  }

  @Test
  void the_flag_wins_over_the_variable_and_the_variable_over_the_file() throws Exception {
    Path named = Files.writeString(folder.resolve("token"), "of-flag\n");
    Map<String, String> variables =
        Map.of(
            "HOLDPOINT_URL",
            "http://127.0.0.1:4800/",
            "HOLDPOINT_TOKEN",
            "of-variable",
            "HOLDPOINT_DATA",
            data.toString());

    assertThat(find("http://h:1", named, variables)).isEqualTo("http://h:1 of-flag");
    assertThat(find(null, null, variables)).isEqualTo("http://127.0.0.1:4800 of-variable");
    assertThat(find(null, null, Map.of("XDG_DATA_HOME", folder.toString())))
        .isEqualTo("http://127.0.0.1:4747 of-file");
    assertThat(find(null, null, Map.of("HOLDPOINT_DATA", data.toString(), "HOLDPOINT_TOKEN", "")))
        .isEqualTo("http://127.0.0.1:4747 of-file");
  }

  @Test
  void another_machine_does_not_get_the_admin_token_of_this_one() {
    Map<String, String> variables = Map.of("HOLDPOINT_DATA", data.toString());

    assertThat(find("http://example.org", null, variables)).isEqualTo("http://example.org null");
    assertThat(find("http://127.0.0.1.example.org", null, variables)).endsWith(" null");
    assertThat(find("http://localhost:4747", null, variables)).endsWith(" of-file");
    assertThat(find("http://[::1]:4747", null, variables)).endsWith(" of-file");
    assertThat(DaemonAddress.find(new Wishes("http://example.org", null, data, Map.of())).token())
        .as("unless its folder is named")
        .isEqualTo("of-file");
  }

  @Test
  void the_daemon_of_the_data_folder_is_called_as_it_was_configured() throws Exception {
    Path own = Files.writeString(folder.resolve("own-token"), "of-own-file\n");
    Files.writeString(
        data.resolve("holdpoint.yaml"), "port: 4801\nworkers: 3\nadmin_token: 'of@yaml'\n");
    Map<String, String> variables = Map.of("HOLDPOINT_DATA", data.toString());

    assertThat(find(null, null, variables)).isEqualTo("http://127.0.0.1:4801 of@yaml");
    assertThat(find("http://127.0.0.1:1", null, variables)).isEqualTo("http://127.0.0.1:1 of@yaml");
    assertThat(find("http://example.org", null, variables)).endsWith(" null");
    assertThat(
            find(
                null,
                null,
                Map.of(
                    "HOLDPOINT_DATA", data.toString(),
                    "HOLDPOINT_PORT", "4802",
                    "HOLDPOINT_ADMIN_TOKEN", "of-variable")))
        .isEqualTo("http://127.0.0.1:4802 of-variable");
    assertThat(
            find(
                null,
                null,
                Map.of(
                    "HOLDPOINT_DATA", data.toString(),
                    "HOLDPOINT_ADMIN_TOKEN_FILE", own.toString())))
        .isEqualTo("http://127.0.0.1:4801 of-own-file");

    Files.writeString(
        data.resolve("holdpoint.yaml"), "host: 0.0.0.0\nadmin_token_file: ../own-token\n");
    assertThat(find(null, null, variables)).isEqualTo("http://127.0.0.1:4747 of-own-file");
    Files.writeString(data.resolve("holdpoint.yaml"), "host: fd00::7\nport: 0\n");
    assertThat(find(null, null, variables)).isEqualTo("http://[fd00::7]:4747 of-file");
    Files.writeString(data.resolve("holdpoint.yaml"), "{ not: [yaml");
    assertThat(find(null, null, variables)).isEqualTo("http://127.0.0.1:4747 of-file");
  }

  @Test
  void a_missing_token_says_where_it_was_looked_for() {
    Path empty = folder.resolve("empty");

    DaemonAddress found = DaemonAddress.find(new Wishes(null, null, empty, Map.of()));

    assertThat(found.token()).isNull();
    assertThat(found.tokenOrigin()).contains(empty + "/admin-token does not exist");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "nonsense", "ftp://h", "http://", "http://u:p@h", "http://h?a", "h:1"})
  void what_is_no_address_is_refused(String url) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> DaemonAddress.of(url, "t"))
        .withMessageContaining("' is not the URL of a daemon, such as");
  }

  @Test
  void a_token_is_never_printed() {
    assertThat(DaemonAddress.of("http://h", "secret")).asString().doesNotContain("secret");
  }

  private static String find(
      @Nullable String url, @Nullable Path tokenFile, Map<String, String> variables) {
    DaemonAddress found = DaemonAddress.find(new Wishes(url, tokenFile, null, variables));
    return found.url() + " " + found.token();
  }
}
