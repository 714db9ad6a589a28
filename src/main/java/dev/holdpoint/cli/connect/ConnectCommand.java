package dev.holdpoint.cli.connect;

import dev.holdpoint.cli.CommandGroup;
import dev.holdpoint.cli.ExitCode;
import picocli.CommandLine.Command;

/** {@code holdpoint connect}. */
@Command(
    name = "connect",
    description =
        "Sets agents up that run elsewhere, so that what they want to do is decided here.",
    subcommands = ConnectClaudeCode.class,
    footer = {
      "  holdpoint connect claude-code            what Claude Code has to be told, printed",
      "  holdpoint connect claude-code --write    the same, put into its settings",
      "",
      ExitCode.TABLE
    })
public final class ConnectCommand extends CommandGroup {}
