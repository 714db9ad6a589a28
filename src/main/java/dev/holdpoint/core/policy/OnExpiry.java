package dev.holdpoint.core.policy;

import dev.holdpoint.core.gate.GateKind;
import java.util.Locale;

/** What the deadline does to a gate that nobody has decided. */
public enum OnExpiry {
  /** The run fails with {@code approval_expired}. */
  FAIL(true, false),
  /** The run is cancelled. */
  CANCEL(true, true),
  /** The agent gets a no and continues. */
  DENY(true, false),
  /** The same for a question. */
  DECLINE(false, true),
  /** Each question gets its declared default. */
  DEFAULT(false, true),
  /** The call runs. */
  ALLOW(true, false);

  private final boolean approvals;
  private final boolean questions;

  OnExpiry(boolean approvals, boolean questions) {
    this.approvals = approvals;
    this.questions = questions;
  }

  public boolean fits(GateKind kind) {
    return kind == GateKind.APPROVAL ? approvals : questions;
  }

  /** What holds where a policy leaves the ending out. */
  public static OnExpiry ofPolicy(GateKind kind) {
    return kind == GateKind.APPROVAL ? DENY : CANCEL;
  }

  /** What holds where no policy matches and the asker said nothing. */
  public static OnExpiry withoutPolicy(GateKind kind) {
    return kind == GateKind.APPROVAL ? FAIL : CANCEL;
  }

  /** The word of the expression and of the wire. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
