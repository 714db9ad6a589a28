package dev.holdpoint.http.tls;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * A certificate with those of its issuers, and the key that belongs to it. Nothing of the key is
 * told by any text here.
 */
final class TlsIdentity {
  private static final List<String> KINDS = List.of("RSA", "EC", "EdDSA");
  private static final int LEAST_RSA_BITS = 2_048;
  private static final byte[] SAMPLE = "holdpoint".getBytes(StandardCharsets.UTF_8);

  private final SSLContext context;
  private final X509Certificate own;

  private TlsIdentity(SSLContext context, X509Certificate own) {
    this.context = context;
    this.own = own;
  }

  /** What new connections are made with. */
  SSLContext context() {
    return context;
  }

  X509Certificate own() {
    return own;
  }

  /** The paths are for the texts of refusals alone. */
  static TlsIdentity of(Path certFile, String certificates, Path keyFile, String keys)
      throws TlsRefused {
    List<X509Certificate> chain = chain(certFile, certificates);
    X509Certificate own = chain.getFirst();
    PrivateKey key = key(keyFile, keys);
    checkStrength(certFile, own.getPublicKey());
    if (!fits(key, own.getPublicKey())) {
      boolean another = chain.stream().anyMatch(one -> fits(key, one.getPublicKey()));
      throw new TlsRefused(
          another
              ? "tls.cert_file %s must begin with the certificate of the key, followed by that of its issuer"
                  .formatted(certFile)
              : "tls.key_file %s does not belong to the first certificate in %s; use the matching key"
                  .formatted(keyFile, certFile));
    }
    checkOrder(certFile, chain);
    try {
      return new TlsIdentity(context(chain, key), own);
    } catch (GeneralSecurityException | java.io.IOException e) {
      throw new TlsRefused(
          "tls.cert_file %s and its key cannot be used: %s"
              .formatted(certFile, e.getClass().getSimpleName()));
    }
  }

  private static List<X509Certificate> chain(Path file, String text) throws TlsRefused {
    List<X509Certificate> chain = new ArrayList<>();
    for (Pem.Block block : Pem.blocks(text)) {
      if (!block.label().equals("CERTIFICATE")) {
        continue;
      }
      try {
        if (CertificateFactory.getInstance("X.509")
                .generateCertificate(new ByteArrayInputStream(block.bytes()))
            instanceof X509Certificate one) {
          chain.add(one);
        }
      } catch (CertificateException _) {
        throw new TlsRefused(
            "tls.cert_file %s: certificate %d cannot be read; inspect it with 'openssl x509 -text -in %s'"
                .formatted(file, chain.size() + 1, file));
      }
    }
    if (chain.isEmpty()) {
      throw new TlsRefused(
          "tls.cert_file %s has no certificate in PEM (-----BEGIN CERTIFICATE-----); convert a DER certificate with 'openssl x509 -inform der -in %s -out cert.pem'"
              .formatted(file, file));
    }
    return chain;
  }

  /** Some clients find their way through any order, others do not. */
  private static void checkOrder(Path file, List<X509Certificate> chain) throws TlsRefused {
    for (int i = 1; i < chain.size(); i++) {
      X509Certificate before = chain.get(i - 1);
      X509Certificate issuer = chain.get(i);
      if (!before.getIssuerX500Principal().equals(issuer.getSubjectX500Principal())
          || chain.subList(0, i).contains(issuer)) {
        throw new TlsRefused(
            "tls.cert_file %s: certificate %d (%s) is not the issuer of the previous one (%s); put the server's certificate first and each issuer after the certificate it issued"
                .formatted(
                    file,
                    i + 1,
                    issuer.getSubjectX500Principal(),
                    before.getIssuerX500Principal()));
      }
    }
  }

  private static PrivateKey key(Path file, String text) throws TlsRefused {
    List<Pem.Block> keys =
        Pem.blocks(text).stream().filter(one -> one.label().endsWith("PRIVATE KEY")).toList();
    if (keys.isEmpty()) {
      throw new TlsRefused(
          "tls.key_file %s has no key in PEM (-----BEGIN PRIVATE KEY-----)".formatted(file));
    }
    if (keys.size() > 1) {
      throw new TlsRefused(
          "tls.key_file %s has %d keys; keep only the certificate's key"
              .formatted(file, keys.size()));
    }
    Pem.Block only = keys.getFirst();
    if (only.label().equals("ENCRYPTED PRIVATE KEY") || text.contains("ENCRYPTED")) {
      throw new TlsRefused(
          "tls.key_file %s is encrypted, which is not supported; %s"
              .formatted(file, convert(file)));
    }
    if (!only.label().equals("PRIVATE KEY")) {
      throw new TlsRefused(
          "tls.key_file %s is '%s', but only PKCS #8 is supported; %s"
              .formatted(file, only.label(), convert(file)));
    }
    PrivateKey key = key(only.bytes());
    if (key == null) {
      throw new TlsRefused(
          "tls.key_file %s must have an RSA key, an EC key on P-256, P-384 or P-521, or an Ed25519 key; create one with 'openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out key.pem'"
              .formatted(file));
    }
    return key;
  }

  private static String convert(Path file) {
    return "convert it with 'openssl pkcs8 -topk8 -nocrypt -in %s -out key.pem'".formatted(file);
  }

  private static @Nullable PrivateKey key(byte[] encoded) {
    for (String kind : KINDS) {
      try {
        return KeyFactory.getInstance(kind).generatePrivate(new PKCS8EncodedKeySpec(encoded));
      } catch (GeneralSecurityException _) {
        // Of another kind, or of none.
      }
    }
    return null;
  }

  private static void checkStrength(Path file, PublicKey key) throws TlsRefused {
    if (key instanceof RSAPublicKey rsa && rsa.getModulus().bitLength() < LEAST_RSA_BITS) {
      throw new TlsRefused(
          "tls.cert_file %s has an RSA key of %d bits, which browsers reject; create one of %d bits"
              .formatted(file, rsa.getModulus().bitLength(), LEAST_RSA_BITS));
    }
  }

  /** Whether what the one signs is verified by the other. */
  private static boolean fits(PrivateKey key, PublicKey certified) {
    String algorithm =
        switch (key.getAlgorithm()) {
          case "RSA" -> "SHA256withRSA";
          case "EC" -> "SHA256withECDSA";
          default -> "EdDSA";
        };
    try {
      Signature signing = Signature.getInstance(algorithm);
      signing.initSign(key);
      signing.update(SAMPLE);
      byte[] signed = signing.sign();
      Signature verifying = Signature.getInstance(algorithm);
      verifying.initVerify(certified);
      verifying.update(SAMPLE);
      return verifying.verify(signed);
    } catch (GeneralSecurityException _) {
      return false;
    }
  }

  private static SSLContext context(List<X509Certificate> chain, PrivateKey key)
      throws GeneralSecurityException, java.io.IOException {
    char[] password = new char[0];
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, password);
    store.setKeyEntry("holdpoint", key, password, chain.toArray(X509Certificate[]::new));
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store, password);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), null, null);
    return context;
  }
}
