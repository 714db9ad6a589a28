package dev.holdpoint.cli.session;

import dev.holdpoint.cli.CommandGroup;
import dev.holdpoint.cli.ExitCode;
import picocli.CommandLine.Command;

/** {@code holdpoint sessions}. */
@Command(
    name = "sessions",
    description = "Sessions: containers whose runs are done one after another.",
    subcommands = {
      SessionsList.class,
      SessionsCreate.class,
      SessionsGet.class,
      SessionsEvents.class,
      SessionsWatch.class,
      SessionsSend.class,
      SessionsPersona.class,
      SessionsRoute.class,
      SessionsScope.class,
      SessionsCredentials.class,
      SessionsReplyTo.class,
      SessionsInterrupt.class,
      SessionsEnd.class,
      SessionsRemove.class
    },
    footer = {
      "  holdpoint sessions create deploys",
      "  holdpoint sessions send deploys 'Roll out 1.4' --wait",
      "  holdpoint sessions watch deploys",
      "",
      ExitCode.TABLE
    })
public final class SessionsCommand extends CommandGroup {}
