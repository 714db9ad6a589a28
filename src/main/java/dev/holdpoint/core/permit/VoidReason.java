package dev.holdpoint.core.permit;

import java.util.Locale;

/** Why a permit is good for nothing any more. */
public enum VoidReason {
  /** An admin or operator took it back. */
  REVOKED,
  /** The token that asked does not want it any more. */
  WITHDRAWN,
  SESSION_ENDED,
  EXPIRED,
  /** What the yes depends on has changed; the call is asked about anew. */
  STALE_WORLD,
  /** An earlier attempt was carried out after all. */
  LATE_RESULT,
  /** The attempt before did not happen, and the yes was good for one: the call is asked anew. */
  SUPERSEDED;

  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
