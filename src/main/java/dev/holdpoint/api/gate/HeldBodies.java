package dev.holdpoint.api.gate;

import dev.holdpoint.api.gate.ApprovalBodies.ApprovalBehavior;
import dev.holdpoint.api.rule.About;

/** Decisions that take effect a moment after they were sent. */
public interface HeldBodies {
  @About("A decision that was sent and takes effect at until_ms, unless it is undone before.")
  record HeldView(
      String by,
      ApprovalBehavior behavior,
      long atMs,
      @About("When it takes effect.") long untilMs) {}
}
