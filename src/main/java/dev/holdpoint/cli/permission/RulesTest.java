package dev.holdpoint.cli.permission;

import dev.holdpoint.api.permission.PermissionBodies.PermissionBehavior;
import dev.holdpoint.api.permission.PermissionBodies.PermissionDecision;
import dev.holdpoint.api.permission.PermissionBodies.PermissionMatch;
import dev.holdpoint.api.permission.PermissionBodies.PermissionPreview;
import dev.holdpoint.api.permission.PermissionBodies.PreviewPermissionRuleRequest;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.Table;
import dev.holdpoint.cli.Times;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.cli.permission.RulesCommand.BehaviorNames;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

@Command(
    name = "test",
    description = {
      "Shows which of the newest calls a rule would have decided, and how they were decided.",
      "The rule is an existing one, by its id, or a new one. Nothing is changed.",
      "Exit code 10 if a person decided otherwise: they denied a call that an "
          + "allow rule would have allowed, or allowed a call that a deny rule would "
          + "have denied."
    },
    footer = {
      "  holdpoint rules test allow bash --command 'git push *' --session deploys",
      "  holdpoint rules test deny 'mcp__*' --everywhere --last 1000",
      "  holdpoint rules test allow edit_file --target 'src/**' --session deploys",
      "  holdpoint rules test rul_01M7EP4BTA0000D5JFGYZTA0B9"
    })
final class RulesTest extends DaemonCommand {
  private static final int WIDTH = 60;

  @Parameters(
      arity = "1..2",
      paramLabel = "RULE",
      description = "id of a rule; or allow, ask or deny, and the name of a tool, 'prefix*' or '*'")
  private List<String> words = List.of();

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

  @ArgGroup private @Nullable ScopeFlags where;

  @Option(
      names = "--last",
      paramLabel = "N",
      description = "number of calls to test, 1 to 1000 (default: 200)")
  private @Nullable Integer last;

  @Override
  protected int run(HoldpointClient client) throws CallFailed {
    boolean exists = words.size() == 1;
    PermissionBehavior behavior =
        exists ? client.permissionRules().find(checked()).behavior() : behavior();
    PermissionPreview preview =
        client.permissionRules().preview(exists ? ofExisting() : ofNew(behavior));
    if (json()) {
      printJson(preview);
    } else {
      tell(preview, behavior);
    }
    return otherwise(preview, behavior) == 0 ? ExitCode.OK : ExitCode.OTHERWISE;
  }

  private String checked() {
    if (!words.getFirst().startsWith("rul_")) {
      throw usage("give the id of a rule, or an effect and a tool: allow bash");
    }
    if (command != null || target != null || where != null) {
      throw usage("an existing rule has its own command, target and scope; give only its id");
    }
    return words.getFirst();
  }

  private PermissionBehavior behavior() {
    if (where == null) {
      throw usage("specify the scope of the rule: --session, --project or --everywhere");
    }
    try {
      return new BehaviorNames().convert(words.getFirst());
    } catch (TypeConversionException e) {
      throw usage(String.valueOf(e.getMessage()));
    }
  }

  private PreviewPermissionRuleRequest ofExisting() {
    return new PreviewPermissionRuleRequest(words.getFirst(), null, null, null, null, last, null);
  }

  private PreviewPermissionRuleRequest ofNew(PermissionBehavior behavior) {
    return new PreviewPermissionRuleRequest(
        null,
        behavior,
        words.getLast(),
        command,
        where == null ? null : where.read(),
        last,
        target);
  }

  /** How many people said the opposite of the rule. */
  private static int otherwise(PermissionPreview preview, PermissionBehavior behavior) {
    return switch (behavior) {
      case ALLOW -> preview.deniedByAPerson();
      case DENY -> preview.allowedByAPerson();
      case ASK -> 0;
    };
  }

  private void tell(PermissionPreview preview, PermissionBehavior behavior) {
    long now = System.currentTimeMillis();
    if (!preview.matched().isEmpty()) {
      Table table = new Table("", "CALL", "OUTCOME", "WHEN", "SESSION", "RUN");
      for (PermissionMatch match : preview.matched()) {
        table.row(
            isOtherwise(match.decision(), behavior) ? "!" : "",
            Visible.brief(call(match), WIDTH),
            Visible.brief(RuleText.outcome(match), WIDTH),
            Times.from(now, match.requestedAtMs()),
            match.sessionId(),
            match.runId());
      }
      table.print(out(), paint());
    }
    out()
        .println(
            "%d of the last %s would have matched; a person allowed %d and denied %d of them."
                .formatted(
                    preview.matched().size(),
                    Times.count(preview.examined(), "call"),
                    preview.allowedByAPerson(),
                    preview.deniedByAPerson()));
    if (preview.truncated()) {
      out().flush();
      note("There are older calls that were not tested.");
    }
  }

  private static boolean isOtherwise(PermissionDecision decision, PermissionBehavior behavior) {
    return (behavior == PermissionBehavior.ALLOW && decision == PermissionDecision.DENIED)
        || (behavior == PermissionBehavior.DENY && decision == PermissionDecision.ALLOWED);
  }

  private static String call(PermissionMatch match) {
    return match.toolName()
        + ": "
        + (match.command() == null ? match.input().toString() : match.command());
  }
}
