package dev.holdpoint.http.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdpoint.api.endpoint.Endpoint.Access;
import dev.holdpoint.api.endpoint.Endpoint.Method;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RoutingTest {
  private TestServer server;

  @BeforeAll
  void start() {
    server =
        TestServer.with()
            .open("GET", "/", _ -> Reply.json(200, "root"))
            .open("GET", "/v1/runs/{run_id}", call -> Reply.json(200, "run " + call.path("run_id")))
            .open("POST", "/v1/runs/prune", _ -> Reply.json(200, "prune"))
            .open(
                "POST", "/v1/runs/{run_id}/approvals", call -> Reply.json(202, call.path("run_id")))
            .open("DELETE", "/v1/runs/{run_id}", _ -> Reply.empty(204))
            .open(
                "GET",
                "/v1/sessions/{a}/runs/{b}",
                call -> Reply.json(200, call.path("a") + "+" + call.path("b")))
            .open("GET", "/ui/{file...}", call -> Reply.text(200, "text/plain", call.path("file")))
            .open(
                "GET",
                "/q",
                call ->
                    Reply.json(
                        200,
                        call.queries("x")
                            + " "
                            + call.flag("page")
                            + " "
                            + call.intQuery("n", 7, 1, 9)))
            .start();
  }

  @AfterAll
  void stop() {
    server.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
      GET  | /                                   | 200 | root
      GET  | /v1/runs/run_1                      | 200 | run run_1
      GET  | /v1/runs/a%20b                      | 200 | run a b
      GET  | /v1/runs/a+b                        | 200 | run a+b
      GET  | /v1/runs/a;b=c                      | 200 | run a;b=c
      GET  | /v1/runs/%25                        | 200 | run %
      GET  | /v1/runs/%252e%252e                 | 200 | run %2e%2e
      GET  | /v1/runs/%C3%A9                     | 200 | run é
      GET  | /v1/%72uns/x                        | 200 | run x
      POST | /v1/runs/prune                      | 200 | prune
      POST | /v1/runs/prune/approvals            | 202 | prune
      GET  | /v1/sessions/1/runs/2               | 200 | 1+2
      GET  | /ui/a/b.js                          | 200 | a/b.js
      GET  | /q?x=1&x=%26%20+&page=true&n=9      | 200 | [1, &  ] true 9
      GET  | /q?&&                               | 200 | [] false 7
      GET  | /v1/runs/                           | 404 | "route_not_found"
      GET  | /v1/runs/x/                         | 404 | "route_not_found"
      GET  | /v1//runs/x                         | 404 | "route_not_found"
      GET  | //v1/runs/x                         | 404 | "route_not_found"
      GET  | /v1/runs/..                         | 404 | "route_not_found"
      GET  | /v1/runs/.                          | 404 | "route_not_found"
      GET  | /v1/runs/%2e%2e                     | 404 | "route_not_found"
      GET  | /v1/runs/%2E.                       | 404 | "route_not_found"
      GET  | /v1/x/../runs/y                     | 404 | "route_not_found"
      GET  | /v1/runs/a%2Fb                      | 404 | "route_not_found"
      GET  | /v1/runs/..%2f..                    | 404 | "route_not_found"
      GET  | /v1/runs/a%5cb                      | 404 | "route_not_found"
      GET  | /v1/runs/a%00                       | 400 | "invalid_request"
      GET  | /ui/../v1/runs/x                    | 404 | "route_not_found"
      GET  | /ui/a/%2e%2e/b                      | 404 | "route_not_found"
      GET  | /ui/                                | 404 | "route_not_found"
      GET  | /ui                                 | 404 | "route_not_found"
      GET  | /V1/runs/x                          | 404 | "route_not_found"
      GET  | /v1/runs/%                          | 400 | "invalid_request"
      GET  | /v1/runs/%4                         | 400 | "invalid_request"
      GET  | /v1/runs/%zz                        | 400 | "invalid_request"
      GET  | /v1/runs/%ff                        | 400 | "invalid_request"
      GET  | /v1/runs/%c0%ae                     | 400 | "invalid_request"
      GET  | /q?x=%ff                            | 400 | "invalid_request"
      GET  | /q?x=%00                            | 400 | parameter x
      GET  | /q?other=a%00b                      | 400 | parameter other
      GET  | /q?page=yes                         | 400 | parameter page
      GET  | /q?page=true&page=true              | 400 | parameter page
      GET  | /q?n=0                              | 400 | parameter n
      GET  | /q?n=10                             | 400 | parameter n
      GET  | /q?n=%2B5                           | 400 | parameter n
      GET  | /q?n=                               | 400 | parameter n
      GET  | /q?n=-                              | 400 | parameter n
      GET  | /q?n=9999999999999999999            | 400 | parameter n
      GET  | *                                   | 400 | "invalid_request"
      """)
  void a_path_finds_its_endpoint_or_a_problem(String method, String path, int status, String body) {
    try (var wire = server.connect()) {
      var response = wire.call(method + " " + path);
      assertThat(response.status()).as(response.body()).isEqualTo(status);
      assertThat(response.body()).contains(body);
      assertThat(response.header("content-type"))
          .isEqualTo(
              status >= 400
                  ? "application/problem+json"
                  : path.startsWith("/ui") ? "text/plain" : "application/json");
      assertThat(response.header("x-request-id")).matches("req_[0-9A-HJKMNP-TV-Z]{26}");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
      POST    | /v1/runs/x            | GET, HEAD, DELETE
      PUT     | /v1/runs/x            | GET, HEAD, DELETE
      TRACE   | /v1/runs/x            | GET, HEAD, DELETE
      BREW    | /v1/runs/x            | GET, HEAD, DELETE
      get     | /v1/runs/x            | GET, HEAD, DELETE
      GET     | /v1/runs/prune        | POST
      HEAD    | /v1/runs/x/approvals  | POST
      """)
  void a_wrong_method_is_405_and_tells_the_right_ones(String method, String path, String allow) {
    try (var wire = server.connect()) {
      var response = wire.call(method + " " + path);
      assertThat(response.status()).isEqualTo(405);
      assertThat(response.header("allow")).isEqualTo(allow);
      assertThat(response.headers().keySet()).noneMatch(name -> name.startsWith("access-control"));
    }
  }

  @Test
  void head_answers_as_get_without_the_body() {
    try (var wire = server.connect()) {
      var head = wire.call("HEAD /v1/runs/abc");
      var get = wire.call("GET /v1/runs/abc");
      assertThat(head.status()).isEqualTo(200);
      assertThat(head.header("content-length"))
          .isEqualTo("7")
          .isEqualTo(get.header("content-length"));
      assertThat(get.body()).isEqualTo("run abc");
    }
  }

  @Test
  void an_empty_reply_has_no_body_and_keeps_the_connection() {
    try (var wire = server.connect()) {
      assertThat(wire.call("DELETE /v1/runs/abc").status()).isEqualTo(204);
      assertThat(wire.call("GET /").status()).isEqualTo(200);
    }
  }

  @Test
  void a_missing_a_spare_or_a_doubled_handler_is_refused() {
    var endpoint = TestServer.endpoint("a", Method.GET, "/a", Access.OPEN);
    var same = TestServer.endpoint("b", Method.GET, "/a", Access.OPEN);
    Handler handler = _ -> Reply.empty(204);
    assertThatThrownBy(() -> new Router(List.of(endpoint), Map.of())).hasMessageContaining("a");
    assertThatThrownBy(() -> new Router(List.of(), Map.of("spare", handler)))
        .hasMessageContaining("spare");
    assertThatThrownBy(
            () -> new Router(List.of(endpoint, same), Map.of("a", handler, "b", handler)))
        .hasMessageContaining("GET /a");
  }
}
