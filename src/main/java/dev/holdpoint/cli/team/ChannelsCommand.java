package dev.holdpoint.cli.team;

import dev.holdpoint.api.page.PageBodies.Page;
import dev.holdpoint.api.team.TeamBodies.ChannelMessageView;
import dev.holdpoint.api.team.TeamBodies.ChannelView;
import dev.holdpoint.api.team.TeamBodies.CreateChannelRequest;
import dev.holdpoint.api.team.TeamBodies.PostMessageRequest;
import dev.holdpoint.api.team.TeamBodies.PostedMessage;
import dev.holdpoint.cli.CommandGroup;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.Facts;
import dev.holdpoint.cli.ListCommand;
import dev.holdpoint.cli.Table;
import dev.holdpoint.cli.Times;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.cli.WorkText;
import dev.holdpoint.cli.team.ChannelsCommand.ChannelsCreate;
import dev.holdpoint.cli.team.ChannelsCommand.ChannelsGet;
import dev.holdpoint.cli.team.ChannelsCommand.ChannelsList;
import dev.holdpoint.cli.team.ChannelsCommand.ChannelsMessages;
import dev.holdpoint.cli.team.ChannelsCommand.ChannelsPost;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.PageRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

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
public final class ChannelsCommand extends CommandGroup {
  @Command(
      name = "create",
      description = "Creates a channel, or returns the existing one if it is identical.",
      footer = "  holdpoint channels create plaza --title Plaza --member deploys --member review")
  static final class ChannelsCreate extends DaemonCommand {
    @Parameters(arity = "0..1", paramLabel = "CHANNEL", description = "name of the channel")
    private @Nullable String id;

    @Option(names = "--title", paramLabel = "TEXT", description = "title (default: the name)")
    private @Nullable String title;

    @Option(
        names = "--member",
        paramLabel = "SESSION",
        description = "session that may be asked to speak; may be repeated")
    private List<String> members = List.of();

    @Override
    protected int run(HoldpointClient client) throws CallFailed {
      String shown = title != null ? title : id;
      if (shown == null) {
        throw usage("NAME or --title is required");
      }
      ChannelView made =
          client.channels().create(new CreateChannelRequest(id, shown, members, null));
      if (json()) {
        printJson(made);
      } else {
        // The name and nothing else, so that a script can take it.
        out().println(Visible.line(made.channelId()));
      }
      return ExitCode.OK;
    }
  }

  @Command(
      name = "list",
      description = "Lists channels, the newest first.",
      footer = "  holdpoint channels list")
  static final class ChannelsList extends ListCommand<ChannelView> {

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

  @Command(
      name = "get",
      aliases = "show",
      description = "Shows a channel and its members.",
      footer = "  holdpoint channels get plaza")
  static final class ChannelsGet extends DaemonCommand {
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

  @Command(
      name = "post",
      description = {
        "Posts to a channel, asks members to speak, and prints their runs.",
        "Without TEXT the text is read from --file or standard input."
      },
      footer = {
        "  holdpoint channels post plaza 'Are we ready?' --to deploys --to review",
        "  holdpoint channels post plaza 'A note for all' --author ada"
      })
  static final class ChannelsPost extends DaemonCommand {
    @Parameters(index = "0", paramLabel = "CHANNEL", description = "the channel's name")
    private String channelId;

    @Parameters(index = "1", arity = "0..1", paramLabel = "TEXT", description = "the text")
    private @Nullable String text;

    @Mixin private WorkText words;

    @Option(
        names = "--to",
        paramLabel = "SESSION",
        description = "member that is asked to speak; may be repeated")
    private List<String> to = List.of();

    @Option(
        names = "--author",
        paramLabel = "NAME",
        description = "author of the message (default: your user name)")
    private String author = System.getProperty("user.name", "command-line");

    @Override
    protected int run(HoldpointClient client) throws CallFailed {
      PostedMessage posted =
          client
              .channels()
              .post(channelId, new PostMessageRequest(author, words.read(text), to, null));
      if (json()) {
        printJson(posted);
      } else {
        posted.runIds().forEach(run -> out().println(Visible.line(run)));
      }
      return ExitCode.OK;
    }
  }

  @Command(
      name = "messages",
      description = "Lists the messages of a channel, the newest first.",
      footer = "  holdpoint channels messages plaza")
  static final class ChannelsMessages extends ListCommand<ChannelMessageView> {
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
}
