package dev.holdpoint.http.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.api.endpoint.Endpoint.Access;
import java.util.ArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** PF-80: bodies of callers whom nobody knows. */
class AnonymousBodyTest {
  private static final int LIMIT = 16 << 10;
  private static final String BEARER = "Authorization: Bearer operator";

  private final TestServer server =
      TestServer.with()
          .open("POST", "/open", call -> Reply.json(200, "got " + call.body().length))
          .on("POST", "/known", Access.WORK, call -> Reply.json(200, "got " + call.body().length))
          .start();

  @AfterEach
  void stop() {
    server.close();
  }

  private static String head(String path, String length) {
    return "POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n%s\r\n\r\n"
        .formatted(path, length);
  }

  @Test
  void one_up_to_the_limit_is_taken_and_one_byte_more_is_413() {
    try (var wire = server.connect()) {
      assertThat(wire.post("/open", "x".repeat(LIMIT)).body()).isEqualTo("got " + LIMIT);
      assertThat(wire.post("/known", "x".repeat(LIMIT + 1), BEARER).body())
          .isEqualTo("got " + (LIMIT + 1));
      // Announced, it is refused before a byte of it was sent.
      wire.send(head("/open", "Content-Length: " + (LIMIT + 1)));
      var response = wire.read();
      assertThat(response.status()).isEqualTo(413);
      assertThat(response.body()).contains("maximum of " + LIMIT + " bytes");
    }
    try (var wire = server.connect()) {
      String chunk = Integer.toHexString(LIMIT) + "\r\n" + "x".repeat(LIMIT) + "\r\n";
      wire.send(head("/open", "Transfer-Encoding: chunked") + chunk + "1\r\nx\r\n");
      assertThat(wire.read().status()).isEqualTo(413);
    }
    try (var wire = server.connect()) {
      wire.send(head("/open", "Content-Length: " + (LIMIT + 1) + "\r\n" + BEARER));
      assertThat(wire.read().status()).isEqualTo(413);
    }
  }

  @Test
  void a_thousand_large_ones_at_once_are_413_and_nobody_else_is_refused() {
    var callers = new ArrayList<Wire>();
    try (var known = server.connect()) {
      for (int i = 0; i < 1_000; i++) {
        var wire = server.connect();
        callers.add(wire);
        wire.send(
            i % 2 == 0
                ? head("/open", "Content-Length: " + (16 << 20))
                // Half of them keep what they may have, and the rest is on its way.
                : head("/open", "Transfer-Encoding: chunked")
                    + Integer.toHexString(16 << 20)
                    + "\r\n"
                    + "x".repeat(LIMIT));
      }
      for (int i = 0; i < 10; i++) {
        assertThat(known.post("/known", "x".repeat(1 << 20), BEARER).status()).isEqualTo(200);
      }
      for (int i = 0; i < callers.size(); i++) {
        if (i % 2 != 0) {
          callers.get(i).send("x");
        }
        assertThat(callers.get(i).read().status()).isEqualTo(413);
      }
    } finally {
      callers.forEach(Wire::close);
    }
  }
}
