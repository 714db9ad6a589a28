package dev.holdpoint.cli.key;

import dev.holdpoint.cli.CommandGroup;
import dev.holdpoint.cli.ExitCode;
import picocli.CommandLine.Command;

/** {@code holdpoint keys}. */
@Command(
    name = "keys",
    description = {
      "Manages the keys of a tenant. A host application's adapter has a "
          + "service key: it transmits approvals but cannot make them.",
      "An approver signs with an approver key. All of these commands require an admin token."
    },
    subcommands = {KeysCommand.OfAdapters.class, KeysCommand.OfApprovers.class, RefusedList.class},
    footer = {
      "  holdpoint keys service add tnt_01M7EP4BTA0000D5JFGYZTA0B9 'crm adapter'",
      "  holdpoint keys approver add tnt_01M7EP4BTA0000D5JFGYZTA0B9 --generate ed25519 --out ada.key",
      "  holdpoint keys approver list tnt_01M7EP4BTA0000D5JFGYZTA0B9",
      "",
      ExitCode.TABLE
    })
public final class KeysCommand extends CommandGroup {
  @Command(
      name = "service",
      description = "Keys of host applications' adapters.",
      subcommands = {ServiceAdd.class, ServiceList.class, ServiceRevoke.class},
      footer = {
        "  KEY=$(holdpoint keys service add tnt_01M7EP4BTA0000D5JFGYZTA0B9 'crm adapter')",
        "  holdpoint keys service list tnt_01M7EP4BTA0000D5JFGYZTA0B9"
      })
  static final class OfAdapters extends CommandGroup {}

  @Command(
      name = "approver",
      description = "Keys that approvers sign with.",
      subcommands = {
        ApproverAdd.class,
        ApproverList.class,
        ApproverRetire.class,
        ApproverRevoke.class
      },
      footer = {
        "  holdpoint keys approver add tnt_01M7EP4BTA0000D5JFGYZTA0B9 --generate ed25519 --out"
            + " ada.key --principal ada",
        "  holdpoint keys approver retire tnt_01M7EP4BTA0000D5JFGYZTA0B9"
            + " apk_01M7EP4BTA0000D5JFGYZTA0B9"
      })
  static final class OfApprovers extends CommandGroup {}
}
