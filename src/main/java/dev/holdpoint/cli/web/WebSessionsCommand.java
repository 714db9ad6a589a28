package dev.holdpoint.cli.web;

import dev.holdpoint.cli.CommandGroup;
import dev.holdpoint.cli.ExitCode;
import picocli.CommandLine.Command;

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
public final class WebSessionsCommand extends CommandGroup {}
