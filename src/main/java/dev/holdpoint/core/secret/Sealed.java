package dev.holdpoint.core.secret;

import java.util.Arrays;

/**
 * A value that only the vault can open.
 *
 * @param ciphertext the value under a key of its own
 * @param wrappedKey that key under the vault's; without it the ciphertext is noise
 * @param wrappedBy the id of the vault's key
 */
@SuppressWarnings("ArrayRecordComponent") // nobody changes what is in it
public record Sealed(byte[] ciphertext, byte[] wrappedKey, String wrappedBy) {
  @Override
  public boolean equals(Object other) {
    return other instanceof Sealed(byte[] text, byte[] key, String by)
        && Arrays.equals(ciphertext, text)
        && Arrays.equals(wrappedKey, key)
        && wrappedBy.equals(by);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(ciphertext);
  }

  @Override
  public String toString() {
    return "Sealed[by " + wrappedBy + "]";
  }
}
