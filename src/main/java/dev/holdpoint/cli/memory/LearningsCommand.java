package dev.holdpoint.cli.memory;

import dev.holdpoint.cli.CommandGroup;
import dev.holdpoint.cli.ExitCode;
import picocli.CommandLine.Command;

/** {@code holdpoint learnings}. */
@Command(
    name = "learnings",
    description = "Learnings: knowledge for later runs.",
    subcommands = {
      LearningsList.class,
      LearningsAdd.class,
      LearningsGet.class,
      LearningsEdit.class,
      LearningsRemove.class
    },
    footer = {
      "  holdpoint learnings add 'Deploys wait for Friday' --kind decision",
      "  holdpoint learnings list --scope session:deploys",
      "  holdpoint learnings edit lrn_… --verification verified",
      "",
      ExitCode.TABLE
    })
public final class LearningsCommand extends CommandGroup {}
