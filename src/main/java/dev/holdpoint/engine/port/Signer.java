package dev.holdpoint.engine.port;

/** Signs what the ledger says of what was done outside. */
public interface Signer {
  /** The first 16 hex digits of the SHA-256 of {@link #publicKey}. */
  String keyId();

  /** The 32 bytes of an Ed25519 key. */
  byte[] publicKey();

  byte[] sign(byte[] hash);
}
