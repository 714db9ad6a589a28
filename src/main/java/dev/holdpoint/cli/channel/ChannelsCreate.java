package dev.holdpoint.cli.channel;

import dev.holdpoint.api.team.TeamBodies.ChannelView;
import dev.holdpoint.api.team.TeamBodies.CreateChannelRequest;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "create",
    description = "Creates a channel, or returns the existing one if it is identical.",
    footer = "  holdpoint channels create plaza --title Plaza --member deploys --member review")
final class ChannelsCreate extends DaemonCommand {
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
    ChannelView made = client.channels().create(new CreateChannelRequest(id, shown, members, null));
    if (json()) {
      printJson(made);
    } else {
      // The name and nothing else, so that a script can take it.
      out().println(Visible.line(made.channelId()));
    }
    return ExitCode.OK;
  }
}
