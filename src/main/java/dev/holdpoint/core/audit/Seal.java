package dev.holdpoint.core.audit;

import org.jspecify.annotations.Nullable;

/**
 * What binds a record to the one before it and to whoever holds the key.
 *
 * @param prevHash null on the first of its chain
 * @param signature Ed25519 over the bytes of {@code recordHash}, base64url; or the id of the
 *     checkpoint that is signed in its place
 * @param algorithm {@link #COVERED}, or null for a signature of its own
 */
public record Seal(
    @Nullable String prevHash,
    String recordHash,
    String keyId,
    String signature,
    @Nullable String algorithm) {
  public static final String ALGORITHM = "ed25519";

  /** In the place of the algorithm where a signed checkpoint answers for the record. */
  public static final String COVERED = "checkpoint";

  /** One with a signature of its own. */
  public Seal(@Nullable String prevHash, String recordHash, String keyId, String signature) {
    this(prevHash, recordHash, keyId, signature, null);
  }

  /** As it is shown. */
  public String signedBy() {
    return algorithm == null ? ALGORITHM : algorithm;
  }

  public boolean isCovered() {
    return COVERED.equals(algorithm);
  }

  /** The same, for which this checkpoint is signed. */
  public Seal coveredBy(String checkpointId) {
    return new Seal(prevHash, recordHash, keyId, checkpointId, COVERED);
  }

  /** The same with a signature of its own. */
  public Seal signed(String value) {
    return new Seal(prevHash, recordHash, keyId, value, null);
  }
}
