package dev.holdpoint.cli.memory;

import dev.holdpoint.api.json.Wire;
import dev.holdpoint.api.memory.MemoryBodies.LearnedContext;
import dev.holdpoint.api.memory.MemoryBodies.RecoveredMemory;
import dev.holdpoint.api.memory.MemoryBodies.SessionMemoryContextView;
import dev.holdpoint.api.memory.MemoryBodies.SkillView;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.Facts;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "context",
    description = "Shows the memory that the next run of a session receives automatically.",
    footer = {
      "  holdpoint memory context deploys",
      "  holdpoint memory context deploys --query 'Roll out 1.4'"
    })
final class MemoryContext extends DaemonCommand {
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
