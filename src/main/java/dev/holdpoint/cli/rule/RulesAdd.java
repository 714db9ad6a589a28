package dev.holdpoint.cli.rule;

import dev.holdpoint.api.permission.PermissionBodies.CreatePermissionRuleRequest;
import dev.holdpoint.api.permission.PermissionBodies.PermissionBehavior;
import dev.holdpoint.api.permission.PermissionBodies.PermissionRuleView;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.Spans;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

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
      "  holdpoint rules add allow write_file --session deploys --max-uses 10"
    })
final class RulesAdd extends DaemonCommand {
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
                    null));
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
