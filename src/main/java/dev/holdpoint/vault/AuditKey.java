package dev.holdpoint.vault;

import com.google.crypto.tink.subtle.Ed25519Sign;
import dev.holdpoint.engine.port.Signer;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;

/**
 * The key that signs what the ledger says of what was done outside. The whole of it follows from 32
 * bytes, which are all that a file needs to keep.
 */
public final class AuditKey implements Signer {
  private static final int LENGTH = 32;
  private static final byte[] PRIVATE_PREFIX =
      HexFormat.of().parseHex("302e020100300506032b657004220420");
  private static final String BEGIN = "-----BEGIN PRIVATE KEY-----";
  private static final String END = "-----END PRIVATE KEY-----";

  private final byte[] seed;
  private final Ed25519Sign signer;
  private final byte[] open;
  private final String id;

  private AuditKey(byte[] seed) {
    try {
      this.seed = seed;
      // Every commit with a decision is signed: the JDK's own takes eight times as long.
      this.signer = new Ed25519Sign(seed);
      this.open = Ed25519Sign.KeyPair.newKeyPairFromSeed(seed).getPublicKey();
      this.id = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(open), 0, 8);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("32 bytes are a key", e);
    }
  }

  /** One that nobody has had before. */
  public static AuditKey generate() {
    byte[] seed = new byte[LENGTH];
    new SecureRandom().nextBytes(seed);
    return new AuditKey(seed);
  }

  /**
   * Reads PKCS #8 in PEM, as {@code openssl genpkey -algorithm ed25519} writes it.
   *
   * @throws IllegalArgumentException when it is anything else; the message does not quote it
   */
  static AuditKey parse(String pem) {
    String text = pem.strip();
    if (!text.startsWith(BEGIN) || !text.endsWith(END)) {
      throw new IllegalArgumentException("not one private key in PEM");
    }
    byte[] der;
    try {
      der =
          Base64.getDecoder()
              .decode(
                  text.substring(BEGIN.length(), text.length() - END.length())
                      .replaceAll("\\s", ""));
    } catch (IllegalArgumentException _) {
      throw new IllegalArgumentException("not base64 between its first and last line");
    }
    if (der.length != PRIVATE_PREFIX.length + LENGTH
        || !Arrays.equals(PRIVATE_PREFIX, Arrays.copyOf(der, PRIVATE_PREFIX.length))) {
      throw new IllegalArgumentException("no Ed25519 key in PKCS #8");
    }
    return new AuditKey(Arrays.copyOfRange(der, PRIVATE_PREFIX.length, der.length));
  }

  String pem() {
    return BEGIN + "\n" + Base64.getEncoder().encodeToString(der(seed)) + "\n" + END + "\n";
  }

  private static byte[] der(byte[] seed) {
    byte[] der = Arrays.copyOf(PRIVATE_PREFIX, PRIVATE_PREFIX.length + LENGTH);
    System.arraycopy(seed, 0, der, PRIVATE_PREFIX.length, LENGTH);
    return der;
  }

  @Override
  public String keyId() {
    return id;
  }

  @Override
  public byte[] publicKey() {
    return open.clone();
  }

  @Override
  public byte[] sign(byte[] hash) {
    try {
      return signer.sign(hash);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("a key that was checked can sign", e);
    }
  }

  /** Never the secret. */
  @Override
  public String toString() {
    return "AuditKey[" + id + "]";
  }
}
