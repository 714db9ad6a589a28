package dev.holdpoint.outbound;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.holdpoint.core.delivery.DeliveryFault;
import dev.holdpoint.outbound.Receiver.Says;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What receivers do to us, and what we do not do for strangers. */
class HttpSenderTest {
  /** Too short for anything that is to succeed on a busy machine. */
  private static final SendTimeouts SHORT = new SendTimeouts(5_000, 400);

  /** For an address at which nobody is. */
  private static final SendTimeouts SHORT_TO_CONNECT = new SendTimeouts(200, 10_000);

  private static final OutboundResponse BLOCKED =
      new OutboundResponse.Nothing(DeliveryFault.BLOCKED, true);
  private static final OutboundResponse TIMEOUT =
      new OutboundResponse.Nothing(DeliveryFault.TIMEOUT, false);
  private static final OutboundResponse CONNECT =
      new OutboundResponse.Nothing(DeliveryFault.CONNECT, false);

  private static final int ANSWER_BYTES = 64 << 10;

  private final Receiver receiver = new Receiver();

  @AfterEach
  void stop() {
    receiver.close();
  }

  private static HttpSender post(Lookup lookup, SendTimeouts patience) {
    return new HttpSender(lookup, false, patience, "holdpoint/test", null);
  }

  private static HttpSender post() {
    return post(Lookup.ofSystem(), SendTimeouts.USUAL);
  }

  private static OutboundRequest stranger(String url) {
    return new OutboundRequest(URI.create(url), Map.of(), "{}", false, ANSWER_BYTES);
  }

  private static OutboundRequest operator(String url) {
    return new OutboundRequest(URI.create(url), Map.of(), "{}", true, ANSWER_BYTES);
  }

  private static InetAddress address(String literal) throws UnknownHostException {
    return InetAddress.getByName(literal);
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]"})
  void a_stranger_reaches_nothing_of_ours(String host) throws Exception {
    try (HttpSender post = post()) {
      OutboundResponse answer = post.send(stranger("http://" + host + ":" + receiver.port() + "/"));

      assertThat(answer).isEqualTo(BLOCKED);
      assertThat(receiver.all()).isEmpty();
    }
  }

  @Test
  void one_private_address_among_public_ones_stops_the_letter() throws Exception {
    Lookup mixed = _ -> List.of(address("192.0.2.1"), address("127.0.0.1"));
    try (HttpSender post = post(mixed, SendTimeouts.USUAL)) {
      assertThat(post.send(stranger("http://a.example:" + receiver.port()))).isEqualTo(BLOCKED);
      assertThat(receiver.all()).isEmpty();
    }
  }

