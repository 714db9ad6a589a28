package dev.holdpoint.cli.session;

import dev.holdpoint.api.session.SessionBodies.CreateSessionRequest;
import dev.holdpoint.api.session.SessionBodies.SessionView;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "create",
    description = "Creates a session, or returns the existing one with this name.",
    footer = {
      "  holdpoint sessions create deploys",
      "  holdpoint sessions create                 with a generated name"
    })
final class SessionsCreate extends DaemonCommand {
  @Parameters(arity = "0..1", paramLabel = "SESSION", description = "name of the session")
  private @Nullable String sessionId;

  @Option(names = "--thread-id", paramLabel = "ID", description = "id of the provider's thread")
  private @Nullable String threadId;

  @Option(names = "--persona", paramLabel = "ID", description = "persona of the agent")
  private @Nullable String persona;

  @Option(
      names = "--tenant-id",
      paramLabel = "ID",
      description = "tenant of the session (admins only)")
  private @Nullable String tenantId;

  @Override
  protected int run(HoldpointClient client) throws CallFailed {
    SessionView session =
        client
            .sessions()
            .create(new CreateSessionRequest(sessionId, threadId, persona, null, null, tenantId));
    if (json()) {
      printJson(session);
    } else {
      // The name and nothing else, so that a script can take it.
      out().println(Visible.line(session.sessionId()));
    }
    return ExitCode.OK;
  }
}
