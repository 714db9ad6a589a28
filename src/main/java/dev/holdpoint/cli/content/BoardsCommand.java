package dev.holdpoint.cli.content;

import dev.holdpoint.api.content.ContentBodies.BoardRevisionView;
import dev.holdpoint.api.content.ContentBodies.BoardView;
import dev.holdpoint.api.page.PageBodies.Page;
import dev.holdpoint.cli.CommandGroup;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.Facts;
import dev.holdpoint.cli.ListCommand;
import dev.holdpoint.cli.ListFlags;
import dev.holdpoint.cli.Table;
import dev.holdpoint.cli.Times;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.cli.content.BoardsCommand.BoardsCreate;
import dev.holdpoint.cli.content.BoardsCommand.BoardsList;
import dev.holdpoint.cli.content.BoardsCommand.BoardsRevise;
import dev.holdpoint.cli.content.BoardsCommand.BoardsShow;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.PageRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

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
public final class BoardsCommand extends CommandGroup {
  @Command(
      name = "create",
      description = "Creates a board and prints its id.",
      footer = {
        "  holdpoint boards create 'House rules' --file rules.md",
        "  holdpoint boards create 'On call' --text Ada"
      })
  static final class BoardsCreate extends DaemonCommand {
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

  @Command(
      name = "list",
      description = "Lists boards, the newest first.",
      footer = {"  holdpoint boards list", "  holdpoint boards list --all --json"})
  static final class BoardsList extends ListCommand<BoardView> {
    @Override
    protected Page<BoardView> page(HoldpointClient client, PageRequest wish) throws CallFailed {
      return client.boards().page(wish);
    }

    @Override
    protected Table table(List<BoardView> rows) {
      Table table = new Table("BOARD", "REVISIONS", "TITLE");
      for (BoardView row : rows) {
        table.row(row.boardId(), Integer.toString(row.revisions()), row.title());
      }
      return table;
    }

    @Override
    protected String nothing() {
      return "No boards. Create one with: holdpoint boards create TITLE --file FILE";
    }
  }

  @Command(
      name = "show",
      aliases = "get",
      description = "Prints a board, one of its revisions, or the list of its revisions.",
      footer = {
        "  holdpoint boards show brd_…",
        "  holdpoint boards show brd_… --revisions",
        "  holdpoint boards show brd_… --revision rev_…"
      })
  static final class BoardsShow extends DaemonCommand {
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

  @Command(
      name = "revise",
      description = "Adds a revision to a board and prints its id. Earlier revisions are kept.",
      footer = "  holdpoint boards revise brd_… --file rules.md")
  static final class BoardsRevise extends DaemonCommand {
    @Parameters(paramLabel = "BOARD", description = "its id")
    private String boardId;

    @Option(names = "--title", paramLabel = "TITLE", description = "new title (default: unchanged)")
    private @Nullable String title;

    @Mixin private BoardText text;

    @Override
    protected int run(HoldpointClient client) throws CallFailed {
      String content = text.read();
      String called = title == null ? client.boards().find(boardId).title() : title;
      BoardRevisionView revision = client.boards().revise(boardId, called, content);
      if (json()) {
        printJson(revision);
      } else {
        out().println(Visible.line(revision.revisionId()));
      }
      return ExitCode.OK;
    }
  }
}
