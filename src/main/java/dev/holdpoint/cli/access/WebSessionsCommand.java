package dev.holdpoint.cli.access;

import dev.holdpoint.api.access.TokenBodies.WebSessionRow;
import dev.holdpoint.api.endpoint.Role;
import dev.holdpoint.api.json.Wire;
import dev.holdpoint.api.page.PageBodies.Page;
import dev.holdpoint.cli.CommandGroup;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.ListCommand;
import dev.holdpoint.cli.Table;
import dev.holdpoint.cli.Times;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.cli.access.WebSessionsCommand.WebSessionEnd;
import dev.holdpoint.cli.access.WebSessionsCommand.WebSessionList;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.PageRequest;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code holdpoint web-sessions}. */
@Command(
    name = "web-sessions",
    description = {
      "Browsers that are signed in, and links that were not opened yet.",
      "A browser is also signed out when its token expires or is revoked: see "
          + "'holdpoint tokens revoke'."
    },
    subcommands = {WebSessionList.class, WebSessionEnd.class},
    footer = {
      "  holdpoint web-sessions list",
      "  holdpoint web-sessions end web_01M7EP4BTA0000D5JFGYZTA0B9",
      "",
      ExitCode.TABLE
    })
public final class WebSessionsCommand extends CommandGroup {
  @Command(
      name = "list",
      description =
          "Lists the browsers that are signed in, and the links that were not opened yet.",
      footer = "  holdpoint web-sessions list --json")
  static final class WebSessionList extends ListCommand<WebSessionRow> {
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

  @Command(
      name = "end",
      description = "Signs out a browser immediately, or revokes a link.",
      footer = "  holdpoint web-sessions end web_01M7EP4BTA0000D5JFGYZTA0B9")
  static final class WebSessionEnd extends DaemonCommand {
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
}
