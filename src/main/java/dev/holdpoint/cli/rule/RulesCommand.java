package dev.holdpoint.cli.rule;

import dev.holdpoint.cli.CommandGroup;
import dev.holdpoint.cli.ExitCode;
import picocli.CommandLine.Command;

/** {@code holdpoint rules}. */
@Command(
    name = "rules",
    description = {
      "Permission rules decide which calls run without asking, which wait for "
          + "a person, and which never run.",
      "Deny wins; otherwise the most specific rule applies."
    },
    subcommands = {
      RulesList.class,
      RulesShow.class,
      RulesAdd.class,
      RulesRevoke.class,
      RulesTest.class
    },
    footer = {
      "  holdpoint rules list",
      "  holdpoint rules test allow bash --command 'git push *' --session deploys",
      "  holdpoint rules add allow bash --command 'git push *' --session deploys --expires 8h",
      "  holdpoint rules revoke rul_01M7EP4BTA0000D5JFGYZTA0B9",
      "",
      ExitCode.TABLE
    })
public final class RulesCommand extends CommandGroup {}
