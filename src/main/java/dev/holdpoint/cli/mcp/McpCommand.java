package dev.holdpoint.cli.mcp;

import dev.holdpoint.cli.CommandGroup;
import dev.holdpoint.cli.ExitCode;
import picocli.CommandLine.Command;

/** {@code holdpoint mcp}. */
@Command(
    name = "mcp",
    description = {
      "The MCP servers whose tools runs can use.",
      "docs/mcp-tools.md explains how to connect one."
    },
    subcommands = {McpList.class, McpShow.class},
    footer = {"  holdpoint mcp list", "  holdpoint mcp show github", "", ExitCode.TABLE})
public final class McpCommand extends CommandGroup {}
