package dev.holdpoint.cli.permission;

import dev.holdpoint.api.json.Wire;
import dev.holdpoint.api.page.PageBodies.Page;
import dev.holdpoint.api.permission.PermissionBodies.CreatePermissionRuleRequest;
import dev.holdpoint.api.permission.PermissionBodies.PermissionBehavior;
import dev.holdpoint.api.permission.PermissionBodies.PermissionRuleView;
import dev.holdpoint.cli.CommandGroup;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.Facts;
import dev.holdpoint.cli.ListCommand;
import dev.holdpoint.cli.Spans;
import dev.holdpoint.cli.Table;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.cli.WireNames;
import dev.holdpoint.cli.permission.RulesCommand.RulesAdd;
import dev.holdpoint.cli.permission.RulesCommand.RulesList;
import dev.holdpoint.cli.permission.RulesCommand.RulesRevoke;
import dev.holdpoint.cli.permission.RulesCommand.RulesShow;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.PageRequest;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

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
public final class RulesCommand extends CommandGroup {
  @Command(
      name = "add",
      description = {
        "Adds a rule and prints its id. Try it first: 'rules test' with the same "
            + "arguments shows what it would have decided.",
        "A command that ends in ' *' matches all commands that begin this way. "
            + "An allow rule never matches a compound command such as 'git push && rm "
            + "x'."
      },
      footer = {
        "  holdpoint rules add allow bash --command 'git push *' --session deploys --expires 8h",
        "  holdpoint rules add deny bash --command 'rm *' --everywhere",
        "  holdpoint rules add ask 'mcp__*' --project move",
        "  holdpoint rules add ask bash --command 'rm *' --everywhere --passkey",
        "  holdpoint rules add allow write_file --session deploys --max-uses 10",
        "  holdpoint rules add allow edit_file --target 'src/**' --session deploys --expires 8h",
        "  holdpoint rules add allow http_request --target 'POST https://api.example.com/v2/*'"
            + " --everywhere"
      })
  static final class RulesAdd extends DaemonCommand {
    @Parameters(
        index = "0",
        paramLabel = "BEHAVIOR",
        converter = BehaviorNames.class,
        completionCandidates = BehaviorNames.class,
        description = "${COMPLETION-CANDIDATES}")
    private PermissionBehavior behavior;

    @Parameters(
        index = "1",
        paramLabel = "TOOL",
        description = "name of a tool, 'prefix*', or '*' for every tool")
    private String tool;

    @Option(
        names = "--command",
        paramLabel = "PATTERN",
        description = "for bash: a whole command, or its first words and ' *'")
    private @Nullable String command;

    @Option(
        names = "--target",
        paramLabel = "PATTERN",
        description = {
          "for http_request: 'POST https://api.example.com/v2/*'",
          "for file tools: a path, or a folder and '/**'"
        })
    private @Nullable String target;

    @ArgGroup(multiplicity = "1")
    private ScopeFlags where = new ScopeFlags();

    @Option(
        names = "--expires",
        paramLabel = "TIME",
        converter = Spans.class,
        description = "lifetime: 45s, 90m, 12h, 30d (default: no limit)")
    private @Nullable Duration expires;

    @Option(
        names = "--max-uses",
        paramLabel = "N",
        description = "maximum number of calls that the rule decides (default: no limit)")
    private @Nullable Integer maxUses;

    @Option(
        names = "--passkey",
        description = "with ask: a yes takes a passkey, whatever allow rules say")
    private boolean passkey;

    @Override
    protected int run(HoldpointClient client) throws CallFailed {
      PermissionRuleView made =
          client
              .permissionRules()
              .create(
                  new CreatePermissionRuleRequest(
                      behavior,
                      tool,
                      command,
                      where.read(),
                      expires == null ? null : System.currentTimeMillis() + expires.toMillis(),
                      maxUses,
                      null,
                      passkey ? "passkey" : null,
                      target));
      if (json()) {
        printJson(made);
      } else {
        // The id and nothing else, so that a script can take it.
        out().println(Visible.line(made.ruleId()));
        out().flush();
        note(Visible.line(made.explanation()));
      }
      return ExitCode.OK;
    }
  }

  @Command(
      name = "list",
      description = "Lists permission rules, the newest first, including those that have ended.",
      footer = {
        "  holdpoint rules list",
        "  holdpoint rules list --session deploys",
        "  holdpoint rules list --everywhere --all --json"
      })
  static final class RulesList extends ListCommand<PermissionRuleView> {
    private static final int WIDTH = 60;

    @ArgGroup private @Nullable ScopeFlags where;

    @Override
    protected Page<PermissionRuleView> page(HoldpointClient client, PageRequest wish)
        throws CallFailed {
      return client.permissionRules().page(where == null ? null : where.read(), wish);
    }

    @Override
    protected Table table(List<PermissionRuleView> rows) {
      long now = System.currentTimeMillis();
      Table table = new Table("RULE", "DOES", "CALLS", "WHERE", "USES", "ENDS", "BY");
      for (PermissionRuleView row : rows) {
        table.row(
            row.ruleId(),
            Wire.name(row.behavior()),
            Visible.brief(RuleText.calls(row), WIDTH),
            RuleText.where(row.scope()),
            RuleText.uses(row),
            RuleText.ends(row, now),
            row.createdBy());
      }
      return table;
    }

    @Override
    protected String nothing() {
      return "No rules; tools use their defaults. Add one with: holdpoint rules add";
    }
  }

  @Command(
      name = "show",
      aliases = "get",
      description =
          "Explains one rule: what it does, who added it, when it ends, how often it was used.",
      footer = "  holdpoint rules show rul_01M7EP4BTA0000D5JFGYZTA0B9")
  static final class RulesShow extends DaemonCommand {
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
          .line("target", rule.target())
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

  @Command(
      name = "revoke",
      aliases = "remove",
      description = "Revokes a rule immediately: it does not apply to the next call.",
      footer = "  holdpoint rules revoke rul_01M7EP4BTA0000D5JFGYZTA0B9")
  static final class RulesRevoke extends DaemonCommand {
    @Parameters(paramLabel = "RULE", description = "its id, from 'holdpoint rules list'")
    private String id;

    @Override
    protected int run(HoldpointClient client) throws CallFailed {
      client.permissionRules().revoke(id);
      note("Revoked.");
      return ExitCode.OK;
    }
  }

  static final class BehaviorNames extends WireNames<PermissionBehavior> {
    BehaviorNames() {
      super(PermissionBehavior.class);
    }
  }
}
