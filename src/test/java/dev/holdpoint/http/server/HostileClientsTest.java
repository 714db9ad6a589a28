package dev.holdpoint.http.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostileClientsTest {
  private static final int LIMIT = 100_000;
  private TestServer server =
      TestServer.with()
          .open("GET", "/x", _ -> Reply.json(200, "x"))
          .open("POST", "/x", call -> Reply.json(200, "got " + call.body().length))
          .settings(s -> s.limits(LIMIT, s.maxConnections(), s.maxStreams()).anonymous(LIMIT))
          .start();

  @AfterEach
  void stop() {
    server.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
      GET /x HTTP/1.1\\r\\n\\r\\n                                              | 400
      GET /x HTTP/1.1\\r\\nHost: localhost\\r\\nHost: localhost\\r\\n\\r\\n    | 400
      GET /x HTTP/1.1\\r\\nHost: a b\\r\\n\\r\\n                               | 400
      GET /x HTTP/9.9\\r\\nHost: localhost\\r\\n\\r\\n                         | 400
      G@T /x HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n                         | 400
      GET\\r\\n\\r\\n                                                          | 400
      GET /x\\0 HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n                  | 400
      GET http://evil/x HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n              | 400
      GET /x HTTP/1.1\\r\\nHost: localhost\\r\\nA b: c\\r\\n\\r\\n             | 400
      GET /x HTTP/1.1\\r\\nHost: localhost\\r\\nA: b\\0\\r\\n\\r\\n        | 400
      GET /x HTTP/1.1\\r\\nHost: localhost\\r\\nA: b\\r\\n c\\r\\n\\r\\n       | 400
      POST /x HTTP/1.1\\r\\nHost: localhost\\r\\nContent-Length: -1\\r\\n\\r\\n | 400
      POST /x HTTP/1.1\\r\\nHost: localhost\\r\\nContent-Length: 1\\r\\nContent-Length: 2\\r\\n\\r\\nab | 400
      POST /x HTTP/1.1\\r\\nHost: localhost\\r\\nContent-Length: 5\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n0\\r\\n\\r\\n | 400
      POST /x HTTP/1.1\\r\\nHost: localhost\\r\\nTransfer-Encoding: gzip\\r\\n\\r\\n | 400
      POST /x HTTP/1.1\\r\\nHost: localhost\\r\\nContent-Type: application/json\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\nzz\\r\\n | 400
      """)
  void what_is_not_http_gets_a_problem(String raw, int status) {
    try (var wire = server.connect()) {
      wire.send(raw.translateEscapes());
      var response = wire.read();
      assertThat(response.status()).isEqualTo(status);
      assertThat(response.header("content-type")).isEqualTo("application/problem+json");
      assertThat(response.header("x-request-id")).isNotEmpty();
      assertThat(response.header("server")).isNull();
      assertThat(response.body()).startsWith("{\"type\":\"urn:holdpoint:problem:");
    }
  }

  @Test
  void a_header_bomb_is_431() {
    try (var wire = server.connect()) {
      wire.send("GET /x HTTP/1.1\r\nHost: localhost\r\nA: " + "a".repeat(40_000) + "\r\n\r\n");
      var response = wire.read();
      assertThat(response.status()).isEqualTo(431);
      assertThat(response.body()).contains("headers_too_large");
    }
    try (var wire = server.connect()) {
      wire.send("GET /x?" + "a".repeat(40_000) + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
      assertThat(wire.read().status()).isEqualTo(431);
    }
  }

  @Test
  void a_body_up_to_the_limit_is_taken() {
    try (var wire = server.connect()) {
      assertThat(wire.post("/x", "x".repeat(LIMIT)).body()).isEqualTo("got " + LIMIT);
      assertThat(wire.post("/x", "x").body()).isEqualTo("got 1");
    }
  }

  @Test
  void a_body_announced_as_too_large_is_413_before_a_byte_of_it_is_sent() {
    try (var wire = server.connect()) {
      var response =
          wire.call("POST /x", "Content-Type: application/json", "Content-Length: 99999999999");
      assertThat(response.status()).isEqualTo(413);
      assertThat(response.header("connection")).isEqualTo("close");
      assertThat(response.body()).contains("payload_too_large");
    }
  }

  @Test
  void a_chunked_body_is_413_as_soon_as_it_is_too_large() {
    try (var wire = server.connect()) {
      wire.send("POST /x HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n");
      wire.send("Transfer-Encoding: chunked\r\n\r\n");
      String chunk = Integer.toHexString(LIMIT / 2) + "\r\n" + "x".repeat(LIMIT / 2) + "\r\n";
      wire.send(chunk + chunk + "1\r\nx\r\n");
      assertThat(wire.read().status()).isEqualTo(413);
    }
  }

  @Test
  void half_sent_requests_from_300_sockets_stop_nobody() {
    var halves = new ArrayList<Wire>();
    try {
      for (int i = 0; i < 300; i++) {
        var wire = server.connect();
        halves.add(wire);
        wire.send("POST /x HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n");
        if (i % 2 == 0) {
          wire.send("Content-Length: 90000\r\n\r\n{");
        }
      }
      try (var wire = server.connect()) {
        for (int i = 0; i < 100; i++) {
          assertThat(wire.post("/x", "{}").status()).isEqualTo(200);
        }
      }
      halves.getFirst().send("x".repeat(89_999));
      assertThat(halves.getFirst().read().body()).isEqualTo("got 90000");
    } finally {
      halves.forEach(Wire::close);
    }
  }

  @Test
  void a_body_that_stops_arriving_is_given_up() {
    server.close();
    server =
        TestServer.with()
            .open("POST", "/x", _ -> Reply.json(200, "x"))
            .settings(
                s ->
                    s.timeouts(
                        Duration.ofMillis(200), Duration.ofSeconds(9), Duration.ofSeconds(1)))
            .start();
    persistently(
        wire -> {
          wire.send(
              "POST /x HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                  + "Content-Length: 9\r\n\r\n{");
          var response = wire.read();
          assertThat(response.status()).isEqualTo(400);
          assertThat(response.body()).contains("did not arrive in time");
          assertThat(wire.isClosed()).isTrue();
        });
  }

  /**
   * On a busy machine a connection may be let go for its silence before anything was sent over it.
   */
  private void persistently(Consumer<Wire> client) {
    await()
        .atMost(Duration.ofSeconds(30))
        .ignoreExceptions()
        .untilAsserted(
            () -> {
              try (var wire = server.connect()) {
                client.accept(wire);
              }
            });
  }

  @Test
  void a_body_that_drips_is_given_up() {
    server.close();
    server =
        TestServer.with()
            .open("POST", "/x", _ -> Reply.json(200, "x"))
            .settings(s -> s.timeouts(Duration.ofSeconds(9), Duration.ZERO, Duration.ofSeconds(1)))
            .start();
    try (var wire = server.connect()) {
      wire.send("POST /x HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n");
      wire.send("Content-Length: 9\r\n\r\n{");
      assertThat(wire.read().body()).contains("did not arrive in time");
    }
  }

  @Test
  void a_handler_may_wait_longer_than_a_connection_may_be_silent() {
    server.close();
    var silence = new CountDownLatch(1);
    server =
        TestServer.with()
            .open(
                "GET",
                "/wait",
                _ -> {
                  assertThat(silence.await(600, TimeUnit.MILLISECONDS)).isFalse();
                  return Reply.json(200, "waited");
                })
            .settings(
                s ->
                    s.timeouts(
                        Duration.ofMillis(150), Duration.ofSeconds(9), Duration.ofSeconds(1)))
            .start();
    persistently(wire -> assertThat(wire.call("GET /wait").body()).isEqualTo("waited"));
  }

  @Test
  void handlers_that_wait_stop_nobody() {
    server.close();
    var decided = new CountDownLatch(1);
    server =
        TestServer.with()
            .open("GET", "/x", _ -> Reply.json(200, "x"))
            .open(
                "GET",
                "/wait",
                _ -> {
                  decided.await();
                  return Reply.json(200, "decided");
                })
            .start();
    var waiting = new ArrayList<Wire>();
    try (var wire = server.connect()) {
      for (int i = 0; i < 400; i++) {
        waiting.add(server.connect());
        waiting.getLast().send("GET /wait HTTP/1.1\r\nHost: localhost\r\n\r\n");
      }
      assertThat(wire.call("GET /x").body()).isEqualTo("x");
      decided.countDown();
      assertThat(waiting).allSatisfy(each -> assertThat(each.read().body()).isEqualTo("decided"));
    } finally {
      waiting.forEach(Wire::close);
    }
  }

  @Test
  void a_stop_lets_a_request_finish_and_refuses_the_next() throws Exception {
    server.close();
    var begun = new CountDownLatch(1);
    var decided = new CountDownLatch(1);
    server =
        TestServer.with()
            .open("GET", "/x", _ -> Reply.json(200, "x"))
            .open(
                "GET",
                "/wait",
                _ -> {
                  begun.countDown();
                  decided.await();
                  return Reply.json(200, "decided");
                })
            // It waits for as long as the test may take.
            .settings(
                s ->
                    s.timeouts(
                        Duration.ofSeconds(30), Duration.ofSeconds(30), Duration.ofSeconds(30)))
            .start();
    try (var wire = server.connect();
        var first = server.connect();
        var second = server.connect()) {
      assertThat(first.call("GET /x").status()).isEqualTo(200);
      assertThat(second.call("GET /x").status()).isEqualTo(200);
      wire.send("GET /wait HTTP/1.1\r\nHost: localhost\r\n\r\n");
      begun.await();
      var stopping = Thread.ofVirtual().start(server::close);
      var asked = first.call("GET /x");
      while (asked.status() == 200) {
        // An answer that was begun before the stop may be the last of its connection.
        var next = "close".equals(asked.header("connection")) ? second : first;
        asked = next.call("GET /x");
      }
      assertThat(asked.status()).isEqualTo(503);
      assertThat(asked.header("connection")).isEqualTo("close");
      decided.countDown();
      assertThat(wire.read().body()).isEqualTo("decided");
      stopping.join();
    }
  }

  @Test
  void pipelined_requests_are_answered_in_order() {
    try (var wire = server.connect()) {
      wire.send(
          "GET /x HTTP/1.1\r\nHost: localhost\r\n\r\nGET /y HTTP/1.1\r\nHost: localhost\r\n\r\n");
      assertThat(wire.read().status()).isEqualTo(200);
      assertThat(wire.read().status()).isEqualTo(404);
    }
  }

  @Test
  void a_body_on_get_is_ignored() {
    try (var wire = server.connect()) {
      assertThat(wire.call("GET /x", "Content-Length: 3\r\n\r\nabc").body()).isEqualTo("x");
      assertThat(wire.call("GET /x").body()).isEqualTo("x");
    }
  }
}
