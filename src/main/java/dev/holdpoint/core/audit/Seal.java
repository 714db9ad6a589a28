package dev.holdpoint.core.audit;

import org.jspecify.annotations.Nullable;

/**
 * What binds a record to the one before it and to whoever holds the key.
 *
 * @param prevHash null on the first of its chain
 * @param signature Ed25519 over the bytes of {@code recordHash}, base64url
 */
public record Seal(@Nullable String prevHash, String recordHash, String keyId, String signature) {
  public static final String ALGORITHM = "ed25519";
}
