package dev.holdpoint.http.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Certificates and keys, made with openssl as people make them. */
public final class Certificates {
  public static final String RSA = "-newkey rsa:2048";
  public static final String EC = "-newkey ec -pkeyopt ec_paramgen_curve:P-256";
  public static final String ED25519 = "-newkey ed25519";

  private Certificates() {}

  public record Pair(Path cert, Path key) {}

  /** One that issued itself, for this machine and for the host. */
  public static Pair selfSigned(Path folder, String host, String kind) {
    Pair pair = new Pair(folder.resolve(host + ".pem"), folder.resolve(host + ".key"));
    openssl(
        "req -x509 %s -nodes -days 90 -subj /CN=%s -addext subjectAltName=DNS:%s,DNS:localhost,IP:127.0.0.1 -out %s -keyout %s"
            .formatted(kind, host, host, pair.cert, pair.key));
    return pair;
  }

  /** One for this machine that an issuer issued, whose own is behind it; see {@code root.pem}. */
  public static Pair issued(Path folder, String host) {
    openssl(
        "req -x509 %s -nodes -days 90 -subj /CN=root -out %s/root.pem -keyout %s/root.key"
            .formatted(EC, folder, folder));
    issue(folder, "middle", "root", "basicConstraints=critical,CA:TRUE");
    issue(folder, host, "middle", "subjectAltName=DNS:" + host + ",DNS:localhost,IP:127.0.0.1");
    Pair pair = new Pair(folder.resolve("chain.pem"), folder.resolve(host + ".key"));
    write(pair.cert, read(folder.resolve(host + ".pem")) + read(folder.resolve("middle.pem")));
    return pair;
  }

  private static void issue(Path folder, String name, String issuer, String extension) {
    write(folder.resolve(name + ".ext"), extension);
    openssl(
        "req -new %s -nodes -subj /CN=%s -out %s/%s.csr -keyout %s/%s.key"
            .formatted(EC, name, folder, name, folder, name));
    openssl(
        "x509 -req -in %s/%s.csr -CA %s/%s.pem -CAkey %s/%s.key -CAcreateserial -days 60 -extfile %s/%s.ext -out %s/%s.pem"
            .formatted(folder, name, folder, issuer, folder, issuer, folder, name, folder, name));
  }

  public static void openssl(String arguments) {
    List<String> command = new ArrayList<>(List.of("openssl"));
    Stream.of(arguments.split(" ", -1)).forEach(command::add);
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      process.getOutputStream().close();
      String said = new String(process.getInputStream().readAllBytes(), UTF_8);
      if (process.waitFor() != 0) {
        throw new IllegalStateException(arguments + ": " + said);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A client that trusts what is in this file. */
  public static SSLContext trusting(Path file) {
    try {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      int i = 0;
      for (Certificate one :
          CertificateFactory.getInstance("X.509")
              .generateCertificates(new ByteArrayInputStream(Files.readAllBytes(file)))) {
        store.setCertificateEntry("one-" + i++, one);
      }
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(store);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trust.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException(e);
    }
  }

  public static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static void write(Path file, String text) {
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
