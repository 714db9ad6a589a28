package dev.holdpoint.cli.inbox;

import dev.holdpoint.api.endpoint.Endpoint;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.StandardInput;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code holdpoint inbox}. */
@Command(
    name = "inbox",
    description = {
      "Shows pending requests on a live screen: allow, deny, edit, answer.",
      "It needs a terminal; --json prints the pending requests and needs none."
    },
    footer = {
      "  holdpoint inbox",
      "  holdpoint inbox --session deploys",
      "  holdpoint inbox --for me             only what waits for you",
      "  EDITOR=nano holdpoint inbox          e opens the input of a call in this editor",
      "",
      ExitCode.TABLE
    })
public final class InboxCommand extends DaemonCommand {
  @Option(
      names = "--session",
      paramLabel = "SESSION",
      description = "only requests of this session")
  private @Nullable String sessionId;

  @Option(
      names = "--for",
      paramLabel = "WHO",
      description =
          "only requests that these people can decide now: me, group:NAME or person:NAME; "
              + "with me, snoozed requests are hidden")
  private @Nullable String audience;

  @Override
  protected int run(HoldpointClient client) throws CallFailed, InterruptedException {
    InboxSender mail = new InboxSender(client, sessionId, audience);
    if (json()) {
      Map<String, Object> waiting = new LinkedHashMap<>();
      waiting.put("approvals", mail.approvals());
      waiting.put("questions", mail.questions());
      printJson(waiting);
      return ExitCode.OK;
    }
    if (!StandardInput.isTyped() || !Boolean.getBoolean("holdpoint.stdout.terminal")) {
      throw usage(
          "the inbox needs a terminal; use 'holdpoint approvals list' and 'holdpoint questions list',"
              + " or --json");
    }
    // A daemon that is not there, or does not let this person in, is told before the screen is
    // taken.
    boolean decides = client.webSessions().me().role().may(Endpoint.Access.DECIDE);
    try (Screen screen = Screen.open()) {
      Thread givesBack = Thread.ofPlatform().unstarted(screen::giveBack);
      Runtime.getRuntime().addShutdownHook(givesBack);
      new InboxScreen(mail, screen, client.daemon().url().toString(), decides).run();
    } catch (IOException e) {
      throw usage("the inbox cannot use this terminal: " + e.getMessage());
    }
    return ExitCode.OK;
  }
}
