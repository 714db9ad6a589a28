package dev.holdpoint.vault;

import dev.holdpoint.engine.port.Signer;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.spec.NamedParameterSpec;
import java.security.spec.PKCS8EncodedKeySpec;
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
  private static final int PUBLIC_PREFIX_LENGTH = 12;
  private static final String BEGIN = "-----BEGIN PRIVATE KEY-----";
  private static final String END = "-----END PRIVATE KEY-----";

  private final byte[] seed;
  private final PrivateKey secret;
  private final byte[] open;
  private final String id;

  private AuditKey(byte[] seed) {
    try {
      KeyPair pair = pair(seed);
      byte[] encoded = pair.getPublic().getEncoded();
      this.seed = seed;
      this.secret =
          KeyFactory.getInstance("Ed25519").generatePrivate(new PKCS8EncodedKeySpec(der(seed)));
      this.open = Arrays.copyOfRange(encoded, PUBLIC_PREFIX_LENGTH, encoded.length);
      this.id = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(open), 0, 8);
      checkPair(pair);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has Ed25519 and SHA-256", e);
    }
  }

  /**
   * The JDK has no way to ask a private key for its public half, but its generator makes both from
   * the 32 bytes that it takes from its source of chance.
   */
  private static KeyPair pair(byte[] seed) throws GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("Ed25519");
    generator.initialize(
        NamedParameterSpec.ED25519,
        new SecureRandom() {
          @Override
          public void nextBytes(byte[] bytes) {
            System.arraycopy(seed, 0, bytes, 0, bytes.length);
          }
        });
    return generator.generateKeyPair();
  }

  /** Should a JDK ever use its source of chance otherwise, nothing is signed with such a pair. */
  private void checkPair(KeyPair pair) throws GeneralSecurityException {
    Signature check = Signature.getInstance("Ed25519");
    check.initVerify(pair.getPublic());
    check.update(open);
    if (!check.verify(sign(open))) {
      throw new IllegalStateException("the public key does not belong to the private one");
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
      Signature signature = Signature.getInstance("Ed25519");
      signature.initSign(secret);
      signature.update(hash);
      return signature.sign();
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
