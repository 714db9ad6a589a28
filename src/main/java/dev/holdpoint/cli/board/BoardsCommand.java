package dev.holdpoint.cli.board;

import dev.holdpoint.cli.CommandGroup;
import dev.holdpoint.cli.ExitCode;
import picocli.CommandLine.Command;

/** {@code holdpoint boards}. */
@Command(
    name = "boards",
    description = "Boards: shared texts with all their revisions.",
    subcommands = {BoardsList.class, BoardsCreate.class, BoardsRevise.class, BoardsShow.class},
    footer = {
      "  ID=$(holdpoint boards create 'House rules' --file rules.md)",
      "  holdpoint sessions send deploys 'Mind the rules' --board $ID",
      "",
      ExitCode.TABLE
    })
public final class BoardsCommand extends CommandGroup {}
