package dev.holdpoint.vault;

import dev.holdpoint.engine.json.Digests;
import dev.holdpoint.engine.port.Signer;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.Signature;
import java.util.Arrays;

/** The key that signs what the ledger says of what was done outside. */
public final class AuditKey implements Signer {
  private static final int RAW = 32;
  private static final int ID = 16;

  private final PrivateKey key;
  private final byte[] publicKey;
  private final String id;

  private AuditKey(PrivateKey key, byte[] publicKey) {
    this.key = key;
    this.publicKey = publicKey;
    this.id = Digests.sha256Hex(publicKey).substring(0, ID);
  }

  /** One that nobody has had before. */
  public static AuditKey generate() {
    try {
      KeyPair pair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
      byte[] encoded = pair.getPublic().getEncoded();
      // The key itself is the end of its X.509 form.
      return new AuditKey(
          pair.getPrivate(), Arrays.copyOfRange(encoded, encoded.length - RAW, encoded.length));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has Ed25519", e);
    }
  }

  @Override
  public String keyId() {
    return id;
  }

  @Override
  public byte[] publicKey() {
    return publicKey.clone();
  }

  @Override
  public byte[] sign(byte[] hash) {
    try {
      Signature signature = Signature.getInstance("Ed25519");
      signature.initSign(key);
      signature.update(hash);
      return signature.sign();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("a key that was good once signs for ever", e);
    }
  }
}
