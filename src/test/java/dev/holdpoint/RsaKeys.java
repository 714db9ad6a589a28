package dev.holdpoint;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.interfaces.RSAPrivateCrtKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.RSAPublicKeySpec;
import java.util.Base64;

/**
 * RSA keys by openssl: in a JVM that compiles as little as those of the tests, finding the primes
 * takes seconds.
 */
public final class RsaKeys {
  private RsaKeys() {}

  public static KeyPair generate() {
    try {
      Process openssl =
          new ProcessBuilder(
                  "openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048".split(" "))
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      String pem = new String(openssl.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      byte[] bytes = Base64.getMimeDecoder().decode(pem.replaceAll("-----[A-Z ]+-----", ""));
      KeyFactory keys = KeyFactory.getInstance("RSA");
      RSAPrivateCrtKey own =
          (RSAPrivateCrtKey) keys.generatePrivate(new PKCS8EncodedKeySpec(bytes));
      return new KeyPair(
          keys.generatePublic(new RSAPublicKeySpec(own.getModulus(), own.getPublicExponent())),
          own);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
