package dev.holdpoint.http.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdpoint.http.tls.TlsFiles;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** PF-85: which request lines and headers are taken, over which protocol, and how slow. */
class HeadsTest {
  private static final Duration WITHIN = Duration.ofMillis(300);

  @TempDir Path folder = Path.of("");

  private static TestServer.Builder server() {
    return TestServer.with()
        .open("GET", "/x", _ -> Reply.json(200, "x"))
        .open("POST", "/x", call -> Reply.json(200, "got " + call.body().length));
  }

  private static TestServer hasty() {
    return server().settings(s -> s.headers(32 << 10, WITHIN)).start();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAARAAAAA",
        "Connection: Upgrade\r\nUpgrade: h2c",
        "Upgrade: h2c",
        "Connection: upgrade\r\nUpgrade: websocket"
      })
  void an_upgrade_is_ignored_and_answered_over_http_1(String headers) {
    try (var server = server().start();
        var wire = server.connect()) {
      for (int i = 0; i < 2; i++) {
        var response = wire.call("GET /x", headers);
        assertThat(response.status()).isEqualTo(200);
        assertThat(response.body()).isEqualTo("x");
        assertThat(response.header("upgrade")).isNull();
      }
    }
  }

  @Test
  void a_client_that_asks_for_an_upgrade_gets_its_answers_over_http_1() throws Exception {
    try (var server = server().start();
        var client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build()) {
      var uri = URI.create("http://localhost:" + server.port() + "/x");
      var response = client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
      assertThat(response.version()).isEqualTo(HttpClient.Version.HTTP_1_1);
      assertThat(response.body()).isEqualTo("x");
    }
  }

  @Test
  void http_2_is_spoken_to_a_client_that_knows() throws Exception {
    try (var server = server().start();
        var wire = Http2Wire.to(server).greet()) {
      wire.send(Http2Wire.frame(Http2Wire.HEADERS, 5, 1, Http2Wire.head(0x82)));
      assertThat(wire.next(Http2Wire.HEADERS)).as(":status 200").contains((byte) 0x88);
      assertThat(new String(wire.next(Http2Wire.DATA), UTF_8)).isEqualTo("x");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET /x HTTP/1.1\nHost: localhost\r\n\r\n",
        "GET /x HTTP/1.1\r\nHost: localhost\n\r\n",
        "GET /x HTTP/1.1\r\nHost: localhost\r\n\n",
        "GET /x HTTP/1.1\nHost: localhost\n\n",
        "GET /x HTTP/1.1\r\nHost: localhost\r\nA: b\nC: d\r\n\r\n",
        "GET /x HTTP/1.1\r\nHost: localhost\r\nConnection: close\nC: d\r\n\r\n",
        "\nGET /x HTTP/1.1\r\nHost: localhost\r\n\r\n"
      })
  void a_line_that_ends_in_lf_alone_is_400_and_closes(String raw) {
    try (var server = server().start();
        var wire = server.connect()) {
      wire.send(raw);
      var response = wire.read();
      assertThat(response.status()).isEqualTo(400);
      assertThat(response.header("content-type")).isEqualTo("application/problem+json");
      assertThat(wire.isClosed()).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"2\nab\r\n0\r\n\r\n", "2\r\nab\n0\r\n\r\n", "0\n\r\n", "0\r\nA: b\n\r\n"})
  void so_is_one_between_the_chunks_of_a_body(String chunks) {
    try (var server = server().start();
        var wire = server.connect()) {
      wire.send("POST /x HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n");
      wire.send("Transfer-Encoding: chunked\r\n\r\n" + chunks);
      assertThat(wire.read().status()).isEqualTo(400);
      assertThat(wire.isClosed()).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Transfer-Encoding: chunked",
        "Content-Length: 2\r\nTransfer-Encoding: chunked",
        "Transfer-Encoding: identity\r\nContent-Length: 2",
        "Connection: keep-alive\r\ntransfer-encoding: gzip, chunked"
      })
  void PF_85_a_transfer_encoding_over_http_1_0_is_400_and_closes(String headers) {
    try (var server = server().start();
        var wire = server.connect()) {
      String type = "Content-Type: application/json\r\n";
      wire.send("POST /x HTTP/1.0\r\nHost: localhost\r\n" + type + headers + "\r\n\r\n");
      wire.send("2\r\nab\r\n0\r\n\r\nGET /x HTTP/1.1\r\nHost: localhost\r\n\r\n");
      var response = wire.read();
      assertThat(response.status()).isEqualTo(400);
      assertThat(response.header("connection")).isEqualTo("close");
      assertThat(wire.isClosed()).isTrue();
    }
    try (var server = server().start();
        var wire = server.connect()) {
      wire.send("POST /x HTTP/1.0\r\nHost: localhost\r\nContent-Type: application/json\r\n");
      wire.send("Content-Length: 2\r\n\r\nab");
      assertThat(wire.read().body()).isEqualTo("got 2");
    }
  }

  /** Sends a byte every now and then until there is an answer, which silence would not lead to. */
  private static void drips(Wire wire, String start) {
    wire.send(start);
    var answer = CompletableFuture.supplyAsync((Supplier<Wire.Response>) wire::read);
    await()
        .atMost(Duration.ofSeconds(20))
        .pollInterval(Duration.ofMillis(20))
        .ignoreExceptions()
        .until(
            () -> {
              if (!answer.isDone()) {
                wire.send("a");
              }
              return answer.isDone();
            });
    Wire.Response late = answer.join();
    assertThat(late.status()).isEqualTo(408);
    assertThat(late.header("connection")).isEqualTo("close");
    assertThat(late.header("content-type")).isEqualTo("application/problem+json");
    assertThat(late.header("x-request-id")).startsWith("req_");
    assertThat(late.body()).contains("limits.header_within_ms", "\"status\":408");
    assertThat(wire.isClosed()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "G",
        "GET /x",
        "GET /x HTTP/1.1\r\n",
        "GET /x HTTP/1.1\r\nHost: localhost\r\nA: b",
        "\r\n\r\nPOST /"
      })
  void a_head_that_drips_is_408_while_others_are_served(String start) {
    try (var server = hasty();
        var wire = server.connect();
        var other = server.connect()) {
      assertThat(other.call("GET /x").status()).isEqualTo(200);
      drips(wire, start);
      assertThat(other.call("GET /x").status()).isEqualTo(200);
    }
  }

  @Test
  void so_is_the_second_of_a_connection() {
    try (var server = hasty();
        var wire = server.connect()) {
      assertThat(wire.call("GET /x").status()).isEqualTo(200);
      assertThat(wire.post("/x", "{}").status()).isEqualTo(200);
      drips(wire, "GET /x HTTP/1.1\r\nHost: loc");
    }
  }

  @Test
  void so_is_one_that_is_encrypted() throws Exception {
    var pair = Certificates.selfSigned(folder, "localhost", Certificates.EC);
    var files = TlsFiles.open(pair.cert(), pair.key(), () -> Instant.now());
    try (var server = server().settings(s -> s.encrypted(files).headers(32 << 10, WITHIN)).start();
        var socket =
            Certificates.trusting(pair.cert())
                .getSocketFactory()
                .createSocket(InetAddress.getLoopbackAddress(), server.port());
        var wire = new Wire(socket)) {
      assertThat(wire.call("GET /x").status()).isEqualTo(200);
      drips(wire, "GET /x HTTP/1.1\r\nHost: loc");
    }
  }

  @Test
  void a_head_in_two_pieces_is_taken_and_its_answer_may_take_longer() {
    var silence = new CountDownLatch(1);
    try (var server =
        TestServer.with()
            .open(
                "GET",
                "/wait",
                _ -> {
                  assertThat(silence.await(2 * WITHIN.toMillis(), TimeUnit.MILLISECONDS)).isFalse();
                  return Reply.json(200, "waited");
                })
            .settings(s -> s.headers(32 << 10, WITHIN))
            .start()) {
      // On a busy machine the second piece may come too late.
      await()
          .atMost(Duration.ofSeconds(30))
          .ignoreExceptions()
          .untilAsserted(
              () -> {
                try (var wire = server.connect()) {
                  wire.send("GET /wait HTTP/1.1\r\nHo");
                  wire.send("st: localhost\r\n\r\n");
                  assertThat(wire.read().body()).isEqualTo("waited");
                }
              });
    }
  }
}
