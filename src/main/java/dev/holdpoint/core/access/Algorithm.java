package dev.holdpoint.core.access;

import java.util.Arrays;
import java.util.Optional;

/** How an approver signs. */
public enum Algorithm {
  HMAC_SHA256("hmac-sha256"),
  ED25519("ed25519"),
  /** By a passkey: the authenticator signs what the browser says of the page too. */
  WEBAUTHN("webauthn");

  private final String wire;

  Algorithm(String wire) {
    this.wire = wire;
  }

  public String wire() {
    return wire;
  }

  public static Optional<Algorithm> named(String wire) {
    return Arrays.stream(values()).filter(one -> one.wire.equals(wire)).findFirst();
  }
}
