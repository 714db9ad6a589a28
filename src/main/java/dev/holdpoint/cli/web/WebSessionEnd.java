package dev.holdpoint.cli.web;

import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "end",
    description = "Signs out a browser immediately, or revokes a link.",
    footer = "  holdpoint web-sessions end web_01M7EP4BTA0000D5JFGYZTA0B9")
final class WebSessionEnd extends DaemonCommand {
  @Parameters(paramLabel = "ID", description = "its id, from 'holdpoint web-sessions list'")
  private String webSessionId;

  @Override
  protected int run(HoldpointClient client) throws CallFailed {
    client.webSessions().end(webSessionId);
    if (json()) {
      printJson(Map.of("web_session_id", webSessionId, "ended", true));
    } else {
      out().println(Visible.line(webSessionId) + " is ended");
    }
    return ExitCode.OK;
  }
}
