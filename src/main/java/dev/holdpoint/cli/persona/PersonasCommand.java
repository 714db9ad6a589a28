package dev.holdpoint.cli.persona;

import dev.holdpoint.cli.CommandGroup;
import dev.holdpoint.cli.ExitCode;
import picocli.CommandLine.Command;

/** {@code holdpoint personas}. */
@Command(
    name = "personas",
    description = "Personas: identities of agents, with limits for all of their sessions.",
    subcommands = {
      PersonasList.class,
      PersonasCreate.class,
      PersonasGet.class,
      PersonasReplace.class,
      PersonasRemove.class
    },
    footer = {
      "  holdpoint personas create careful --instructions 'Ask before you delete anything.'",
      "  holdpoint sessions persona deploys careful",
      "",
      ExitCode.TABLE
    })
public final class PersonasCommand extends CommandGroup {}
