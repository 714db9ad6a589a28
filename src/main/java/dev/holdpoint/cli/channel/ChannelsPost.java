package dev.holdpoint.cli.channel;

import dev.holdpoint.api.team.TeamBodies.PostMessageRequest;
import dev.holdpoint.api.team.TeamBodies.PostedMessage;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.cli.WorkText;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

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
final class ChannelsPost extends DaemonCommand {
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
