package dev.holdpoint.cli.approval;

import dev.holdpoint.api.gate.ApprovalBodies.ApprovalRow;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "get",
    aliases = "show",
    description = "Shows one approval in full, and its decision.",
    footer = {
      "  holdpoint approvals get apr_01M7EP4BTA0000D5JFGYZTA0B9",
      "  holdpoint approvals get apr_01M7EP4BTA0000D5JFGYZTA0B9 --json"
    })
final class ApprovalsGet extends DaemonCommand {
  @Parameters(paramLabel = "APPROVAL", description = "the approval's id")
  private String approvalId;

  @Override
  protected int run(HoldpointClient client) throws CallFailed {
    ApprovalRow row = client.approvals().find(approvalId);
    if (json()) {
      printJson(row);
    } else {
      ApprovalText.print(row, out(), paint());
    }
    return ExitCode.OK;
  }
}
