package dev.holdpoint.core.access;

import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.EdECPoint;
import java.security.spec.EdECPublicKeySpec;
import java.security.spec.NamedParameterSpec;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/** Whether a signature is what it is said to be. */
public final class Verification {
  public static final int PUBLIC_KEY_BYTES = 32;
  public static final int LEAST_SECRET_BYTES = 32;

  private static final String MAC = "HmacSHA256";

  private Verification() {}

  /**
   * Bytes in base64url, with their padding or without; null for anything else. Each text that is
   * taken stands for other bytes than every other: stray bits at the end are none.
   */
  public static byte @Nullable [] base64url(String text) {
    int end = text.indexOf('=');
    String bare = end < 0 ? text : text.substring(0, end);
    if (end >= 0 && !text.substring(end).equals("=".repeat((4 - bare.length() % 4) % 4))) {
      return null;
    }
    try {
      byte[] bytes = Base64.getUrlDecoder().decode(bare);
      return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes).equals(bare)
          ? bytes
          : null;
    } catch (IllegalArgumentException notBase64) {
      return null;
    }
  }

  /**
   * @param key the shared secret, or the 32 bytes of the public key
   */
  public static boolean holds(Algorithm algorithm, byte[] key, byte[] payload, String value) {
    byte[] signature = base64url(value);
    if (signature == null) {
      return false;
    }
    return switch (algorithm) {
      case HMAC_SHA256 -> MessageDigest.isEqual(hmac(key, payload), signature);
      case ED25519 -> isSigned(key, payload, signature);
      // It signs more than the payload: see PasskeyVerifier.
      case WEBAUTHN -> false;
    };
  }

  public static byte[] hmac(byte[] secret, byte[] payload) {
    try {
      Mac mac = Mac.getInstance(MAC);
      mac.init(new SecretKeySpec(secret, MAC));
      return mac.doFinal(payload);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has HMAC-SHA256", e);
    }
  }

  private static boolean isSigned(byte[] publicKey, byte[] payload, byte[] signature) {
    try {
      Signature check = Signature.getInstance("Ed25519");
      check.initVerify(ed25519(publicKey));
      check.update(payload);
      return check.verify(signature);
    } catch (GeneralSecurityException notASignature) {
      return false;
    }
  }

  /** Why these bytes can be nobody's public key; null when they can. */
  public static @Nullable String publicKeyFault(byte[] publicKey) {
    if (publicKey.length != PUBLIC_KEY_BYTES) {
      return "must be 32 bytes";
    }
    CurvePoint point = CurvePoint.decode(publicKey);
    if (point == null) {
      return "is not a point on the curve";
    }
    return point.isOfSmallOrder() ? "is a weak key for which anyone can make signatures" : null;
  }

  /**
   * The key whose 32 bytes these are.
   *
   * @throws GeneralSecurityException when they are no point of the curve
   */
  public static PublicKey ed25519(byte[] publicKey) throws GeneralSecurityException {
    if (publicKey.length != PUBLIC_KEY_BYTES) {
      throw new GeneralSecurityException("an Ed25519 key has 32 bytes");
    }
    // The last bit is the parity of x; the rest is y, the least significant byte first.
    byte[] y = new byte[PUBLIC_KEY_BYTES];
    for (int i = 0; i < PUBLIC_KEY_BYTES; i++) {
      y[i] = publicKey[PUBLIC_KEY_BYTES - 1 - i];
    }
    boolean odd = (y[0] & 0x80) != 0;
    y[0] &= 0x7F;
    return KeyFactory.getInstance("Ed25519")
        .generatePublic(
            new EdECPublicKeySpec(
                NamedParameterSpec.ED25519, new EdECPoint(odd, new java.math.BigInteger(1, y))));
  }
}
