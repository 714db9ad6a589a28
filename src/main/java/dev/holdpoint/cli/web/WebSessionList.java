package dev.holdpoint.cli.web;

import dev.holdpoint.api.access.TokenBodies.WebSessionRow;
import dev.holdpoint.api.endpoint.Role;
import dev.holdpoint.api.json.Wire;
import dev.holdpoint.api.page.PageBodies.Page;
import dev.holdpoint.cli.ListCommand;
import dev.holdpoint.cli.Table;
import dev.holdpoint.cli.Times;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.PageRequest;
import java.util.List;
import picocli.CommandLine.Command;

@Command(
    name = "list",
    description = "Lists the browsers that are signed in, and the links that were not opened yet.",
    footer = "  holdpoint web-sessions list --json")
final class WebSessionList extends ListCommand<WebSessionRow> {
  @Override
  protected Page<WebSessionRow> page(HoldpointClient client, PageRequest wish) throws CallFailed {
    return client.webSessions().list(wish);
  }

  @Override
  protected Table table(List<WebSessionRow> rows) {
    long nowMs = System.currentTimeMillis();
    Table table = new Table("ID", "STATE", "NAME", "ROLE", "MADE", "ENDS");
    for (WebSessionRow row : rows) {
      Role role = row.role();
      table.row(
          row.webSessionId(),
          Wire.name(row.state()),
          row.name(),
          role == null ? "" : Wire.name(role),
          Times.from(nowMs, row.createdAtMs()),
          Times.from(nowMs, row.expiresAtMs()));
    }
    return table;
  }

  @Override
  protected String nothing() {
    return "No browser is signed in. Sign one in with: holdpoint open";
  }
}
