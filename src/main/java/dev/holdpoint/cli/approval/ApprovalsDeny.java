package dev.holdpoint.cli.approval;

import dev.holdpoint.api.ApprovalResolution;
import dev.holdpoint.api.ApprovalRow;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "deny",
    description = "Denies calls that wait; the agent is told the reason and goes on without them.",
    footer = "  holdpoint approvals deny apr_01M7EP4BTA0000D5JFGYZTA0B9 --reason 'not on a Friday'")
final class ApprovalsDeny extends NamedDecision {
  @Option(names = "--reason", paramLabel = "TEXT", description = "what the agent is told")
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
