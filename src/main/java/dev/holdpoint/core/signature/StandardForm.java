package dev.holdpoint.core.signature;

import java.math.BigInteger;
import java.security.PublicKey;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * Whether a signature has the one form of its standard. Java takes others as well, which openssl
 * does not: with an authenticator of their own, people could give a yes that counts, and that other
 * programs then find to be none.
 */
public final class StandardForm {
  private static final byte SEQUENCE = 0x30;
  private static final byte INTEGER = 2;

  /** What stands before a SHA-256 in a signature of RSA (RFC 8017). */
  private static final byte[] SHA256_INFO =
      HexFormat.of().parseHex("3031300d060960864801650304020105000420");

  private StandardForm() {}

  /**
   * Of a signature that verifies.
   *
   * @param hash the SHA-256 of what was signed
   */
  public static boolean has(PublicKey key, byte[] hash, byte[] signature) {
    return switch (key) {
      case ECPublicKey _ -> isDer(signature);
      case RSAPublicKey rsa ->
          new BigInteger(1, signature)
              .modPow(rsa.getPublicExponent(), rsa.getModulus())
              .equals(padded(rsa.getModulus(), hash));
      default -> true;
    };
  }

  /** Two numbers that are not negative, each as short as it can be. */
  private static boolean isDer(byte[] signature) {
    int at = 2;
    for (int i = 0; i < 2; i++) {
      int length = at + 1 < signature.length ? signature[at + 1] : 0;
      if (length < 1
          || at + 2 + length > signature.length
          || signature[at] != INTEGER
          || signature[at + 2] < 0
          || (length > 1 && signature[at + 2] == 0 && signature[at + 3] >= 0)) {
        return false;
      }
      at += 2 + length;
    }
    return signature[0] == SEQUENCE
        && signature[1] == signature.length - 2
        && at == signature.length;
  }

  /** The hash as PKCS #1 1.5 fills it up, with the NULL that Java does without. */
  private static BigInteger padded(BigInteger modulus, byte[] hash) {
    byte[] whole = new byte[(modulus.bitLength() + 7) / 8];
    int info = whole.length - SHA256_INFO.length - hash.length;
    Arrays.fill(whole, 2, info - 1, (byte) 0xff);
    whole[1] = 1;
    System.arraycopy(SHA256_INFO, 0, whole, info, SHA256_INFO.length);
    System.arraycopy(hash, 0, whole, info + SHA256_INFO.length, hash.length);
    return new BigInteger(1, whole);
  }
}
