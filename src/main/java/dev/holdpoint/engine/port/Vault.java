package dev.holdpoint.engine.port;

import dev.holdpoint.core.secret.Sealed;

/** Seals values and opens them again. */
public interface Vault {
  /**
   * @param about what the value is bound to; it opens with the same alone
   */
  Sealed seal(byte[] value, String about);

  /**
   * @throws SecretLost when it does not open
   */
  byte[] open(Sealed sealed, String about);

  /**
   * The same value, its key wrapped by the vault's newest key. Neither the value nor its ciphertext
   * is touched.
   *
   * @throws SecretLost when it was wrapped by a key that is not here
   */
  Sealed rewrap(Sealed sealed, String about);

  /** Whether values that this key has wrapped can be opened. */
  boolean has(String keyId);

  /** The key that wraps from now on. */
  String keyId();

  /**
   * Wraps with this key from now on, because the ledger's own secrets are: another node may have
   * changed the key. One that is just being changed here stays.
   *
   * @return false when the key is not here and has not come to where keys are kept
   */
  boolean follow(String keyId);

  /**
   * A fingerprint that nobody can guess a text from, and that stays the same when keys change.
   *
   * @param purpose the same text has another fingerprint for each
   */
  byte[] mac(String purpose, byte[] text);

  /** Gives the vault what the ledger keeps for {@link #mac}: 32 random bytes, sealed. */
  void macWith(byte[] key);
}
