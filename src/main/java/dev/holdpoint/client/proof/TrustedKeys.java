package dev.holdpoint.client.proof;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What somebody has from elsewhere than the export.
 *
 * @param key one of the ledger's public keys; null takes the export's own word for it
 * @param head the hash of a checkpoint that must be there; null when none was noted
 * @param leastSequence how long the checkpoint chain must be; 0 for any length
 * @param witness a file of heads that must be there; null when there is none
 */
public record TrustedKeys(
    @Nullable PublicKey key, @Nullable String head, long leastSequence, @Nullable Path witness) {
  public static final TrustedKeys NOTHING = new TrustedKeys(null, null, 0);

  public TrustedKeys(@Nullable PublicKey key, @Nullable String head, long leastSequence) {
    this(key, head, leastSequence, null);
  }

  /** The same with a file of heads. */
  public TrustedKeys with(Path file) {
    return new TrustedKeys(key, head, leastSequence, file);
  }

  public static TrustedKeys in(PublicKey key) {
    return new TrustedKeys(key, null, 0);
  }
}
