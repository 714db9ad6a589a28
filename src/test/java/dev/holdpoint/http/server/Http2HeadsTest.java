package dev.holdpoint.http.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.holdpoint.http.tls.TlsFiles;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.LoggerFactory;

/** PF-85: heads of HTTP/2 that drip are cut off, as those of HTTP/1.1 are. */
class Http2HeadsTest {
  private static final Duration WITHIN = Duration.ofMillis(300);
  private static final byte[] ONE = {0};

  /** A header that is not indexed, of one letter each: as often as wanted, in any pieces. */
  private static final byte[] FIELD = {0x00, 1, 'a', 1, 'b'};

  @TempDir Path folder = Path.of("");

  private final Logger logger = (Logger) LoggerFactory.getLogger(RefusalLog.class);
  private final ListAppender<ILoggingEvent> logged = new ListAppender<>();

  @BeforeEach
  void listen() {
    logged.start();
    logger.addAppender(logged);
    logger.setLevel(Level.INFO);
  }

  @AfterEach
  void stopListening() {
    logger.detachAppender(logged);
    logger.setLevel(null);
  }

  private static TestServer.Builder server() {
    return TestServer.with()
        .open("GET", "/x", _ -> Reply.json(200, "x"))
        .open("POST", "/x", call -> Reply.json(200, "got " + call.body().length));
  }

  private static TestServer hasty() {
    return server().settings(s -> s.headers(32 << 10, WITHIN)).start();
  }

  private static byte[] all(byte[]... parts) {
    var all = new ByteArrayOutputStream();
    Stream.of(parts).forEach(all::writeBytes);
    return all.toByteArray();
  }

  private static byte[] first(int count, byte[] bytes) {
    return Arrays.copyOf(bytes, count);
  }

  private static byte[] headers(int flags, byte[] payload) {
    return Http2Wire.frame(Http2Wire.HEADERS, flags, 1, payload);
  }

  /** What is sent at once, and then again and again. */
  static Stream<Arguments> dripping() {
    byte[] greeting =
        all(Http2Wire.PREFACE, Http2Wire.frame(Http2Wire.SETTINGS, 0, 0, new byte[0]));
    byte[] get = Http2Wire.head(0x82);
    // A length that is never reached.
    byte[] longHeaders = {0, 0x40, 0, Http2Wire.HEADERS, Http2Wire.END_HEADERS, 0, 0, 0, 1};
    byte[] longPing = {0, 0, 8, Http2Wire.PING, 0, 0, 0, 0, 0};
    byte[] longSettings = {0, 0x3f, 0x06, Http2Wire.SETTINGS, 0, 0, 0, 0, 0};
    byte[] more = Http2Wire.frame(Http2Wire.CONTINUATION, 0, 1, FIELD);
    return Stream.of(
        Arguments.of("the rest of the preface", "PRI * HTTP/2.0\r\n\r\nS".getBytes(UTF_8), null),
        Arguments.of("SETTINGS", all(Http2Wire.PREFACE, longSettings), ONE),
        Arguments.of("the start of a frame", all(greeting, first(3, longHeaders)), null),
        Arguments.of("HEADERS", all(greeting, longHeaders, get), ONE),
        Arguments.of("CONTINUATION frames", all(greeting, headers(1, get)), more),
        Arguments.of(
            "a CONTINUATION frame",
            all(greeting, headers(1, get), first(11, Http2Wire.frame(9, 4, 1, new byte[99]))),
            ONE),
        Arguments.of(
            "the head after another",
            all(greeting, headers(5, get), first(9, longPing), new byte[8], first(5, longHeaders)),
            null),
        Arguments.of("the trailer", all(greeting, headers(4, get), longHeaders), ONE));
  }

