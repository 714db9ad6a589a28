package dev.holdpoint.cli.approval;

import dev.holdpoint.api.ApprovalResolution;
import dev.holdpoint.api.ApprovalRow;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "deny-all",
    description = {
      "Denies everything that waits, with one batch for each run.",
      "A run whose batch fails keeps none of the others back; the exit code tells that one failed."
    },
    footer = {
      "  holdpoint approvals deny-all --reason 'we are closed for today'",
      "  holdpoint approvals deny-all --session deploys"
    })
final class ApprovalsDenyAll extends DecisionOnAll {
  @Option(names = "--reason", paramLabel = "TEXT", description = "what the agents are told")
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
