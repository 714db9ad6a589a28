package dev.holdpoint.engine.permit;

import dev.holdpoint.core.permit.PermitState;

/** Counts what becomes of permits. */
@FunctionalInterface
public interface PermitMetrics {
  PermitMetrics NONE = _ -> {};

  /** A permit has come to this state, and the commit that says so is durable. */
  void reached(PermitState.Status status);
}