  /** Sends this every now and then until what is awaited has come. */
  private static void whileDripping(Http2Wire wire, byte[] drop, Callable<Void> awaited) {
    var answer =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return awaited.call();
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            });
    await()
        .atMost(Duration.ofSeconds(20))
        .pollInterval(Duration.ofMillis(20))
        .until(
            () -> {
              if (!answer.isDone()) {
                try {
                  wire.send(drop);
                } catch (IOException e) {
                  // Closed meanwhile.
                }
              }
              return answer.isDone();
            });
    answer.join();
  }

  private static void isCutOff(Http2Wire wire, byte[] drop) {
    whileDripping(
        wire,
        drop,
        () -> {
          assertThat(new String(wire.next(Http2Wire.GO_AWAY), UTF_8)).contains("head_too_slow");
          return null;
        });
    assertThat(wire.isClosed()).isTrue();
  }

  private void isLoggedOnce() {
    await().until(() -> !logged.list.isEmpty());
    assertThat(logged.list)
        .singleElement()
        .satisfies(
            line -> {
              assertThat(line.getFormattedMessage()).isEqualTo("refused");
              assertThat(line.getKeyValuePairs().toString()).contains("status=\"408\"", "req_");
            });
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("dripping")
  void PF_85_what_drips_is_cut_off_while_others_are_served(
      String what, byte[] start, byte @Nullable [] drop) throws Exception {
    try (var server = hasty();
        var other = server.connect();
        var wire = Http2Wire.to(server)) {
      wire.send(start);
      // Where no single byte may come again and again, silence shows the same: it is no idle limit.
      isCutOff(wire, drop == null ? new byte[0] : drop);
      assertThat(other.call("GET /x").status()).as(what).isEqualTo(200);
      isLoggedOnce();
    }
  }

  @Test
  void PF_85_so_is_one_that_is_encrypted() throws Exception {
    var pair = Certificates.selfSigned(folder, "localhost", Certificates.EC);
    var files = TlsFiles.open(pair.cert(), pair.key(), () -> Instant.now());
    try (var server = server().settings(s -> s.encrypted(files).headers(32 << 10, WITHIN)).start();
        var socket =
            (SSLSocket)
                Certificates.trusting(pair.cert())
                    .getSocketFactory()
                    .createSocket(InetAddress.getLoopbackAddress(), server.port())) {
      var parameters = socket.getSSLParameters();
      parameters.setApplicationProtocols(new String[] {"h2"});
      socket.setSSLParameters(parameters);
      var wire = new Http2Wire(socket).greet();
      byte[] get = Http2Wire.head(0x82);
      // :scheme https
      get[1] = (byte) 0x87;
      wire.send(headers(5, get));
      assertThat(new String(wire.next(Http2Wire.DATA), UTF_8)).isEqualTo("x");
      wire.send(Http2Wire.frame(Http2Wire.HEADERS, 1, 3, get));
      isCutOff(wire, Http2Wire.frame(Http2Wire.CONTINUATION, 0, 3, FIELD));
      isLoggedOnce();
    }
  }

  @Test
  void a_head_in_pieces_is_taken_and_the_body_may_take_longer() throws Exception {
    byte[] post = Http2Wire.head(0x83);
    byte[] json =
        all(new byte[] {0x0f, 0x10, 16}, "application/json".getBytes(UTF_8)); // content-type
    byte[] body = Http2Wire.frame(Http2Wire.DATA, 1, 1, "\"abcdefgh\"".getBytes(UTF_8));
    try (var server = hasty();
        var slow = Http2Wire.to(server).greet();
        var wire = Http2Wire.to(server).greet()) {
      wire.send(headers(0, first(3, post)));
      wire.send(
          Http2Wire.frame(Http2Wire.CONTINUATION, 0, 1, Arrays.copyOfRange(post, 3, post.length)));
      wire.send(Http2Wire.frame(Http2Wire.CONTINUATION, 4, 1, json));
      wire.send(first(12, body));
      // The other connection shows that more time has passed than a head has.
      slow.send(headers(1, post));
      isCutOff(slow, Http2Wire.frame(Http2Wire.CONTINUATION, 0, 1, FIELD));
      wire.send(Arrays.copyOfRange(body, 12, body.length));
      assertThat(new String(wire.next(Http2Wire.DATA), UTF_8)).isEqualTo("got 10");
    }
  }
}
