package dev.holdpoint.cli.connect;

import dev.holdpoint.cli.CommandGroup;
import dev.holdpoint.cli.ExitCode;
import picocli.CommandLine.Command;

/** {@code holdpoint connect}. */
@Command(
    name = "connect",
    description = "Connects agents that run elsewhere, so that their requests are decided here.",
    subcommands = ConnectClaudeCode.class,
    footer = {
      "  holdpoint connect claude-code            prints the settings for Claude Code",
      "  holdpoint connect claude-code --write    writes them",
      "",
      ExitCode.TABLE
    })
public final class ConnectCommand extends CommandGroup {}
