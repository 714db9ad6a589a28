package dev.holdpoint.outbound;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.core.delivery.DeliveryFault;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.List;
import java.util.Map;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A certificate is compared with the name in the URL, though the connection goes to an address. */
class TlsTest {
  private static final char[] PASSWORD = "changeit".toCharArray();
  private static final OutboundResponse CONNECT =
      new OutboundResponse.Nothing(DeliveryFault.CONNECT, false);

  @TempDir private Path folder;

  @Test
  void a_certificate_must_be_trusted_and_name_the_host() throws Exception {
    SSLContext trusting = contextFor("hooks.example");
    try (Receiver receiver = new Receiver(trusting);
        HttpSender post = post(trusting);
        HttpSender strict = post(null)) {
      assertThat(post.send(letter("hooks.example", receiver)))
          .isInstanceOf(OutboundResponse.Told.class);
      assertThat(post.send(letter("other.example", receiver))).isEqualTo(CONNECT);
      assertThat(post.send(letter("127.0.0.1", receiver))).isEqualTo(CONNECT);
      assertThat(strict.send(letter("hooks.example", receiver))).isEqualTo(CONNECT);
      assertThat(receiver.all()).hasSize(1);
    }
  }

  private static OutboundRequest letter(String host, Receiver receiver) {
    return new OutboundRequest(
        URI.create("https://" + host + ":" + receiver.port() + "/"), Map.of(), "{}", true, 1_000);
  }

  private static HttpSender post(@Nullable SSLContext trust) {
    return new HttpSender(
        _ -> List.of(InetAddress.getLoopbackAddress()),
        false,
        SendTimeouts.USUAL,
        "holdpoint/test",
        trust);
  }

  private SSLContext contextFor(String host) throws Exception {
    Path file = folder.resolve("keys.p12");
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-keystore",
                file.toString(),
                "-storepass",
                new String(PASSWORD),
                "-alias",
                "it",
                "-keyalg",
                "EC",
                "-dname",
                "CN=" + host,
                "-ext",
                "SAN=dns:" + host)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    assertThat(keytool.waitFor()).isZero();
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(file)) {
      keys.load(in, PASSWORD);
    }
    KeyManagerFactory own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    own.init(keys, PASSWORD);
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, PASSWORD);
    trusted.setCertificateEntry("it", keys.getCertificate("it"));
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(own.getKeyManagers(), trust.getTrustManagers(), null);
    return context;
  }
}
