package dev.holdpoint.cli.board;

import dev.holdpoint.api.content.ContentBodies.BoardRevisionView;
import dev.holdpoint.api.content.ContentBodies.BoardView;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.Facts;
import dev.holdpoint.cli.ListFlags;
import dev.holdpoint.cli.Table;
import dev.holdpoint.cli.Times;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "show",
    aliases = "get",
    description = "Prints a board, one of its revisions, or the list of its revisions.",
    footer = {
      "  holdpoint boards show brd_…",
      "  holdpoint boards show brd_… --revisions",
      "  holdpoint boards show brd_… --revision rev_…"
    })
final class BoardsShow extends DaemonCommand {
  @Parameters(paramLabel = "BOARD", description = "its id")
  private String boardId;

  @Option(names = "--revision", paramLabel = "ID", description = "show this revision")
  private @Nullable String revisionId;

  @Option(names = "--revisions", description = "list its revisions, the newest first")
  private boolean revisions;

  @Override
  protected int run(HoldpointClient client) throws CallFailed {
    if (revisions) {
      list(ListFlags.everything(wish -> client.boards().revisions(boardId, wish)));
    } else if (revisionId != null) {
      BoardRevisionView old = client.boards().revision(boardId, revisionId);
      show(old, old.revisionId(), old.title(), old.createdAtMs(), old.content());
    } else {
      BoardView board = client.boards().find(boardId);
      show(board, board.revisionId(), board.title(), board.updatedAtMs(), board.content());
    }
    return ExitCode.OK;
  }

  private void show(
      Object whole, String revision, String title, long writtenAtMs, @Nullable String content) {
    if (json()) {
      printJson(whole);
      return;
    }
    new Facts(out(), paint())
        .line("board", boardId)
        .line("revision", revision)
        .line("title", title)
        .time("written", writtenAtMs)
        .blank();
    out().println(Visible.lines(content == null ? "" : content));
  }

  private void list(List<BoardRevisionView> rows) {
    if (json()) {
      printJson(rows);
      return;
    }
    Table table = new Table("REVISION", "WRITTEN", "TITLE");
    rows.forEach(row -> table.row(row.revisionId(), Times.at(row.createdAtMs()), row.title()));
    table.print(out(), paint());
  }
}
