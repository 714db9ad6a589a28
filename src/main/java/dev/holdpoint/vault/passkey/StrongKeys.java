package dev.holdpoint.vault.passkey;

import com.webauthn4j.data.attestation.authenticator.COSEKey;
import com.webauthn4j.data.attestation.statement.COSEAlgorithmIdentifier;
import dev.holdpoint.core.access.Verification;
import java.math.BigInteger;
import java.security.PublicKey;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.EdECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.ECFieldFp;
import java.security.spec.ECPoint;
import java.security.spec.EllipticCurve;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Which public keys are taken. An authenticator makes good ones; anybody else can write one for
 * which a signature takes no private key, and the library does not look.
 */
final class StrongKeys {
  private static final int LEAST_RSA_BITS = 2_048;
  private static final int MOST_RSA_BITS = 8_192;
  private static final int P256_BITS = 256;

  /** NIST P-256, by the order of its base point. */
  private static final BigInteger P256_ORDER =
      new BigInteger("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551", 16);

  private StrongKeys() {}

  /** Why this key is not taken; null when it is. */
  static @Nullable String fault(COSEKey key) {
    PublicKey known = key.getPublicKey();
    COSEAlgorithmIdentifier algorithm = key.getAlgorithm();
    boolean good =
        switch (known) {
          case EdECPublicKey ed ->
              COSEAlgorithmIdentifier.EdDSA.equals(algorithm) && isEd25519(ed.getEncoded());
          case ECPublicKey ec -> COSEAlgorithmIdentifier.ES256.equals(algorithm) && isP256(ec);
          case RSAPublicKey rsa -> COSEAlgorithmIdentifier.RS256.equals(algorithm) && isRsa(rsa);
          case null, default -> false;
        };
    return good ? null : "the public key is weak, or not one of its algorithm";
  }

  private static boolean isEd25519(byte[] spki) {
    int from = spki.length - Verification.PUBLIC_KEY_BYTES;
    return from > 0
        && Verification.publicKeyFault(Arrays.copyOfRange(spki, from, spki.length)) == null;
  }

  private static boolean isP256(ECPublicKey key) {
    EllipticCurve curve = key.getParams().getCurve();
    ECPoint point = key.getW();
    if (!key.getParams().getOrder().equals(P256_ORDER)
        || !(curve.getField() instanceof ECFieldFp field)
        || field.getFieldSize() != P256_BITS
        || point.equals(ECPoint.POINT_INFINITY)) {
      return false;
    }
    BigInteger p = field.getP();
    BigInteger x = point.getAffineX();
    BigInteger y = point.getAffineY();
    BigInteger right = x.pow(3).add(curve.getA().multiply(x)).add(curve.getB()).mod(p);
    return x.compareTo(p) < 0 && y.compareTo(p) < 0 && y.pow(2).mod(p).equals(right);
  }

  /** With an exponent of 1 each number is its own signature. */
  private static boolean isRsa(RSAPublicKey key) {
    int bits = key.getModulus().bitLength();
    BigInteger exponent = key.getPublicExponent();
    return bits >= LEAST_RSA_BITS
        && bits <= MOST_RSA_BITS
        && key.getModulus().testBit(0)
        && exponent.testBit(0)
        && exponent.compareTo(BigInteger.ONE) > 0;
  }
}
