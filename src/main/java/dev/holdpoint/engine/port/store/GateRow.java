package dev.holdpoint.engine.port.store;

import dev.holdpoint.core.gate.GateKind;
import dev.holdpoint.core.gate.GateState;
import org.jspecify.annotations.Nullable;

/**
 * An approval or a question as lists and timers see it. What was asked and decided is in the run,
 * or, once the run has moved on, in the run as the journal row {@code settledIn} holds it.
 *
 * @param tenantId null for the root tenant, whose gates nobody looks up by it
 */
public record GateRow(
    long key,
    GateKind kind,
    GateState.Status status,
    long runKey,
    long sessionKey,
    @Nullable Long expiresAtMs,
    long settledIn,
    @Nullable String tenantId) {

  /** Of the root tenant. */
  public GateRow(
      long key,
      GateKind kind,
      GateState.Status status,
      long runKey,
      long sessionKey,
      @Nullable Long expiresAtMs,
      long settledIn) {
    this(key, kind, status, runKey, sessionKey, expiresAtMs, settledIn, null);
  }
}
