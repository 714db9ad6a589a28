package dev.holdpoint.cli.session;

import dev.holdpoint.api.session.SessionBodies.SessionAccessView;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code holdpoint sessions share}. */
@Command(
    name = "share",
    description = {
      "Gives tokens of role agent access to a session and its children.",
      "The list replaces the one of before; without tokens, only the owner has access."
    },
    footer = {
      "  holdpoint sessions share deploys tok_01M7EMXDDB0000FCSAB3WH0YGH",
      "  holdpoint sessions share deploys"
    })
final class SessionsShare extends DaemonCommand {
  @Parameters(index = "0", paramLabel = "SESSION", description = "name of the session")
  private String sessionId = "";

  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "TOKEN",
      description = "ids of tokens, from 'holdpoint tokens list'")
  private List<String> tokenIds = List.of();

  @Override
  protected int run(HoldpointClient client) throws CallFailed {
    SessionAccessView now = client.sessions().share(sessionId, tokenIds);
    if (json()) {
      printJson(now);
    } else {
      out()
          .println(
              "%s is shared with %s."
                  .formatted(
                      Visible.line(now.sessionId()),
                      now.sharedWith().isEmpty()
                          ? "nobody"
                          : Visible.line(String.join(", ", now.sharedWith()))));
    }
    return ExitCode.OK;
  }
}
