package dev.holdpoint.cli.permit;

import dev.holdpoint.api.json.Wire;
import dev.holdpoint.api.permit.PermitBodies.PermitView;
import dev.holdpoint.cli.Facts;

/** A permit as people read it. */
final class PermitText {
  private PermitText() {}

  static void show(PermitView permit, Facts facts) {
    facts
        .line("permit", permit.permitId())
        .line("state", Wire.name(permit.state()))
        .line("reason", permit.voidReason())
        .line("because", permit.revokeReason())
        .line("error", permit.error())
        .line("tool", permit.toolName())
        .line("session", permit.sessionId())
        .line("approval", permit.approvalId())
        .line("allowed by", permit.by())
        .line("audience", permit.audience())
        .line("runner", Wire.name(permit.runner()))
        .line("attempt", Integer.toString(permit.attempt()))
        .time("not after", permit.notAfterMs())
        .line("redeemed by", permit.redeemedBy())
        .time("redeemed", permit.redeemedAtMs())
        .time("result due", permit.resultDueAtMs())
        .time("settled", permit.settledAtMs())
        .line("question", permit.questionId())
        .line("successor", permit.successorId())
        .line("digest", permit.digest());
  }
}
