package dev.holdpoint.http.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdpoint.http.server.Certificates.Pair;
import dev.holdpoint.http.tls.TlsFiles;
import dev.holdpoint.http.tls.TlsRefused;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.cert.X509Certificate;
import java.time.Instant;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TlsServerTest {
  @TempDir private Path folder;
  private volatile Instant now = Instant.now().plusSeconds(60);

  private TestServer serve(Pair pair) throws TlsRefused {
    TlsFiles files = TlsFiles.open(pair.cert(), pair.key(), () -> now);
    return TestServer.with()
        .open("GET", "/where", call -> Reply.json(200, call.origin() + " " + call.isSecure()))
        .open("POST", "/echo", call -> Reply.json(200, new String(call.body(), UTF_8)))
        .settings(settings -> settings.encrypted(files).anonymous(2 << 20))
        .start();
  }

  @ParameterizedTest
  @CsvSource({
    Certificates.RSA + ", HTTP_2",
    Certificates.RSA + ", HTTP_1_1",
    Certificates.EC + ", HTTP_2",
    Certificates.EC + ", HTTP_1_1",
    Certificates.ED25519 + ", HTTP_2",
    Certificates.ED25519 + ", HTTP_1_1"
  })
  void every_kind_of_key_serves_both_versions_of_http(String kind, HttpClient.Version version)
      throws Exception {
    Pair pair = Certificates.selfSigned(folder, "hold.example", kind);
    try (TestServer server = serve(pair);
        HttpClient client =
            HttpClient.newBuilder()
                .sslContext(Certificates.trusting(pair.cert()))
                .version(version)
                .build()) {
      HttpResponse<String> where = client.send(get(server, "/where"), text());
      assertThat(where.version()).isEqualTo(version);
      assertThat(where.body()).isEqualTo("https://localhost:" + server.port() + " true");
      assertThat(where.headers().firstValue("Strict-Transport-Security")).isEmpty();
      String large = "\"" + "x".repeat(1 << 20) + "\"";
      HttpResponse<String> echo =
          client.send(
              HttpRequest.newBuilder(uri(server, "/echo"))
                  .header("Content-Type", "application/json")
                  .POST(HttpRequest.BodyPublishers.ofString(large))
                  .build(),
              text());
      assertThat(echo.body()).isEqualTo(large);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void both_versions_that_are_not_broken_are_spoken(String protocol) throws Exception {
    Pair pair = Certificates.selfSigned(folder, "hold.example", Certificates.EC);
    try (TestServer server = serve(pair);
        SSLSocket socket = socket(server, Certificates.trusting(pair.cert()))) {
      socket.setEnabledProtocols(new String[] {protocol});
      socket.startHandshake();
      assertThat(socket.getSession().getProtocol()).isEqualTo(protocol);
    }
  }

  @Test
  void the_issuers_are_sent_along() throws Exception {
    Pair pair = Certificates.issued(folder, "hold.example");
    try (TestServer server = serve(pair);
        SSLSocket socket = socket(server, Certificates.trusting(folder.resolve("root.pem")))) {
      socket.startHandshake();
      assertThat(socket.getSession().getPeerCertificates()).hasSize(2);
    }
    try (TestServer server = serve(pair);
        SSLSocket socket = socket(server, SSLContext.getDefault())) {
      assertThatThrownBy(socket::startHandshake).isInstanceOf(SSLException.class);
    }
  }

  @Test
  void whoever_forgets_the_s_is_told_so() throws Exception {
    try (TestServer server =
            serve(Certificates.selfSigned(folder, "hold.example", Certificates.EC));
        Wire wire = server.connect()) {
      Wire.Response response = wire.call("GET /where");
      assertThat(response.status()).isEqualTo(400);
      assertThat(response.body())
          .contains("This port accepts only encrypted connections. Use https instead of http.");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "\u0016\u0003\u0001\u0000\u0005hello"})
  void what_is_neither_is_hung_up_on(String said) throws Exception {
    try (TestServer server =
            serve(Certificates.selfSigned(folder, "hold.example", Certificates.EC));
        Wire wire = server.connect()) {
      wire.send(said);
      // An alert or a refusal may come first.
      while (!wire.isClosed()) {}
    }
  }

  @Test
  void a_new_certificate_is_served_to_new_connections_and_open_ones_go_on() throws Exception {
    Pair first = Certificates.selfSigned(folder, "first.example", Certificates.EC);
    Pair second = Certificates.selfSigned(folder, "second.example", Certificates.RSA);
    Path cert = Files.copy(first.cert(), folder.resolve("served.pem"));
    Path key = Files.copy(first.key(), folder.resolve("served.key"));
    try (TestServer server = serve(new Pair(cert, key));
        SSLSocket open = socket(server, Certificates.trusting(first.cert()))) {
      assertThat(ask(open)).isEqualTo("200");
      Files.copy(second.cert(), cert, StandardCopyOption.REPLACE_EXISTING);
      now = now.plusSeconds(2);
      try (SSLSocket between = socket(server, Certificates.trusting(first.cert()))) {
        assertThat(ask(between)).as("half of a pair changes nothing").isEqualTo("200");
      }
      Files.copy(second.key(), key, StandardCopyOption.REPLACE_EXISTING);
      now = now.plusSeconds(2);
      try (SSLSocket later = socket(server, Certificates.trusting(second.cert()))) {
        assertThat(ask(later)).isEqualTo("200");
        assertThat(((X509Certificate) later.getSession().getPeerCertificates()[0]))
            .extracting(one -> one.getSubjectX500Principal().getName())
            .isEqualTo("CN=second.example");
      }
      assertThat(ask(open)).isEqualTo("200");
    }
  }

  /** The status of an answer, on a connection that stays open. */
  private static String ask(SSLSocket socket) throws Exception {
    socket
        .getOutputStream()
        .write("HEAD /where HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(UTF_8));
    InputStream in = socket.getInputStream();
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      head.append((char) in.read());
    }
    return head.substring(9, 12);
  }

  private static SSLSocket socket(TestServer server, SSLContext context) throws Exception {
    SSLSocket socket =
        (SSLSocket) context.getSocketFactory().createSocket("127.0.0.1", server.port());
    socket.setSoTimeout(20_000);
    return socket;
  }

  private static HttpRequest get(TestServer server, String path) {
    return HttpRequest.newBuilder(uri(server, path)).build();
  }

  private static URI uri(TestServer server, String path) {
    return URI.create("https://localhost:" + server.port() + path);
  }

  private static HttpResponse.BodyHandler<String> text() {
    return HttpResponse.BodyHandlers.ofString();
  }
}
