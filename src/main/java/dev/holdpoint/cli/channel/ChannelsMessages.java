package dev.holdpoint.cli.channel;

import dev.holdpoint.api.page.PageBodies.Page;
import dev.holdpoint.api.team.TeamBodies.ChannelMessageView;
import dev.holdpoint.cli.ListCommand;
import dev.holdpoint.cli.Table;
import dev.holdpoint.cli.Times;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.PageRequest;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "messages",
    description = "Lists the messages of a channel, the newest first.",
    footer = "  holdpoint channels messages plaza")
final class ChannelsMessages extends ListCommand<ChannelMessageView> {
  @Parameters(paramLabel = "CHANNEL", description = "the channel's name")
  private String channelId;

  @Override
  protected Page<ChannelMessageView> page(HoldpointClient client, PageRequest wish)
      throws CallFailed {
    return client.channels().messages(channelId, wish);
  }

  @Override
  protected Table table(List<ChannelMessageView> rows) {
    Table table = new Table("WHEN", "WHO", "WHAT");
    for (ChannelMessageView row : rows) {
      table.row(Times.at(row.createdAtMs()), row.author(), row.content());
    }
    return table;
  }

  @Override
  protected String nothing() {
    return "No messages. Post one with: holdpoint channels post CHANNEL TEXT";
  }
}
