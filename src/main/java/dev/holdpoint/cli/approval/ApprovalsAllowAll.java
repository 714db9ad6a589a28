package dev.holdpoint.cli.approval;

import dev.holdpoint.api.gate.ApprovalBodies.ApprovalBehavior;
import dev.holdpoint.api.gate.ApprovalBodies.ApprovalResolution;
import dev.holdpoint.api.gate.ApprovalBodies.ApprovalRow;
import picocli.CommandLine.Command;

@Command(
    name = "allow-all",
    description = {
      "Allows all pending calls, with one batch for each run.",
      "If the batch of a run fails, the other runs are still decided, and the "
          + "exit code is not 0."
    },
    footer = {
      "  holdpoint approvals allow-all --session deploys --dry-run",
      "  holdpoint approvals allow-all --session deploys"
    })
final class ApprovalsAllowAll extends DecisionOnAll {
  @Override
  String done() {
    return "allowed";
  }

  @Override
  ApprovalResolution of(ApprovalRow shown) {
    return new ApprovalResolution(
        shown.request().id(),
        ApprovalBehavior.ALLOW,
        null,
        justification(),
        null,
        shown.request().digest());
  }
}
