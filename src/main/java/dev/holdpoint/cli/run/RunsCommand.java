package dev.holdpoint.cli.run;

import dev.holdpoint.cli.CommandGroup;
import dev.holdpoint.cli.ExitCode;
import picocli.CommandLine.Command;

/** {@code holdpoint runs}. */
@Command(
    name = "runs",
    description = "Runs: units of work of a session.",
    subcommands = {
      RunsList.class,
      RunsGet.class,
      RunsEvents.class,
      RunsActions.class,
      RunsWatch.class,
      RunsWait.class,
      RunsCancel.class,
      RunsDebug.class,
      RunsPrune.class
    },
    footer = {
      "  holdpoint runs list --status waiting_for_approval",
      "  holdpoint runs watch run_01M7EP4AKH0000F3ZBANCQVE8E",
      "  holdpoint runs wait run_01M7EP4AKH0000F3ZBANCQVE8E --timeout 10m",
      "",
      ExitCode.TABLE
    })
public final class RunsCommand extends CommandGroup {}
