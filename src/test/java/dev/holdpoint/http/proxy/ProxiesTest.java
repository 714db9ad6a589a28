package dev.holdpoint.http.proxy;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.http.server.Handler;
import dev.holdpoint.http.server.Reply;
import dev.holdpoint.http.server.TestServer;
import dev.holdpoint.http.server.Wire;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A proxy is a socket that sends what it is told to. In the tables, '^' begins another line. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ProxiesTest {
  private TestServer trusting;
  private TestServer wary;

  @BeforeAll
  void start() {
    trusting = server("127.0.0.0/8", "10.0.0.0/8", "fd00::/8");
    wary = server("10.0.0.0/8");
  }

  private static TestServer server(String... proxies) {
    List<AddressBlock> blocks =
        Stream.of(proxies).map(one -> requireNonNull(AddressBlock.parse(one))).toList();
    Handler seen = call -> Reply.json(200, call.origin() + (call.isLocal() ? " local" : " far"));
    return TestServer.with()
        .open("GET", "/seen", seen)
        .open("POST", "/seen", seen)
        .open("GET", "/from", call -> Reply.json(200, requireNonNull(call.from().address())))
        .settings(s -> s.allowing(List.of("ops.example"), List.of()).behind(new Proxies(blocks)))
        .start();
  }

  @AfterAll
  void stop() {
    trusting.close();
    wary.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
      X: none                                                                     | http://localhost local
      X-Forwarded-For: 203.0.113.9                                                | http://localhost far
      X-Forwarded-For: 203.0.113.9^X-Forwarded-Proto: https                       | https://localhost far
      X-Forwarded-For: 203.0.113.9^X-Forwarded-Host: ops.example                  | http://ops.example far
      X-Forwarded-Proto: https^X-Forwarded-Host: ops.example^X-Forwarded-Port: 443  | https://ops.example far
      X-Forwarded-Proto: https^X-Forwarded-Host: ops.example^X-Forwarded-Port: 8443 | https://ops.example:8443 far
      X-Forwarded-Proto: HTTPS^X-Forwarded-Host: ops.example:9^X-Forwarded-Port: 1  | https://ops.example:9 far
      X-Forwarded-For: 127.0.0.1                                                  | http://localhost local
      X-Forwarded-For: 127.0.0.1, 203.0.113.9                                     | http://localhost far
      X-Forwarded-For: 127.0.0.1^X-Forwarded-For: 203.0.113.9                     | http://localhost far
      X-Forwarded-For: 127.0.0.1, 10.1.2.3                                        | http://localhost far
      X-Forwarded-For: unknown                                                    | http://localhost far
      X-Forwarded-For: 2001:db8::1                                                | http://localhost far
      X-Forwarded-For: [2001:db8::1]:443, 10.0.0.1:80                             | http://localhost far
      X-Forwarded-For: 9.9.9.9, 10.0.0.1^X-Forwarded-Proto: https, http           | https://localhost far
      X-Forwarded-For: 8.8.8.8, 9.9.9.9^X-Forwarded-Proto: https, http            | http://localhost far
      X-Forwarded-For: 8.8.8.8, 9.9.9.9^X-Forwarded-Proto: https                  | https://localhost far
      Forwarded: for=203.0.113.9;proto=https;host=ops.example                     | https://ops.example far
      Forwarded: For="[2001:db8::1]:47";Proto=https;By=10.0.0.1                   | https://localhost far
      Forwarded: for=9.9.9.9;proto=https;host="ops.example:8443", for="10.0.0.1:5";proto=http;host=inner | https://ops.example:8443 far
      Forwarded: for=8.8.8.8;proto=https;host=evil.example, for=9.9.9.9           | http://localhost far
      Forwarded: for=8.8.8.8;proto=https^Forwarded: for=9.9.9.9;proto=http        | http://localhost far
      Forwarded: for=_hidden;proto=https                                          | https://localhost far
      Forwarded: for=8.8.8.8;proto=https, for=unknown                             | http://localhost far
      Forwarded: for=127.0.0.1                                                    | http://localhost local
      Forwarded: proto=https                                                      | https://localhost far
      Forwarded: for=9.9.9.9;proto=https^X-Forwarded-For: 9.9.9.9^X-Forwarded-Proto: https | https://localhost far
      """)
  void what_a_trusted_proxy_tells_is_believed(String headers, String seen) {
    assertThat(seen(trusting, headers)).isEqualTo("200 " + seen);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
      X-Forwarded-For: 203.0.113.9^X-Forwarded-Proto: https^X-Forwarded-Host: ops.example
      X-Forwarded-For: 10.0.0.1, 10.0.0.2
      Forwarded: for=203.0.113.9;proto=https;host=ops.example
      Forwarded: for=10.0.0.1;host=evil.example
      Forwarded: ((((
      X-Forwarded-Proto: gopher
      """)
  void what_anybody_else_tells_changes_nothing(String headers) {
    assertThat(seen(wary, headers)).isEqualTo("200 http://localhost local");
  }

  // PF-68: failures are counted for the address that is told here.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
      X: none                                                          | /127.0.0.1   | /127.0.0.1
      X-Forwarded-For: 203.0.113.9                                     | /203.0.113.9 | /127.0.0.1
      X-Forwarded-For: 8.8.8.8, 203.0.113.9                            | /203.0.113.9 | /127.0.0.1
      X-Forwarded-For: 8.8.8.8, 9.9.9.9, 10.0.0.1                      | /9.9.9.9     | /127.0.0.1
      X-Forwarded-For: unknown                                         | /127.0.0.1   | /127.0.0.1
      X-Forwarded-Proto: https                                         | /127.0.0.1   | /127.0.0.1
      Forwarded: for=9.9.9.9                                           | /9.9.9.9     | /127.0.0.1
      Forwarded: for="[2001:db8::1]:47"                                | /2001:db8:0:0:0:0:0:1 | /127.0.0.1
      Forwarded: for=9.9.9.9^X-Forwarded-For: 9.9.9.9                  | /9.9.9.9     | /127.0.0.1
      Forwarded: for=9.9.9.9;proto=https^X-Forwarded-Proto: https      | /127.0.0.1   | /127.0.0.1
      Forwarded: proto=https^X-Forwarded-For: 9.9.9.9^X-Forwarded-Proto: https | /127.0.0.1 | /127.0.0.1
      """)
  void the_address_is_what_a_trusted_proxy_tells_in_all_its_headers(
      String headers, String trusted, String untrusted) {
    assertThat(at("/from", trusting, headers)).isEqualTo("200 " + trusted);
    assertThat(at("/from", wary, headers)).isEqualTo("200 " + untrusted);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
      X-Forwarded-For: somebody
      X-Forwarded-For: 10.0.0.256
      X-Forwarded-For: 9.9.9.9,
      X-Forwarded-For: 9.9.9.9, , 10.0.0.1
      X-Forwarded-For: fe80::1%eth0
      X-Forwarded-For: 9.9.9.9; drop
      X-Forwarded-Proto: gopher
      X-Forwarded-Host: ops.example/path
      X-Forwarded-Host: user@ops.example
      X-Forwarded-Host: ops.example^X-Forwarded-Port: many
      Forwarded: for
      Forwarded: for=
      Forwarded: ((((
      Forwarded: for="9.9.9.9
      Forwarded: for=9.9.9.9;for=8.8.8.8
      Forwarded: for=9.9.9.9;proto=ftp
      Forwarded: for=9.9.9.9 proto=https
      Forwarded: for=9.9.9.9;proto=https^X-Forwarded-For: 9.9.9.9
      Forwarded: for=9.9.9.9^X-Forwarded-For: 8.8.8.8
      """)
  void a_word_of_a_trusted_proxy_that_makes_no_sense_is_refused(String headers) {
    assertThat(seen(trusting, headers)).startsWith("400 ").contains("invalid_request");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
      ops.example  | https://ops.example      | 200
      ops.example  | https://OPS.example:443  | 200
      ops.example  | http://ops.example       | 403
      ops.example  | https://evil.example     | 403
      evil.example | https://evil.example     | 421
      """)
  void host_and_origin_are_checked_as_the_caller_wrote_them(
      String host, String origin, int status) {
    String headers =
        "X-Forwarded-For: 9.9.9.9^X-Forwarded-Proto: https^X-Forwarded-Host: %s^Origin: %s"
            .formatted(host, origin);
    try (Wire wire = trusting.connect()) {
      assertThat(wire.post("/seen", "{}", headers.split("\\^", -1)).status()).isEqualTo(status);
    }
    try (Wire wire = wary.connect()) {
      assertThat(wire.post("/seen", "{}", headers.split("\\^", -1)).status()).isEqualTo(403);
    }
  }

  private static String seen(TestServer server, String headers) {
    return at("/seen", server, headers);
  }

  private static String at(String path, TestServer server, String headers) {
    try (Wire wire = server.connect()) {
      Wire.Response response = wire.call("GET " + path, headers.split("\\^", -1));
      return response.status() + " " + response.body();
    }
  }

  @Test
  void a_header_of_any_length_is_read_or_refused() {
    try (TestServer server = server("127.0.0.1");
        Wire wire = server.connect()) {
      assertThat(wire.call("GET /seen", "Forwarded: for=\"" + "a".repeat(7_000) + "\"").status())
          .isEqualTo(400);
    }
  }
}
