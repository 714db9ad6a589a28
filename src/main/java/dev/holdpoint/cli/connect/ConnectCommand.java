package dev.holdpoint.cli.connect;

import dev.holdpoint.cli.CommandGroup;
import dev.holdpoint.cli.ExitCode;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code holdpoint connect}. */
@Command(
    name = "connect",
    description = "Connects agents that run elsewhere, so that their requests are decided here.",
    footer = {
      "  holdpoint connect claude-code            prints the settings for Claude Code",
      "  holdpoint connect codex --write          writes them for Codex",
      "  holdpoint connect gemini --check         tests what is installed",
      "  holdpoint connect qwen --remove          removes it again",
      "",
      ExitCode.TABLE
    })
public final class ConnectCommand extends CommandGroup {
  private ConnectCommand() {}

  /** With a word for each program. */
  public static CommandLine withPrograms() {
    return withPrograms(Surroundings.ofProcess());
  }

  static CommandLine withPrograms(Surroundings around) {
    CommandLine group = new CommandLine(new ConnectCommand());
    for (AgentProgram program : AgentProgram.values()) {
      group.addSubcommand(program.word, ConnectProgram.commandLine(program, around));
    }
    return group;
  }
}