  @Test
  void a_name_is_looked_up_once_so_that_it_cannot_change_its_meaning() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    Lookup rebinding =
        _ -> List.of(address(asked.getAndIncrement() == 0 ? "192.0.2.1" : "127.0.0.1"));
    try (HttpSender post = post(rebinding, SHORT_TO_CONNECT)) {
      OutboundResponse first = post.send(stranger("http://a.example:" + receiver.port()));

      // Nobody is at home under the first, public address, and the second is never asked for.
      assertThat(first).isIn(TIMEOUT, CONNECT);
      assertThat(asked).hasValue(1);
      assertThat(post.send(stranger("http://a.example:" + receiver.port()))).isEqualTo(BLOCKED);
      assertThat(receiver.all()).isEmpty();
    }
  }

  @Test
  void the_way_of_the_operator_is_not_open_to_strangers() throws Exception {
    try (HttpSender post = post()) {
      assertThat(post.send(operator(receiver.url()))).isInstanceOf(OutboundResponse.Told.class);
      assertThat(post.send(stranger(receiver.url()))).isEqualTo(BLOCKED);
      assertThat(receiver.all()).hasSize(1);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {301, 302, 303, 307, 308})
  void a_redirection_is_an_answer_and_not_followed(int status) throws Exception {
    receiver.says(Says.status(status).with("Location", receiver.url() + "/elsewhere"));
    try (HttpSender post = post()) {
      OutboundResponse answer = post.send(operator(receiver.url() + "/here"));

      assertThat(answer)
          .isInstanceOfSatisfying(
              OutboundResponse.Told.class, t -> assertThat(t.status()).isEqualTo(status));
      assertThat(receiver.all()).hasSize(1);
    }
  }

  @Test
  void a_challenge_is_an_answer_and_not_answered() throws Exception {
    receiver.says(Says.status(401).with("WWW-Authenticate", "Basic realm=\"x\""));
    try (HttpSender post = post()) {
      assertThat(post.send(operator(receiver.url())))
          .isInstanceOfSatisfying(
              OutboundResponse.Told.class, t -> assertThat(t.status()).isEqualTo(401));
      assertThat(receiver.all()).hasSize(1);
    }
  }

  @Test
  void no_cookie_is_kept() throws Exception {
    receiver.says(Says.status(200).with("Set-Cookie", "a=b"));
    try (HttpSender post = post()) {
      post.send(operator(receiver.url()));
      post.send(operator(receiver.url()));

      assertThat(receiver.all()).hasSize(2).allMatch(got -> got.header("Cookie") == null);
    }
  }

  @Test
  void a_long_answer_is_read_to_its_limit_and_counts() throws Exception {
    receiver.says(new Says(200, Map.of(), new byte[10 << 20]));
    try (HttpSender post = post()) {
      assertThat(post.send(operator(receiver.url())))
          .isInstanceOfSatisfying(
              OutboundResponse.Told.class,
              told -> {
                assertThat(told.status()).isEqualTo(200);
                assertThat(told.text()).hasSize(ANSWER_BYTES);
              });
    }
  }

  @Test
  void an_answer_is_not_unpacked() throws Exception {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
      gzip.write(new byte[8 << 20]);
    }
    receiver.says(new Says(200, Map.of("Content-Encoding", "gzip"), packed.toByteArray()));
    try (HttpSender post = post()) {
      assertThat(post.send(operator(receiver.url())))
          .isInstanceOfSatisfying(
              OutboundResponse.Told.class,
              told ->
                  assertThat(told.digest())
                      .isEqualTo(
                          OutboundResponse.Told.of(200, null, packed.toByteArray()).digest()));
    }
  }

  /** Takes one connection, reads the head of the request, and does the rest. */
  private interface Rudeness {
    void to(Socket caller) throws IOException, InterruptedException;
  }

  private static OutboundResponse sentTo(Rudeness rudeness) throws Exception {
    return sentTo(rudeness, SendTimeouts.USUAL);
  }

  private static OutboundResponse sentTo(Rudeness rudeness, SendTimeouts patience)
      throws Exception {
    try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        HttpSender post = post(Lookup.ofSystem(), patience)) {
      Thread thread =
          Thread.ofVirtual()
              .start(
                  () -> {
                    try (Socket caller = server.accept()) {
                      InputStream in = caller.getInputStream();
                      StringBuilder head = new StringBuilder();
                      while (head.indexOf("\r\n\r\n") < 0) {
                        head.append((char) in.read());
                      }
                      rudeness.to(caller);
                    } catch (IOException | InterruptedException _) {
                      // The caller has left, or the test is over.
                    }
                  });
      try {
        return post.send(operator("http://127.0.0.1:" + server.getLocalPort() + "/"));
      } finally {
        thread.interrupt();
      }
    }
  }

  private static void say(Socket caller, String text) throws IOException {
    OutputStream out = caller.getOutputStream();
    out.write(text.getBytes(StandardCharsets.US_ASCII));
    out.flush();
  }

  @Test
  void who_never_answers_is_not_waited_for() throws Exception {
    assertThat(sentTo(_ -> new CountDownLatch(1).await(), SHORT)).isEqualTo(TIMEOUT);
  }

  @Test
  void who_never_ends_his_answer_is_not_waited_for() throws Exception {
    assertThat(
            sentTo(
                caller -> {
                  say(caller, "HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n");
                  // A drop now and then, so that it is the whole that takes too long.
                  CountDownLatch never = new CountDownLatch(1);
                  while (!never.await(20, TimeUnit.MILLISECONDS)) {
                    say(caller, ".");
                  }
                },
                SHORT))
        .isEqualTo(TIMEOUT);
  }

  @Test
  void half_an_answer_is_none() throws Exception {
    assertThat(sentTo(caller -> say(caller, "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")))
        .isEqualTo(CONNECT);
  }

  @Test
  void who_hangs_up_has_not_answered() throws Exception {
    assertThat(sentTo(Socket::close)).isEqualTo(CONNECT);
  }

  @Test
  void what_is_not_http_is_no_answer() throws Exception {
    assertThat(sentTo(caller -> say(caller, "SSH-2.0-OpenSSH\r\n\r\n"))).isEqualTo(CONNECT);
  }

  @Test
  void endless_headers_are_no_answer() throws Exception {
    assertThat(
            sentTo(
                caller -> {
                  say(caller, "HTTP/1.1 200 OK\r\n");
                  while (true) {
                    say(caller, "X-A: " + "a".repeat(1_000) + "\r\n");
                  }
                }))
        .isEqualTo(CONNECT);
  }

  @Test
  void nobody_at_home_and_nobody_of_that_name_are_tried_again() throws Exception {
    int free;
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      free = server.getLocalPort();
    }
    Lookup nobody =
        host -> {
          throw new UnknownHostException(host);
        };
    try (HttpSender post = post();
        HttpSender lost = post(nobody, SendTimeouts.USUAL)) {
      assertThat(post.send(operator("http://127.0.0.1:" + free))).isEqualTo(CONNECT);
      assertThat(lost.send(stranger("http://nobody.example"))).isEqualTo(CONNECT);
    }
  }

  @Test
  void a_lookup_that_hangs_is_not_waited_for() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    Lookup stuck =
        _ -> {
          try {
            never.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          return List.of();
        };
    try (HttpSender post = post(stuck, SHORT)) {
      assertThat(post.send(stranger("http://a.example"))).isEqualTo(TIMEOUT);
    }
    never.countDown();
  }

  @Test
  void an_interrupted_courier_leaves_at_once() throws Exception {
    CountDownLatch called = new CountDownLatch(1);
    AtomicReference<String> end = new AtomicReference<>("none");
    try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        HttpSender post = post()) {
      Thread.ofVirtual()
          .start(
              () -> {
                try (Socket caller = server.accept()) {
                  called.countDown();
                  caller.getInputStream().readAllBytes();
                } catch (IOException _) {
                  // The test is over.
                }
              });
      Thread courier =
          Thread.ofVirtual()
              .start(
                  () -> {
                    try {
                      post.send(operator("http://127.0.0.1:" + server.getLocalPort() + "/"));
                    } catch (InterruptedException _) {
                      end.set("interrupted");
                    }
                  });
      called.await();
      courier.interrupt();
      courier.join();
    }
    assertThat(end).hasValue("interrupted");
  }

  @Test
  void nothing_of_a_letter_reaches_a_log() throws Exception {
    LoggerContext logs = (LoggerContext) LoggerFactory.getILoggerFactory();
    ListAppender<ILoggingEvent> written = new ListAppender<>();
    written.setContext(logs);
    written.start();
    ch.qos.logback.classic.Logger root = logs.getLogger(Logger.ROOT_LOGGER_NAME);
    root.addAppender(written);
    try (HttpSender patient = post();
        HttpSender post = post(Lookup.ofSystem(), SHORT)) {
      String arrives = receiver.url() + "/bot42:very-secret/sendMessage";
      patient.send(operator(arrives));
      patient.send(stranger(arrives));
      for (String url :
          List.of(
              "http://127.0.0.1:1/bot42:very-secret/sendMessage",
              "http://nobody.invalid/bot42:very-secret/sendMessage",
              "https://127.0.0.1:" + receiver.port() + "/bot42:very-secret/sendMessage")) {
        post.send(operator(url));
        post.send(stranger(url));
      }
    } finally {
      root.detachAppender(written);
    }
    assertThat(receiver.all()).hasSize(1);
    assertThat(written.list).noneMatch(HttpSenderTest::tells);
  }

  private static boolean tells(ILoggingEvent event) {
    return (event.getFormattedMessage()
            + (event.getThrowableProxy() == null ? "" : event.getThrowableProxy().getMessage()))
        .contains("very-secret");
  }
}
