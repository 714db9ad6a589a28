package dev.holdpoint.daemon.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.daemon.TestDaemon;
import dev.holdpoint.http.server.Wire;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** What is configured is what the door does. */
class ListenerTest {
  @TempDir private Path data;

  @ParameterizedTest
  @ValueSource(strings = {"p@ss!word", "\"quoted\"", "a,b;c=d:e{f}|~"})
  void an_admin_token_that_is_accepted_at_the_start_opens_the_door(String token) {
    try (TestDaemon daemon = TestDaemon.start(data, Map.of("HOLDPOINT_ADMIN_TOKEN", token))) {
      daemon.http(token).get("/v1/tokens").expect(200);
      daemon.http("x" + token).get("/v1/tokens").expect(401);
    }
  }

  @ParameterizedTest
  @CsvSource({"2048, 1000, 200", "2048, 4000, 431", "65536, 40000, 200", "65536, 70000, 431"})
  void headers_may_be_as_large_as_configured(int limit, int sent, int status) {
    try (TestDaemon daemon =
            TestDaemon.start(data, Map.of("HOLDPOINT_LIMITS_HEADER_BYTES", "" + limit));
        Wire wire = connect(daemon)) {
      assertThat(wire.call("GET /healthz", "X: " + "x".repeat(sent)).status()).isEqualTo(status);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
      Hold.Example     | https://hold.example  | 401
      hold.example:443 | https://hold.example  | 401
      127.0.0.1        | https://hold.example  | 401
      127.0.0.1        | http://hold.example   | 403
      hold.example     | https://other.example | 403
      other.example    | https://hold.example  | 421
      """)
  void the_host_and_the_origin_of_the_public_url_are_ours(String host, String origin, int status) {
    try (TestDaemon daemon =
            TestDaemon.start(
                data, Map.of("HOLDPOINT_PUBLIC_URL", "https://Hold.example:443/inbox/"));
        Wire wire = connect(daemon)) {
      wire.send("POST /v1/sessions HTTP/1.1\r\nHost: " + host + "\r\nOrigin: " + origin);
      wire.send("\r\nContent-Length: 0\r\n\r\n");
      assertThat(wire.read().status()).isEqualTo(status);
    }
  }

  @Test
  void more_streams_than_the_machine_has_files_for_are_warned_of() {
    try (TestDaemon daemon =
        TestDaemon.start(data, Map.of("HOLDPOINT_LIMITS_OPEN_STREAMS", "1000000"))) {
      JsonNode status = daemon.http().get("/v1/status").expect(200).json();
      assertThat(status.at("/health/ok").asBoolean()).isFalse();
      assertThat(status.at("/health/warnings/0/code").asString()).isEqualTo("file_limit");
      assertThat(status.at("/health/warnings/0/message").asString()).contains("1000000");
      assertThat(status.at("/storage/ok").asBoolean()).isTrue();
    }
  }

  private static Wire connect(TestDaemon daemon) {
    return new Wire(daemon.http("none").address().getPort(), 0);
  }
}
