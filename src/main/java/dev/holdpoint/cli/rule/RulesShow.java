package dev.holdpoint.cli.rule;

import dev.holdpoint.api.json.Wire;
import dev.holdpoint.api.permission.PermissionBodies.PermissionRuleView;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.Facts;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "show",
    aliases = "get",
    description =
        "Explains one rule: what it does, who added it, when it ends, how often it was used.",
    footer = "  holdpoint rules show rul_01M7EP4BTA0000D5JFGYZTA0B9")
final class RulesShow extends DaemonCommand {
  @Parameters(paramLabel = "RULE", description = "its id, from 'holdpoint rules list'")
  private String id;

  @Override
  protected int run(HoldpointClient client) throws CallFailed {
    PermissionRuleView rule = client.permissionRules().find(id);
    if (json()) {
      printJson(rule);
      return ExitCode.OK;
    }
    new Facts(out(), paint())
        .line("rule", rule.ruleId())
        .line("status", Wire.name(rule.status()).replace('_', ' '))
        .line("does", Wire.name(rule.behavior()))
        .line("tool", rule.tool())
        .line("command", rule.command())
        .line("where", RuleText.where(rule.scope()))
        .line("uses", RuleText.uses(rule))
        .time("ends", rule.expiresAtMs())
        .line("by", rule.createdBy())
        .time("made", rule.createdAtMs())
        .line("approval", rule.sourceApprovalId())
        .blank()
        .line("", rule.explanation());
    return ExitCode.OK;
  }
}
