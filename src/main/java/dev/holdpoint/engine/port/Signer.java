package dev.holdpoint.engine.port;

import org.jspecify.annotations.Nullable;

/** Signs what the ledger says of what was done outside. */
public interface Signer {
  /** The first 16 hex digits of the SHA-256 of {@link #publicKey}. */
  String keyId();

  /** The 32 bytes of an Ed25519 key. */
  byte[] publicKey();

  byte[] sign(byte[] hash);

  /**
   * Another of the ledger's keys, if it has come to where this one is kept: it may have been made
   * at another node. Null when it has not.
   */
  default @Nullable Signer other(String keyId) {
    return null;
  }
}
