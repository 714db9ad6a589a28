package dev.holdpoint.vault;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.google.crypto.tink.Aead;
import com.google.crypto.tink.subtle.AesGcmJce;
import com.google.crypto.tink.subtle.Random;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.HexFormat;

/** The key that wraps the keys of values: 32 bytes, written as base64. */
public final class VaultKey {
  private static final int LENGTH = 32;
  private static final int ID_BYTES = 8;

  private final byte[] bytes;
  private final Aead aead;
  private final String id;

  private VaultKey(byte[] bytes) {
    this.bytes = bytes;
    this.id =
        HexFormat.of()
            .formatHex(
                TinkVault.hmac(bytes, "holdpoint vault key".getBytes(US_ASCII)), 0, ID_BYTES);
    try {
      this.aead = new AesGcmJce(bytes);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has AES-GCM", e);
    }
  }

  /** One that nobody has had before. */
  public static VaultKey generate() {
    return new VaultKey(Random.randBytes(LENGTH));
  }

  /**
   * Reads base64 in either alphabet.
   *
   * @throws IllegalArgumentException when it is anything else; the message does not quote it
   */
  public static VaultKey parse(String text) {
    byte[] bytes;
    try {
      bytes = Base64.getDecoder().decode(text.strip().replace('-', '+').replace('_', '/'));
    } catch (IllegalArgumentException _) {
      throw new IllegalArgumentException("something that is not base64");
    }
    if (bytes.length != LENGTH) {
      throw new IllegalArgumentException("%d bytes instead of %d".formatted(bytes.length, LENGTH));
    }
    return new VaultKey(bytes);
  }

  /** What a file keeps of it. */
  String text() {
    return Base64.getEncoder().encodeToString(bytes) + "\n";
  }

  /** Tells keys apart and says nothing of them. */
  public String id() {
    return id;
  }

  Aead aead() {
    return aead;
  }

  /** Never the secret. */
  @Override
  public String toString() {
    return "VaultKey[" + id + "]";
  }
}
