package dev.holdpoint.cli.rule;

import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "revoke",
    aliases = "remove",
    description = "Revokes a rule immediately: it does not apply to the next call.",
    footer = "  holdpoint rules revoke rul_01M7EP4BTA0000D5JFGYZTA0B9")
final class RulesRevoke extends DaemonCommand {
  @Parameters(paramLabel = "RULE", description = "its id, from 'holdpoint rules list'")
  private String id;

  @Override
  protected int run(HoldpointClient client) throws CallFailed {
    client.permissionRules().revoke(id);
    note("Revoked.");
    return ExitCode.OK;
  }
}
