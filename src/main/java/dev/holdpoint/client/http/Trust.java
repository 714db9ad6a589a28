package dev.holdpoint.client.http;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/** Whose certificate is taken for the daemon's, besides those that Java trusts anyway. */
public sealed interface Trust {
  /** What Java trusts. */
  record Usual() implements Trust {}

  /** Certificates that these issued, or these themselves, for the host that is called. */
  record Issuers(Path file) implements Trust {}

  /**
   * The very certificate that a daemon on this machine serves, whatever names it has: whoever shows
   * it has its key.
   */
  record Own(Path certFile) implements Trust {}

  /**
   * Null for what Java does by itself.
   *
   * @throws IllegalArgumentException when the file cannot be used
   */
  default @Nullable SSLContext context() {
    TrustManager[] managers =
        switch (this) {
          case Usual() -> null;
          case Issuers(Path file) -> issuers(certificates(file));
          case Own(Path file) -> new TrustManager[] {new Same(certificates(file).getFirst())};
        };
    if (managers == null) {
      return null;
    }
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, managers, null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static List<X509Certificate> certificates(Path file) {
    List<X509Certificate> found = new ArrayList<>();
    try {
      for (Certificate one :
          CertificateFactory.getInstance("X.509")
              .generateCertificates(new ByteArrayInputStream(Files.readAllBytes(file)))) {
        if (one instanceof X509Certificate certificate) {
          found.add(certificate);
        }
      }
    } catch (CertificateException e) {
      throw new IllegalArgumentException(file + " has no readable certificates in PEM", e);
    } catch (IOException e) {
      throw new IllegalArgumentException("the certificates cannot be read from " + file, e);
    }
    if (found.isEmpty()) {
      throw new IllegalArgumentException("there is no certificate in PEM in " + file);
    }
    return found;
  }

  private static TrustManager[] issuers(List<X509Certificate> certificates) {
    try {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      for (int i = 0; i < certificates.size(); i++) {
        store.setCertificateEntry("ca-" + i, certificates.get(i));
      }
      TrustManagerFactory factory =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      factory.init(store);
      return factory.getTrustManagers();
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Takes one certificate and no other. */
  final class Same extends X509ExtendedTrustManager {
    private final X509Certificate own;

    private Same(X509Certificate own) {
      this.own = own;
    }

    private void check(X509Certificate[] chain) throws CertificateException {
      if (chain.length == 0 || !own.equals(chain[0])) {
        throw new CertificateException("not the configured certificate of this daemon");
      }
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
        throws CertificateException {
      check(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
        throws CertificateException {
      check(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type)
        throws CertificateException {
      check(chain);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
        throws CertificateException {
      throw new CertificateException("no client is trusted here");
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
        throws CertificateException {
      throw new CertificateException("no client is trusted here");
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type)
        throws CertificateException {
      throw new CertificateException("no client is trusted here");
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
