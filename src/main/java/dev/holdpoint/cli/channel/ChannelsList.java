package dev.holdpoint.cli.channel;

import dev.holdpoint.api.page.PageBodies.Page;
import dev.holdpoint.api.team.TeamBodies.ChannelView;
import dev.holdpoint.cli.ListCommand;
import dev.holdpoint.cli.Table;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.PageRequest;
import java.util.List;
import picocli.CommandLine.Command;

@Command(
    name = "list",
    description = "Lists channels, the newest first.",
    footer = "  holdpoint channels list")
final class ChannelsList extends ListCommand<ChannelView> {

  @Override
  protected Page<ChannelView> page(HoldpointClient client, PageRequest wish) throws CallFailed {
    return client.channels().page(wish);
  }

  @Override
  protected Table table(List<ChannelView> rows) {
    Table table = new Table("CHANNEL", "TITLE", "MEMBERS");
    for (ChannelView row : rows) {
      table.row(row.channelId(), row.title(), String.join(", ", row.members()));
    }
    return table;
  }

  @Override
  protected String nothing() {
    return "No channels. Create one with: holdpoint channels create NAME --member SESSION";
  }
}
