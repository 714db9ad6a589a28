package dev.holdpoint.cli.memory;

import dev.holdpoint.cli.CommandGroup;
import dev.holdpoint.cli.ExitCode;
import picocli.CommandLine.Command;

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
public final class MemoryCommand extends CommandGroup {}
