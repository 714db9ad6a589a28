package dev.holdpoint.cli.board;

import dev.holdpoint.api.content.ContentBodies.BoardRevisionView;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "revise",
    description = "Adds a revision to a board and prints its id. Earlier revisions are kept.",
    footer = "  holdpoint boards revise brd_… --file rules.md")
final class BoardsRevise extends DaemonCommand {
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
