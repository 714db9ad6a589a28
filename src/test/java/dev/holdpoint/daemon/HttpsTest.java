package dev.holdpoint.daemon;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdpoint.api.daemon.DaemonBodies.StatusView;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.DaemonAddress;
import dev.holdpoint.client.http.Trust;
import dev.holdpoint.daemon.TypedHere.Outcome;
import dev.holdpoint.daemon.start.StartRefused;
import dev.holdpoint.http.server.Certificates;
import dev.holdpoint.http.server.Certificates.Pair;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A daemon that is reached by https, at its own address and through a proxy. */
class HttpsTest {
  private static final Duration HOUR = Duration.ofHours(1);

  @TempDir private static Path made;
  private static Pair elsewhere;
  private static Pair here;

  @TempDir private Path folder;
  private Path data = Path.of("");
  private volatile Instant now = Instant.now().plus(HOUR);

  @BeforeAll
  static void make() throws IOException {
    // For a name that nobody here is called by.
    elsewhere = new Pair(made.resolve("far.pem"), made.resolve("far.key"));
    Certificates.openssl(
        "req -x509 %s -nodes -days 30 -subj /CN=hold.example -addext subjectAltName=DNS:hold.example -out %s -keyout %s"
            .formatted(Certificates.EC, elsewhere.cert(), elsewhere.key()));
    here = Certificates.issued(Files.createDirectory(made.resolve("here")), "localhost");
  }

  @BeforeEach
  void folder() throws IOException {
    data = Files.createDirectory(folder.resolve("data"));
  }

  private TestDaemon start(Pair pair, String... more) throws IOException {
    List<String> lines =
        new ArrayList<>(
            List.of("tls:", "  cert_file: " + pair.cert(), "  key_file: " + pair.key()));
    lines.addAll(List.of(more));
    Files.write(data.resolve("holdpoint.yaml"), lines);
    return TestDaemon.start(data, Map.of(), () -> now);
  }

  private HoldpointClient client(TestDaemon daemon, Trust trust) throws IOException {
    return new HoldpointClient(
        new DaemonAddress(
            URI.create(daemon.address()),
            Files.readString(daemon.tokenFile()).strip(),
            "the test",
            trust));
  }

  @Test
  void the_address_says_https_and_status_is_well() throws Exception {
    try (TestDaemon daemon = start(here)) {
      assertThat(daemon.address()).startsWith("https://127.0.0.1:");
      StatusView status = client(daemon, new Trust.Issuers(made.resolve("here/root.pem"))).status();
      assertThat(status.health().warnings()).isEmpty();
    }
  }

  @Test
  void commands_reach_the_daemon_of_a_data_folder_by_the_certificate_it_is_configured_with()
      throws Exception {
    try (TestDaemon daemon = start(elsewhere)) {
      Outcome status = typed(daemon, "status");
      assertThat(status.err()).isEmpty();
      assertThat(status.exitCode()).isZero();
      Outcome added =
          typed(
              daemon, "learnings", "add", "tea at four", "--scope", "workspace:default", "--json");
      assertThat(added.exitCode()).as(added.err()).isZero();
      String id = added.out().replaceAll("(?s).*\"learning_id\" ?: ?\"([^\"]+)\".*", "$1");
      Outcome edited = typed(daemon, "learnings", "edit", id, "--content", "tea at five");
      assertThat(edited.err()).as("PATCH goes another way").isEmpty();
      assertThat(edited.exitCode()).isZero();
    }
  }

