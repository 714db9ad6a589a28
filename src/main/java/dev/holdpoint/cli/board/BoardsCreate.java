package dev.holdpoint.cli.board;

import dev.holdpoint.api.content.ContentBodies.BoardView;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
    name = "create",
    description = "Creates a board and prints its id.",
    footer = {
      "  holdpoint boards create 'House rules' --file rules.md",
      "  holdpoint boards create 'On call' --text Ada"
    })
final class BoardsCreate extends DaemonCommand {
  @Parameters(paramLabel = "TITLE", description = "title of the board")
  private String title;

  @Mixin private BoardText text;

  @Override
  protected int run(HoldpointClient client) throws CallFailed {
    BoardView board = client.boards().create(title, text.read());
    if (json()) {
      printJson(board);
    } else {
      out().println(Visible.line(board.boardId()));
    }
    return ExitCode.OK;
  }
}
