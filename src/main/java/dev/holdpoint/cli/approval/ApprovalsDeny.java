package dev.holdpoint.cli.approval;

import dev.holdpoint.api.gate.ApprovalBodies.ApprovalResolution;
import dev.holdpoint.api.gate.ApprovalBodies.ApprovalRow;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "deny",
    description = "Denies pending calls. The agent receives the reason and continues without them.",
    footer = "  holdpoint approvals deny apr_01M7EP4BTA0000D5JFGYZTA0B9 --reason 'not on a Friday'")
final class ApprovalsDeny extends NamedDecision {
  @Option(names = "--reason", paramLabel = "TEXT", description = "reason for the agent")
  private @Nullable String reason;

  @Override
  String done() {
    return "denied ";
  }

  @Override
  ApprovalResolution of(ApprovalRow shown) {
    return denial(shown, reason, option());
  }
}
