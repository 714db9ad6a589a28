package dev.holdpoint.daemon.wiring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdpoint.daemon.config.Config;
import dev.holdpoint.daemon.config.ConfigSources;
import dev.holdpoint.daemon.start.DataFolder;
import dev.holdpoint.daemon.start.StartRefused;
import dev.holdpoint.outbound.Connector;
import dev.holdpoint.outbound.Connectors;
import dev.holdpoint.outbound.Signature;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConnectionsTest {
  private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

  @TempDir private Path data;

  private Connectors.Settings settings(String connectors, Map<String, String> environment)
      throws Exception {
    Path file = Files.writeString(data.resolve("c.yaml"), "connectors: " + connectors);
    Map<String, String> flags = Map.of("data", data.toString());
    Config config = Config.load(new ConfigSources(file, environment, flags, data));
    try (DataFolder folder = DataFolder.open(data)) {
      return Connections.settings(config, folder, "1.2");
    }
  }

  @Test
  void the_first_start_makes_a_secret_that_stays() throws Exception {
    Path file = data.resolve("webhook-secret");

    String first = settings("{}", Map.of()).ownSecret().value();

    assertThat(Signature.isSecret(first)).isTrue();
    assertThat(Files.readString(file)).isEqualTo(first + "\n");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    assertThat(settings("{}", Map.of()).ownSecret().value()).isEqualTo(first);
  }

  @Test
  void a_connector_has_its_token_and_secret_from_where_they_are_kept() throws Exception {
    Files.writeString(data.resolve("t"), "42:abc\n");
    Files.writeString(data.resolve("s"), SECRET + "\n");

    Connectors.Settings settings =
        settings(
            """

              work: {kind: slack, token_env: SLACK_TOKEN}
              ops: {kind: telegram, token_file: t}
              crm: {kind: external, base_url: 'http://10.0.0.1/x', token_file: t, secret_file: s}
            """,
            Map.of("SLACK_TOKEN", "xoxb-1"));

    assertThat(settings.userAgent()).isEqualTo("holdpoint/1.2");
    assertThat(settings.connectors())
        .extracting(
            Connector::name, c -> "" + c.baseUrl(), c -> "" + c.token(), c -> "" + c.secret())
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple(
                "crm", "http://10.0.0.1/x", "Credential[crm.token]", "Credential[crm.secret]"),
            org.assertj.core.groups.Tuple.tuple(
                "ops", "https://api.telegram.org", "Credential[ops.token]", "null"),
            org.assertj.core.groups.Tuple.tuple(
                "work", "https://slack.com/api", "Credential[SLACK_TOKEN]", "null"));
    assertThat("" + settings).doesNotContain("xoxb-1", "42:abc", SECRET);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          {a: {kind: slack, token_env: NOT_SET}}     | connectors.a.token_env names NOT_SET, but that variable is not set; set it, or remove the connector
          {a: {kind: slack, token_env: TWO_WORDS}}   | TWO_WORDS must contain only the token of the connector 'a': up to 512 visible ASCII characters
          {a: {kind: telegram, token_env: A_PATH}}   | A_PATH must contain only the token of the connector 'a': letters, digits, ':', '_' and '-'
          {a: {kind: slack, token_file: gone}}       | The file of connectors.a.token_file, DATA/gone, does not exist
          {a: {kind: slack, token_file: .}}          | The file of connectors.a.token_file, DATA, cannot be read: IOException
          {a: {kind: http, secret_file: gone}}       | The file of connectors.a.secret_file, DATA/gone, does not exist
          {a: {kind: http, secret_file: c.yaml}}     | DATA/c.yaml must contain only whsec_ and 24 to 64 random bytes in base64
          """)
  void what_cannot_be_used_is_named_and_never_shown(String connectors, String message) {
    Map<String, String> environment = Map.of("TWO_WORDS", "very secret", "A_PATH", "very/secret");

    assertThatThrownBy(() -> settings(connectors, environment))
        .isInstanceOf(StartRefused.class)
        .hasMessage(message.replace("DATA", data.toString()))
        .hasNoCause();
  }
}
