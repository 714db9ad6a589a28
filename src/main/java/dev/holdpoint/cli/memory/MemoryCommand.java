package dev.holdpoint.cli.memory;

import dev.holdpoint.api.json.Wire;
import dev.holdpoint.api.memory.MemoryBodies.LearnedContext;
import dev.holdpoint.api.memory.MemoryBodies.MemoryResult;
import dev.holdpoint.api.memory.MemoryBodies.RecoveredMemory;
import dev.holdpoint.api.memory.MemoryBodies.SessionMemoryContextView;
import dev.holdpoint.api.memory.MemoryBodies.SessionMemorySearchView;
import dev.holdpoint.api.memory.MemoryBodies.SkillView;
import dev.holdpoint.cli.CommandGroup;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.Facts;
import dev.holdpoint.cli.Table;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.cli.memory.MemoryCommand.MemoryContext;
import dev.holdpoint.cli.memory.MemoryCommand.MemorySearch;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code holdpoint memory}. */
@Command(
    name = "memory",
    description = "The memory of a session: learnings and summaries of its runs.",
    subcommands = {MemoryContext.class, MemorySearch.class},
    footer = {
      "  holdpoint memory context deploys --query 'Roll out 1.4'",
      "  holdpoint memory search deploys rollout",
      "",
      ExitCode.TABLE
    })
public final class MemoryCommand extends CommandGroup {
  @Command(
      name = "context",
      description = "Shows the memory that the next run of a session receives automatically.",
      footer = {
        "  holdpoint memory context deploys",
        "  holdpoint memory context deploys --query 'Roll out 1.4'"
      })
  static final class MemoryContext extends DaemonCommand {
    @Parameters(paramLabel = "SESSION", description = "the session's name")
    private String sessionId;

    @Option(names = "--query", paramLabel = "TEXT", description = "topic of the run")
    private @Nullable String query;

    @Override
    protected int run(HoldpointClient client) throws CallFailed {
      SessionMemoryContextView context = client.memory().context(sessionId, query);
      if (json()) {
        printJson(context);
        return ExitCode.OK;
      }
      Facts facts =
          new Facts(out(), paint())
              .line("session", context.sessionId())
              .line(
                  "scopes",
                  context.learningScopes().stream()
                      .map(ScopeText::of)
                      .collect(Collectors.joining(", ")));
      for (LearnedContext.Entry entry : context.learnedContext().entries()) {
        facts.line(Wire.name(entry.kind()), entry.content());
      }
      for (RecoveredMemory.Entry entry : context.recoveredMemory().entries()) {
        facts.line("run", entry.runId() + "  " + entry.summary());
      }
      for (SkillView skill : context.visibleSkills()) {
        facts.line("skill", skill.name() + "  " + skill.description());
      }
      if (context.learnedContext().truncated() || context.recoveredMemory().truncated()) {
        note("There is more memory than a run receives; 'holdpoint memory search' finds it.");
      }
      return ExitCode.OK;
    }
  }

  @Command(
      name = "search",
      description = "Searches the memory of a session. Without words it shows the newest entries.",
      footer = {
        "  holdpoint memory search deploys rollout friday",
        "  holdpoint memory search deploys --limit 50"
      })
  static final class MemorySearch extends DaemonCommand {
    private static final int WIDTH = 80;

    @Parameters(index = "0", paramLabel = "SESSION", description = "the session's name")
    private String sessionId;

    @Parameters(
        index = "1..*",
        arity = "0..*",
        paramLabel = "WORD",
        description = "words to search for")
    private String @Nullable [] words;

    @Option(
        names = "--limit",
        paramLabel = "N",
        description = "maximum number of results (default 12)")
    private @Nullable Integer limit;

    @Override
    protected int run(HoldpointClient client) throws CallFailed {
      String query = words == null || words.length == 0 ? null : String.join(" ", words);
      SessionMemorySearchView view = client.memory().search(sessionId, query, limit);
      if (json()) {
        printJson(view);
      } else if (view.results().isEmpty()) {
        out().println(query == null ? "The memory is empty." : "No results.");
      } else {
        Table table = new Table("SCORE", "KIND", "ID", "TEXT");
        for (MemoryResult result : view.results()) {
          table.row(
              Integer.toString(result.score()),
              Wire.name(result.kind()).replace('_', ' '),
              result.sourceId(),
              Visible.brief(result.excerpt(), WIDTH));
        }
        table.print(out(), paint());
      }
      if (view.truncated()) {
        out().flush();
        note("There may be more results; try other words or a higher --limit.");
      }
      return ExitCode.OK;
    }
  }
}
