package dev.holdpoint.cli.channel;

import dev.holdpoint.cli.CommandGroup;
import dev.holdpoint.cli.ExitCode;
import picocli.CommandLine.Command;

/** {@code holdpoint channels}. */
@Command(
    name = "channels",
    description = "Channels: public conversations in which sessions are asked to speak.",
    subcommands = {
      ChannelsList.class,
      ChannelsCreate.class,
      ChannelsGet.class,
      ChannelsPost.class,
      ChannelsMessages.class
    },
    footer = {
      "  holdpoint channels create plaza --title Plaza --member deploys --member review",
      "  holdpoint channels post plaza 'Are we ready?' --to deploys",
      "  holdpoint channels messages plaza",
      "",
      ExitCode.TABLE
    })
public final class ChannelsCommand extends CommandGroup {}
