package dev.holdpoint.blackbox;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** What is no HTTP, or too much of it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class HostileWireIT {
  private static final String OPEN = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n";
  private static final int HALF_SENT = 300;

  private Fortress fortress;

  @BeforeAll
  void start(@TempDir Path folder) throws IOException {
    fortress = new Fortress(folder);
  }

  @AfterEach
  void nothing_has_moved() throws IOException {
    fortress.assertUnmoved();
  }

  @AfterAll
  void stop() throws IOException {
    fortress.close();
  }

  @Test
  void requests_that_are_not_http() throws IOException {
    Map<String, String> requests = new LinkedHashMap<>();
    requests.put("nothing but newlines", "\r\n".repeat(5_000));
    requests.put("NULs", "\0".repeat(5_000));
    requests.put(
        "a TLS hello",
        "\u0016\u0003\u0001\u0002\0\u0001\0\u0001\u00fc\u0003\u0003" + "x".repeat(600));
    requests.put("no version", "GET /healthz\r\n\r\n");
    requests.put("a version to come", "GET /healthz HTTP/9.9\r\nHost: localhost\r\n\r\n");
    requests.put("no host", "GET /healthz HTTP/1.1\r\n\r\n");
    requests.put("two hosts", OPEN + "Host: evil.example\r\n\r\n");
    requests.put("no path", "GET HTTP/1.1\r\nHost: localhost\r\n\r\n");
    requests.put("a space in the path", "GET /a b HTTP/1.1\r\nHost: localhost\r\n\r\n");
    requests.put("a header without a colon", OPEN + "nonsense\r\n\r\n");
    requests.put("a folded header", OPEN + "A: b\r\n c\r\n\r\n");
    requests.put("a space before the colon", OPEN + "Content-Length : 2\r\n\r\n{}");
    requests.put("a NUL in a header", OPEN + "A: b\0c\r\n\r\n");
    requests.put("two lengths", OPEN + "Content-Length: 1\r\nContent-Length: 2\r\n\r\n{}");
    requests.put("a negative length", OPEN + "Content-Length: -1\r\n\r\n");
    requests.put("a length beyond numbers", OPEN + "Content-Length: 99999999999999999999\r\n\r\n");
    requests.put(
        "both framings", OPEN + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n");
    requests.put("an unknown coding", OPEN + "Transfer-Encoding: gzip\r\n\r\nxx");
    requests.put(
        "HTTP/2 and then none", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + "garbage".repeat(100));
    for (Map.Entry<String, String> request : requests.entrySet()) {
      Fortress.assertRefused(closing(request.getValue()), request.getKey());
    }
  }

  @Test
  void chunks_that_do_not_add_up() throws IOException {
    String head =
        new String(
            fortress.head(
                "POST",
                "/v1/sessions",
                "Content-Type: application/json",
                "Transfer-Encoding: chunked"),
            ISO_8859_1);
    for (String body :
        List.of(
            "zz\r\n{}\r\n",
            "-1\r\n{}\r\n",
            "ffffffffffffffff\r\n{}",
            "2\r\n{}xx\r\n0\r\n\r\n",
            "\r\n\r\n")) {
      Fortress.assertRefused(closing(head + body), body);
    }
  }

  @Test
  void random_bytes() throws IOException {
    Random random = new Random(7);
    for (int i = 0; i < 200; i++) {
      byte[] noise = new byte[random.nextInt(1, 4_000)];
      random.nextBytes(noise);
      Fortress.assertRefused(closing(new String(noise, ISO_8859_1)), "noise " + i);
    }
  }

  /**
   * Closes its own side after sending, so that a server that waits for more sees that none comes.
   */
  private RawHttp.Answer closing(String request) throws IOException {
    try (Socket socket = fortress.raw.connect()) {
      try {
        socket.getOutputStream().write(request.getBytes(ISO_8859_1));
        socket.shutdownOutput();
      } catch (IOException e) {
        return RawHttp.Answer.CLOSED;
      }
      return fortress.raw.read(socket);
    }
  }

  @Test
  void header_bombs() throws IOException {
    byte[] start = OPEN.getBytes(ISO_8859_1);
    byte[] megabyte = "x".repeat(1 << 20).getBytes(ISO_8859_1);
    byte[][] oneHeader = new byte[18][];
    oneHeader[0] = start;
    oneHeader[1] = "Bomb: ".getBytes(ISO_8859_1);
    java.util.Arrays.fill(oneHeader, 2, 18, megabyte);
    Fortress.assertRefused(fortress.raw.send(oneHeader), "16 MB in one header");

    byte[] many = "A: b\r\n".repeat(50_000).getBytes(ISO_8859_1);
    Fortress.assertRefused(
        fortress.raw.send(start, many, "\r\n".getBytes(ISO_8859_1)), "50 000 headers");

    byte[] name = ("N".repeat(1 << 20) + ": x\r\n\r\n").getBytes(ISO_8859_1);
    Fortress.assertRefused(fortress.raw.send(start, name), "a name of a megabyte");
  }

  @Test
  void an_old_client_is_answered_or_told() throws IOException {
    RawHttp.Answer answer = fortress.raw.send("GET /healthz HTTP/1.0\r\nHost: localhost\r\n\r\n");
    assertThat(answer.status()).isEqualTo(200);
    Fortress.assertNoFault(fortress.raw.send("GET /healthz HTTP/1.0\r\n\r\n"), "no host");
  }

  @Test
  void pipelined_requests_are_answered_in_order() throws IOException {
    int requests = 50;
    StringBuilder all = new StringBuilder();
    for (int i = 0; i < requests; i++) {
      all.append(OPEN).append("X-Request-Id: pipelined-").append(i).append("\r\n\r\n");
    }
    try (Socket socket = fortress.raw.connect()) {
      socket.getOutputStream().write(all.toString().getBytes(ISO_8859_1));
      for (int i = 0; i < requests; i++) {
        RawHttp.Answer answer = fortress.raw.read(socket);
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("X-Request-Id")).isEqualTo("pipelined-" + i);
      }
    }
  }

  @Test
  void half_sent_requests_from_300_sockets_hold_nobody_up() throws IOException {
    List<Socket> halves = new ArrayList<>();
    try {
      for (int i = 0; i < HALF_SENT; i++) {
        Socket socket = fortress.raw.connect();
        halves.add(socket);
        socket
            .getOutputStream()
            .write(
                switch (i % 3) {
                  case 0 -> "POST /v1/sess".getBytes(ISO_8859_1);
                  case 1 -> OPEN.getBytes(ISO_8859_1);
                  default ->
                      fortress.head(
                          "POST",
                          "/v1/sessions",
                          "Content-Type: application/json",
                          "Content-Length: 1000000");
                });
      }
      long slowest = 0;
      for (int i = 0; i < 200; i++) {
        long began = System.nanoTime();
        fortress.http.get("/v1/runs").expect(200);
        slowest = Math.max(slowest, System.nanoTime() - began);
      }
      assertThat(Duration.ofNanos(slowest))
          .as("nobody waits until the daemon lets go of the halves, which takes 30 s")
          .isLessThan(Duration.ofSeconds(20));
    } finally {
      for (Socket socket : halves) {
        socket.close();
      }
    }
  }

  @Test
  void readers_that_hang_up_leave_nothing_behind() throws IOException {
    for (int i = 0; i < 200; i++) {
      try (Socket socket = fortress.raw.connect()) {
        socket.getOutputStream().write(fortress.head("GET", "/v1/events/stream?cursor=0"));
        if (i % 2 == 0) {
          assertThat(fortress.raw.read(socket).status()).isEqualTo(200);
        }
        socket.setSoLinger(true, 0);
      }
    }
    fortress.http.await("/v1/status", status -> status.path("streams").path("open").asInt() == 0);
  }
}
