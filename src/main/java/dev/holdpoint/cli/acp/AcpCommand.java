package dev.holdpoint.cli.acp;

import dev.holdpoint.cli.CommandGroup;
import dev.holdpoint.cli.ExitCode;
import picocli.CommandLine.Command;

/** {@code holdpoint acp}. */
@Command(
    name = "acp",
    description = "Agents that clients talk to over the Agent Client Protocol.",
    subcommands = {AcpList.class, AcpEnd.class},
    footer = {"  holdpoint acp list", "  holdpoint acp end editor-1", "", ExitCode.TABLE})
public final class AcpCommand extends CommandGroup {}
