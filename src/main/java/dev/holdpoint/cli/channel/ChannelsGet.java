package dev.holdpoint.cli.channel;

import dev.holdpoint.api.team.TeamBodies.ChannelView;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.Facts;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "get",
    aliases = "show",
    description = "Shows a channel and its members.",
    footer = "  holdpoint channels get plaza")
final class ChannelsGet extends DaemonCommand {
  @Parameters(paramLabel = "CHANNEL", description = "the channel's name")
  private String id;

  @Override
  protected int run(HoldpointClient client) throws CallFailed {
    ChannelView channel = client.channels().find(id);
    if (json()) {
      printJson(channel);
    } else {
      new Facts(out(), paint())
          .line("channel", channel.channelId())
          .line("title", channel.title())
          .line("members", String.join(", ", channel.members()))
          .time("created", channel.createdAtMs());
    }
    return ExitCode.OK;
  }
}
