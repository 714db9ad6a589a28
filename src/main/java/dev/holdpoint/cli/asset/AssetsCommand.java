package dev.holdpoint.cli.asset;

import dev.holdpoint.cli.CommandGroup;
import dev.holdpoint.cli.ExitCode;
import picocli.CommandLine.Command;

/** {@code holdpoint assets}. */
@Command(
    name = "assets",
    description = "Stored files, for use in input and output.",
    subcommands = {AssetsAdd.class, AssetsList.class, AssetsGet.class, AssetsDownload.class},
    footer = {
      "  ID=$(holdpoint assets add report.pdf)",
      "  holdpoint sessions send deploys 'Read this' --asset $ID",
      "",
      ExitCode.TABLE
    })
public final class AssetsCommand extends CommandGroup {}
