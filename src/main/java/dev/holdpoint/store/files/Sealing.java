package dev.holdpoint.store.files;

import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * AES-256-GCM. What is sealed is bound to what it is about: moved elsewhere, it does not open. The
 * nonce is random and stands before the rest.
 */
final class Sealing {
  static final int KEY_BYTES = 32;
  private static final int NONCE = 12;
  private static final int TAG_BITS = 128;

  private final SecretKeySpec key;
  private final SecureRandom random = new SecureRandom();

  Sealing(byte[] key) {
    if (key.length != KEY_BYTES) {
      throw new IllegalArgumentException("the key has " + key.length + " bytes");
    }
    this.key = new SecretKeySpec(key, "AES");
  }

  byte[] seal(byte[] plain, byte[] about) {
    byte[] nonce = new byte[NONCE];
    random.nextBytes(nonce);
    try {
      Cipher cipher = cipher(Cipher.ENCRYPT_MODE, nonce, 0, about);
      byte[] sealed = new byte[NONCE + cipher.getOutputSize(plain.length)];
      System.arraycopy(nonce, 0, sealed, 0, NONCE);
      cipher.doFinal(plain, 0, plain.length, sealed, NONCE);
      return sealed;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has AES-GCM", e);
    }
  }

  /** Null when it was sealed with another key or about something else, or has been changed. */
  byte @Nullable [] open(byte[] sealed, byte[] about) {
    if (sealed.length < NONCE) {
      return null;
    }
    try {
      return cipher(Cipher.DECRYPT_MODE, sealed, 0, about)
          .doFinal(sealed, NONCE, sealed.length - NONCE);
    } catch (GeneralSecurityException e) {
      return null;
    }
  }

  private Cipher cipher(int mode, byte[] nonce, int at, byte[] about)
      throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
    cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce, at, NONCE));
    cipher.updateAAD(about);
    return cipher;
  }
}
