package dev.holdpoint.cli.delivery;

import dev.holdpoint.cli.CommandGroup;
import dev.holdpoint.cli.ExitCode;
import picocli.CommandLine.Command;

/** {@code holdpoint deliveries}. */
@Command(
    name = "deliveries",
    description = "Deliveries of outputs and notices.",
    subcommands = {DeliveriesList.class, DeliveriesGet.class, DeliveriesReplay.class},
    footer = {
      "  holdpoint deliveries list --session deploys",
      "  holdpoint deliveries list --dead-letter",
      "  holdpoint deliveries replay dlv_01M7EP4AKH0000F3ZBANCQVE8E",
      "",
      ExitCode.TABLE
    })
public final class DeliveriesCommand extends CommandGroup {}