  @Test
  void commands_elsewhere_take_the_issuer_from_a_file() throws Exception {
    try (TestDaemon daemon = start(here)) {
      String url = daemon.address();
      String token = daemon.tokenFile().toString();
      String root = made.resolve("here/root.pem").toString();
      Outcome trusted = TypedHere.at(url, token, "status", "--ca-file", root);
      assertThat(trusted.exitCode()).as(trusted.err()).isZero();

      Outcome unknown = TypedHere.at(url, token, "status");
      assertThat(unknown.exitCode()).isNotZero();
      assertThat(unknown.err()).contains("No trusted connection to " + url, "--ca-file");

      Outcome stranger =
          TypedHere.at(url, token, "status", "--ca-file", elsewhere.cert().toString());
      assertThat(stranger.err()).contains("No trusted connection to " + url);

      Outcome noFile = TypedHere.at(url, token, "status", "--ca-file", "/nowhere.pem");
      assertThat(noFile.exitCode()).isEqualTo(2);
      assertThat(noFile.err()).contains("the certificates cannot be read from /nowhere.pem");

      Outcome plain = TypedHere.at(url.replace("https", "http"), token, "status");
      assertThat(plain.err())
          .contains("This port accepts only encrypted connections. Use https instead of http.");
    }
    try (TestDaemon daemon = start(elsewhere)) {
      Outcome misnamed =
          TypedHere.at(
              daemon.address(),
              daemon.tokenFile().toString(),
              "status",
              "--ca-file",
              elsewhere.cert().toString());
      assertThat(misnamed.exitCode()).as("trusted, but for another host").isNotZero();
      assertThat(misnamed.err()).contains("No trusted connection to");
    }
  }

  @Test
  void what_is_wrong_with_the_certificate_is_in_the_status_and_told_by_the_doctor()
      throws Exception {
    Path cert = Files.copy(elsewhere.cert(), folder.resolve("cert.pem"));
    Path key = Files.copy(elsewhere.key(), folder.resolve("key.pem"));
    Trust own = new Trust.Own(elsewhere.cert());
    try (TestDaemon daemon = start(new Pair(cert, key))) {
      assertThat(codes(client(daemon, own))).isEmpty();
      now = now.plus(Duration.ofDays(17));
      assertThat(codes(client(daemon, own))).containsExactly("certificate_expires_soon");
      now = now.plus(Duration.ofDays(14));
      assertThat(codes(client(daemon, own))).containsExactly("certificate_not_valid");
      Files.writeString(key, "oh no");
      now = now.plusSeconds(2);
      assertThat(codes(client(daemon, own)))
          .containsExactly("certificate_not_valid", "certificate_not_reloaded");
      Outcome doctor = typed(daemon, "doctor", "--json");
      assertThat(doctor.out())
          .contains("has no key in PEM (-----BEGIN PRIVATE KEY-----)")
          .doesNotContain("oh no");
    }
  }

  private static List<String> codes(HoldpointClient client) throws Exception {
    return client.status().health().warnings().stream().map(StatusView.Warning::code).toList();
  }

