package dev.holdpoint.cli.approval;

import dev.holdpoint.cli.CommandGroup;
import dev.holdpoint.cli.ExitCode;
import picocli.CommandLine.Command;

/** {@code holdpoint approvals}. */
@Command(
    name = "approvals",
    description = "Approvals: calls that wait until a person allows or denies them.",
    subcommands = {
      ApprovalsList.class,
      ApprovalsGet.class,
      ApprovalsRequest.class,
      ApprovalsAllow.class,
      ApprovalsDeny.class,
      ApprovalsAllowAll.class,
      ApprovalsDenyAll.class
    },
    footer = {
      "  holdpoint approvals list",
      "  holdpoint approvals allow apr_01M7EP4BTA0000D5JFGYZTA0B9",
      "  holdpoint approvals deny apr_01M7EP4BTA0000D5JFGYZTA0B9 --reason 'not on a Friday'",
      "  holdpoint approvals request deploys --command './deploy 1.4' --reason 'release' && ./deploy"
          + " 1.4",
      "",
      ExitCode.TABLE
    })
public final class ApprovalsCommand extends CommandGroup {}
