package dev.holdpoint.cli.observation;

import dev.holdpoint.cli.CommandGroup;
import dev.holdpoint.cli.ExitCode;
import picocli.CommandLine.Command;

/** {@code holdpoint observations}. */
@Command(
    name = "observations",
    description = "Observations: events from elsewhere that a session receives.",
    subcommands = {ObservationsList.class, ObservationsAdd.class},
    footer = {
      "  holdpoint observations add deploys 'The build is red' --source ci",
      "  holdpoint observations list --session deploys",
      "",
      ExitCode.TABLE
    })
public final class ObservationsCommand extends CommandGroup {}
