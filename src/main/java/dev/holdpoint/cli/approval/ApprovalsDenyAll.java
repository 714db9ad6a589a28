package dev.holdpoint.cli.approval;

import dev.holdpoint.api.gate.ApprovalBodies.ApprovalResolution;
import dev.holdpoint.api.gate.ApprovalBodies.ApprovalRow;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "deny-all",
    description = {
      "Denies all pending calls, with one batch for each run.",
      "If the batch of a run fails, the other runs are still decided, and the "
          + "exit code is not 0."
    },
    footer = {
      "  holdpoint approvals deny-all --reason 'we are closed for today'",
      "  holdpoint approvals deny-all --session deploys"
    })
final class ApprovalsDenyAll extends DecisionOnAll {
  @Option(names = "--reason", paramLabel = "TEXT", description = "reason for the agents")
  private @Nullable String reason;

  @Override
  String done() {
    return "denied ";
  }

  @Override
  ApprovalResolution of(ApprovalRow shown) {
    return denial(shown, reason);
  }
}
