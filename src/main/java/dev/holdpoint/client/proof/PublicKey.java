package dev.holdpoint.client.proof;

import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** An Ed25519 public key, and the name that records call it by. */
public final class PublicKey {
  private static final int LENGTH = 32;

  /** What stands before the 32 bytes in the form that the JDK and openssl read (RFC 8410). */
  private static final byte[] PREFIX = HexFormat.of().parseHex("302a300506032b6570032100");

  private final byte[] raw;
  private final String id;
  private java.security.@Nullable PublicKey parsed;

  private PublicKey(byte[] raw) {
    this.raw = raw;
    this.id = HexFormat.of().formatHex(sha256(raw), 0, 8);
  }

  static PublicKey ofRaw(byte[] raw) throws Malformed {
    if (raw.length != LENGTH) {
      throw new Malformed("a public key has 32 bytes, not " + raw.length);
    }
    return new PublicKey(raw.clone());
  }

  /** As records have it. */
  static PublicKey ofText(String base64Url) throws Malformed {
    return ofRaw(Base64Url.decode(base64Url));
  }

  /**
   * As people keep it: base64url, {@code key_id:base64url}, or PEM as openssl writes it.
   *
   * @throws Malformed when it is none of these
   */
  public static PublicKey parse(String text) throws Malformed {
    String given = text.strip();
    if (given.startsWith("-----BEGIN")) {
      return ofPem(given);
    }
    int colon = given.indexOf(':');
    PublicKey key;
    try {
      key = ofText(given.substring(colon + 1));
    } catch (Malformed e) {
      throw new Malformed(
          "it is not a public key: give base64url, key_id:base64url or PEM ("
              + e.getMessage()
              + ")");
    }
    if (colon >= 0 && !given.substring(0, colon).equals(key.id)) {
      throw new Malformed(
          "the key after the colon is "
              + key.id
              + ", not "
              + given.substring(0, colon)
              + "; one of them was copied wrongly");
    }
    return key;
  }

  private static PublicKey ofPem(String pem) throws Malformed {
    if (!pem.startsWith("-----BEGIN PUBLIC KEY-----")) {
      throw new Malformed("the PEM text is not a public key; give only the public key");
    }
    String base64 = pem.replaceAll("-----[A-Z ]+-----", "").replaceAll("\\s", "");
    byte[] der;
    try {
      der = java.util.Base64.getDecoder().decode(base64);
    } catch (IllegalArgumentException _) {
      throw new Malformed("the PEM text is not base64 between its lines");
    }
    if (der.length != PREFIX.length + LENGTH
        || !Arrays.equals(PREFIX, Arrays.copyOf(der, PREFIX.length))) {
      throw new Malformed("the PEM text is not an Ed25519 key");
    }
    return new PublicKey(Arrays.copyOfRange(der, PREFIX.length, der.length));
  }

  public String id() {
    return id;
  }

  /** {@code key_id:base64url}, in one line. */
  public String line() {
    return id + ":" + Base64Url.encode(raw);
  }

  boolean isSame(PublicKey other) {
    return Arrays.equals(raw, other.raw);
  }

  boolean hasSigned(byte[] hash, byte[] signature) {
    try {
      if (parsed == null) {
        parsed = KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(der()));
      }
      Signature check = Signature.getInstance("Ed25519");
      check.initVerify(parsed);
      check.update(hash);
      return check.verify(signature);
    } catch (GeneralSecurityException _) {
      // The bytes are no point of the curve, or no signature can look so.
      return false;
    }
  }

  private byte[] der() {
    byte[] der = Arrays.copyOf(PREFIX, PREFIX.length + LENGTH);
    System.arraycopy(raw, 0, der, PREFIX.length, LENGTH);
    return der;
  }

  static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
