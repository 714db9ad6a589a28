package dev.holdpoint.cli.session;

import dev.holdpoint.api.session.SessionBodies.SessionView;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.SessionDefaultsClient;
import dev.holdpoint.client.http.CallFailed;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** One of the things that a session's runs inherit: shown, set, or taken away. */
abstract class DefaultCommand extends DaemonCommand {
  @Parameters(index = "0", paramLabel = "SESSION", description = "the session's name")
  private String sessionId;

  @Option(names = "--clear", description = "remove the setting")
  private boolean clear;

  /** Whether anything was given to set. */
  abstract boolean isGiven();

  abstract SessionView set(SessionDefaultsClient defaults) throws CallFailed;

  abstract SessionView clear(SessionDefaultsClient defaults) throws CallFailed;

  @Override
  protected final int run(HoldpointClient client) throws CallFailed {
    if (clear && isGiven()) {
      throw usage("--clear cannot be combined with other flags");
    }
    SessionDefaultsClient defaults = client.sessions().defaults(sessionId);
    SessionView session =
        clear ? clear(defaults) : isGiven() ? set(defaults) : client.sessions().find(sessionId);
    if (json()) {
      printJson(session);
    } else {
      DefaultsText.print(session, out(), paint());
    }
    return ExitCode.OK;
  }
}