  @Test
  void a_certificate_that_cannot_be_served_stops_the_start() throws Exception {
    assertThatThrownBy(() -> start(new Pair(here.cert(), elsewhere.key())))
        .hasCauseInstanceOf(StartRefused.class)
        .hasMessageContaining("does not belong to the first certificate in");
    assertThat(data).isDirectoryNotContaining("glob:**.key");
    assertThatThrownBy(
            () ->
                TestDaemon.start(
                    Files.createDirectory(folder.resolve("x")),
                    Map.of("HOLDPOINT_TLS_CERT_FILE", here.cert().toString())))
        .hasMessageContaining(
            "tls is incomplete; set both tls.cert_file and tls.key_file, or neither");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      textBlock =
          """
      hold.example      | -                                           | https://hold.example:8443  | 401
      hold.example      | -                                           | https://hold.example       | 401
      hold.example      | -                                           | http://hold.example        | 403
      other.example     | -                                           | https://other.example      | 401
      evil.example      | -                                           | -                          | 421
      inner             | host="hold.example:8443";proto=https        | https://hold.example:8443  | 401
      inner             | host=other.example;proto=https              | https://other.example      | 401
      inner             | host=other.example;proto=http               | http://other.example       | 401
      inner             | host=other.example;proto=https              | http://other.example       | 403
      inner             | host=other.example;proto=https              | https://evil.example       | 403
      inner             | host=evil.example;proto=https               | https://evil.example       | 421
      inner             | for=9.9.9.9                                 | -                          | 421
      hold.example      | for=nobody                                  | -                          | 400
      """)
  void all_of_it_together(String host, String forwarded, String origin, int status)
      throws Exception {
    try (TestDaemon daemon =
            start(
                elsewhere,
                "public_url: https://hold.example:8443",
                "allowed_hosts: [other.example]",
                "trusted_proxies: [127.0.0.1, 'fd00::/8']");
        SSLSocket proxy = socket(daemon)) {
      StringBuilder request = new StringBuilder("POST /v1/sessions HTTP/1.1\r\n");
      request.append("Host: ").append(host).append("\r\nContent-Length: 0\r\n");
      if (forwarded != null) {
        request.append("Forwarded: ").append(forwarded).append("\r\n");
      }
      if (origin != null) {
        request.append("Origin: ").append(origin).append("\r\n");
      }
      proxy.getOutputStream().write(request.append("\r\n").toString().getBytes(UTF_8));
      byte[] start = proxy.getInputStream().readNBytes(12);
      assertThat(new String(start, UTF_8)).isEqualTo("HTTP/1.1 " + status);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      textBlock =
          """
      true  | -                                              | __Host-holdpoint-PORT | true
      true  | for=9.9.9.9;proto=http;host="hold.example:99"  | holdpoint-99          | false
      false | -                                              | holdpoint-PORT        | false
      false | for=9.9.9.9;proto=https;host=hold.example      | __Host-holdpoint-443  | true
      false | for=9.9.9.9;proto=https;host="hold.example:99" | __Host-holdpoint-99   | true
      """)
  void the_cookie_is_secure_where_the_callers_own_connection_is(
      boolean encrypted, String forwarded, String name, boolean secure) throws Exception {
    String[] proxies = {"allowed_hosts: [hold.example]", "trusted_proxies: [127.0.0.1]"};
    if (!encrypted) {
      Files.write(data.resolve("holdpoint.yaml"), List.of(proxies));
    }
    try (TestDaemon daemon =
            encrypted
                ? start(elsewhere, proxies)
                : TestDaemon.start(data, Map.of(), InstantSource.system());
        Socket proxy =
            encrypted
                ? socket(daemon)
                : new Socket(
                    InetAddress.getLoopbackAddress(), URI.create(daemon.address()).getPort())) {
      int port = URI.create(daemon.address()).getPort();
      String body = "{\"token\":\"" + Files.readString(daemon.tokenFile()).strip() + "\"}";
      String request =
          "POST /v1/web-sessions HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nContent-Type: application/json\r\n%sConnection: close\r\nContent-Length: %d\r\n\r\n%s"
              .formatted(
                  port,
                  forwarded == null ? "" : "Forwarded: " + forwarded + "\r\n",
                  body.length(),
                  body);
      proxy.getOutputStream().write(request.getBytes(UTF_8));
      String answer = new String(proxy.getInputStream().readAllBytes(), UTF_8);
      String cookie =
          answer
              .lines()
              .filter(line -> line.toLowerCase(Locale.ROOT).startsWith("set-cookie: "))
              .findFirst()
              .orElse(answer)
              .substring("set-cookie: ".length());
      assertThat(cookie).startsWith(name.replace("PORT", "" + port) + "=");
      assertThat(cookie.contains("; Secure")).as(cookie).isEqualTo(secure);
    }
  }

  private static SSLSocket socket(TestDaemon daemon) throws IOException {
    SSLSocket socket =
        (SSLSocket)
            Certificates.trusting(elsewhere.cert())
                .getSocketFactory()
                .createSocket("127.0.0.1", URI.create(daemon.address()).getPort());
    socket.setSoTimeout(20_000);
    return socket;
  }

  private Outcome typed(TestDaemon daemon, String... words) {
    return TypedHere.run(
        Stream.concat(
                Stream.of(words), Stream.of("--url", daemon.address(), "--data", data.toString()))
            .toArray(String[]::new));
  }
}
