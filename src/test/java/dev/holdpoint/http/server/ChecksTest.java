package dev.holdpoint.http.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.api.endpoint.Endpoint.Access;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ChecksTest {
  private TestServer server;

  @BeforeAll
  void start() {
    Handler who = call -> Reply.json(200, call.caller());
    server =
        TestServer.with()
            .open("GET", "/open", _ -> Reply.json(200, "open"))
            .open("POST", "/open", call -> Reply.json(200, new String(call.body(), UTF_8)))
            .on("GET", "/read", Access.READ, who)
            .on("POST", "/work", Access.WORK, who)
            .on("POST", "/decide", Access.DECIDE, who)
            .on("POST", "/admin", Access.ADMIN, who)
            .settings(s -> s.allowing(List.of("ops.example"), List.of("https://page.example")))
            .start();
  }

  @AfterAll
  void stop() {
    server.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
      localhost              | 200
      LocalHost:4747         | 200
      localhost.             | 200
      127.0.0.1              | 200
      127.8.9.10:80          | 200
      [::1]:4747             | 200
      ops.example            | 200
      ops.example:8443       | 200
      evil.example           | 421
      evil.example:4747      | 421
      localhost.evil.example | 421
      127.0.0.1.evil.example | 421
      ops.example.evil       | 421
      10.0.0.7               | 421
      """)
  void only_our_own_names_are_answered(String host, int status) {
    try (var wire = server.connect()) {
      wire.send("GET /open HTTP/1.1\r\nHost: " + host + "\r\n\r\n");
      var response = wire.read();
      assertThat(response.status()).isEqualTo(status);
      if (status == 421) {
        assertThat(response.body()).contains("\"code\":\"foreign_host\"", "\"domain\":\"auth\"");
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
      http://localhost:4747    | 200
      HTTP://LOCALHOST:4747    | 200
      https://page.example     | 200
      http://localhost         | 403
      http://localhost:4748    | 403
      https://evil.example     | 403
      null                     | 403
      localhost:4747           | 403
      http://localhost:4747@e  | 403
      """)
  void a_page_of_another_site_changes_nothing(String origin, int status) {
    try (var wire = server.connect()) {
      wire.send("POST /open HTTP/1.1\r\nHost: localhost:4747\r\nOrigin: " + origin);
      wire.send("\r\nContent-Length: 0\r\n\r\n");
      var response = wire.read();
      assertThat(response.status()).isEqualTo(status);
      if (status == 403) {
        assertThat(response.body()).contains("foreign_origin");
      }
    }
  }

  @Test
  void reading_needs_no_origin() {
    try (var wire = server.connect()) {
      assertThat(wire.call("GET /open", "Origin: https://evil.example").status()).isEqualTo(200);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
      GET /read    | viewer   | 200
      GET /read    | agent    | 200
      POST /work   | viewer   | 403
      POST /work   | agent    | 200
      POST /decide | agent    | 403
      POST /decide | operator | 200
      POST /admin  | operator | 403
      POST /admin  | admin    | 200
      POST /admin  | nobody   | 401
      """)
  void a_role_reaches_what_is_listed_for_it(String line, String token, int status) {
    try (var wire = server.connect()) {
      var response = wire.call(line, "Authorization: Bearer " + token, "Content-Length: 0");
      assertThat(response.status()).isEqualTo(status);
      if (status == 401) {
        assertThat(response.header("www-authenticate")).isEqualTo("Bearer");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "X: y",
        "Authorization: admin",
        "Authorization: Basic admin",
        "Authorization: Bearer",
        "Authorization: Bearer ",
        "Authorization: Bearer admin admin",
        "Authorization: Bearer ädmin",
        "Authorization: Bearer admin\r\nAuthorization: Bearer admin"
      })
  void a_missing_or_malformed_token_is_401(String header) {
    try (var wire = server.connect()) {
      assertThat(wire.call("GET /read", header).status()).isEqualTo(401);
    }
  }

  @Test
  void who_may_not_is_told_in_words_what_and_who_may() {
    try (var wire = server.connect()) {
      assertThat(wire.call("POST /decide", "Authorization: Bearer agent").body())
          .contains(
              "\"detail\":\"A token of role agent may not POST /decide; use one of role admin or"
                  + " operator.\"");
    }
  }

  @ParameterizedTest
  @CsvSource({"identity, 200", "Identity, 200", "gzip, 415", "br, 415", "'gzip, identity', 415"})
  void a_body_must_come_as_it_is(String encoding, int status) {
    try (var wire = server.connect()) {
      assertThat(wire.post("/open", "{}", "Content-Encoding: " + encoding).status())
          .isEqualTo(status);
    }
  }

  @Test
  void an_unknown_path_and_a_wrong_method_need_no_token() {
    try (var wire = server.connect()) {
      assertThat(wire.call("GET /nowhere").status()).isEqualTo(404);
      assertThat(wire.call("GET /admin").status()).isEqualTo(405);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
      application/json                    | 200
      Application/JSON; charset=UTF-8     | 200
      application/json;charset="utf-8"    | 200
      application/json; charset=latin1    | 415
      application/json; boundary=x        | 415
      application/jsonp                   | 415
      text/plain                          | 415
      application/x-www-form-urlencoded   | 415
      """)
  void a_body_must_be_json(String type, int status) {
    try (var wire = server.connect()) {
      var response =
          wire.call("POST /open", "Content-Type: " + type, "Content-Length: 2\r\n\r\n{}");
      assertThat(response.status()).isEqualTo(status);
    }
  }

  @Test
  void a_body_without_a_type_is_415_and_no_body_needs_none() {
    try (var wire = server.connect()) {
      assertThat(wire.call("POST /open", "Content-Length: 0").status()).isEqualTo(200);
      assertThat(wire.call("POST /open").status()).isEqualTo(200);
    }
    try (var wire = server.connect()) {
      assertThat(wire.call("POST /open", "Content-Length: 2\r\n\r\n{}").status()).isEqualTo(415);
    }
  }

  @Test
  void a_good_request_id_is_echoed_and_a_bad_one_replaced() {
    try (var wire = server.connect()) {
      assertThat(wire.call("GET /open", "X-Request-Id: a.B-9_").header("x-request-id"))
          .isEqualTo("a.B-9_");
      assertThat(wire.call("GET /nowhere", "X-Request-Id: mine").body())
          .contains("\"request_id\":\"mine\"");
      assertThat(wire.call("GET /open", "X-Request-Id: a b").header("x-request-id"))
          .startsWith("req_");
      assertThat(wire.call("GET /open", "X-Request-Id: " + "x".repeat(129)).header("x-request-id"))
          .startsWith("req_");
    }
  }
}
