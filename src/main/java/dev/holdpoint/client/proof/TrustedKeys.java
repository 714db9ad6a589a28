package dev.holdpoint.client.proof;

import org.jspecify.annotations.Nullable;

/**
 * What somebody has from elsewhere than the export.
 *
 * @param key one of the ledger's public keys; null takes the export's own word for it
 * @param head the hash of a checkpoint that must be there; null when none was noted
 * @param leastSequence how long the checkpoint chain must be; 0 for any length
 */
public record TrustedKeys(@Nullable PublicKey key, @Nullable String head, long leastSequence) {
  public static final TrustedKeys NOTHING = new TrustedKeys(null, null, 0);

  public static TrustedKeys in(PublicKey key) {
    return new TrustedKeys(key, null, 0);
  }
}
