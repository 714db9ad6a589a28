package dev.holdpoint.cli.board;

import dev.holdpoint.api.content.ContentBodies.BoardView;
import dev.holdpoint.api.page.PageBodies.Page;
import dev.holdpoint.cli.ListCommand;
import dev.holdpoint.cli.Table;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.PageRequest;
import java.util.List;
import picocli.CommandLine.Command;

@Command(
    name = "list",
    description = "Lists boards, the newest first.",
    footer = {"  holdpoint boards list", "  holdpoint boards list --all --json"})
final class BoardsList extends ListCommand<BoardView> {
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
