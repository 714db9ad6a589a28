package dev.holdpoint.cli.connect;

import dev.holdpoint.cli.ExitCode;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Help and completion of {@code holdpoint connect NAME}. */
final class ConnectHelp {
  private ConnectHelp() {}

  static void describe(AgentProgram program, CommandSpec spec) {
    spec.name(program.word);
    spec.usageMessage()
        .description(
            "Prints the settings that make "
                + program.title
                + "'s tools wait for a decision here, or writes, removes or tests them.",
            tools(program),
            "A token is never printed or written into settings: the settings name the variable "
                + "that has it.");
    spec.usageMessage().footer(examples(program).toArray(String[]::new));
    choices(
        spec,
        "--scope",
        "which settings: %s (default: %s)"
            .formatted(
                "${COMPLETION-CANDIDATES}",
                program.usualScope().word()
                    + (program == AgentProgram.CLAUDE_CODE ? "; project with --mcp" : "")),
        program.scopes().stream().map(Scope::word).toList());
    choices(spec, "--event", event(program), ConnectChoice.events(program));
    List<String> thens =
        program.moments.stream().flatMap(moment -> moment.thens().stream()).distinct().toList();
    choices(
        spec,
        "--then",
        program == AgentProgram.CLAUDE_CODE
            ? "result when there is no decision in time: defer (asked again on --resume), ask (its "
                + "user) or deny"
            : "result when there is no decision in time: ${COMPLETION-CANDIDATES}",
        thens);
  }

  private static String tools(AgentProgram program) {
    return switch (program) {
      case CLAUDE_CODE ->
          "With hooks it asks before every tool, also in sessions without a terminal; with MCP it "
              + "asks through a tool, if it is started with --permission-prompt-tool.";
      case CODEX, CURSOR -> "It asks about all tools. Without a daemon the tool does not run.";
      case COPILOT, GEMINI, OPENCODE, QWEN ->
          "Tools that only look are left to its own settings, and unknown tools are asked about. "
              + "Without a daemon the tool does not run.";
    };
  }

  private static String event(AgentProgram program) {
    return switch (program) {
      case CLAUDE_CODE ->
          "when it asks: ${COMPLETION-CANDIDATES}; the second only when Claude Code would ask its "
              + "user (with -p from 2.1.325 on)";
      case CODEX ->
          "when it asks: ${COMPLETION-CANDIDATES} (default: both, so that its own dialog is "
              + "answered too)";
      case COPILOT, CURSOR, GEMINI, OPENCODE, QWEN -> "when it asks: ${COMPLETION-CANDIDATES}";
    };
  }

  private static void choices(
      CommandSpec spec, String name, String description, List<String> words) {
    OptionSpec old = spec.findOption(name);
    spec.remove(old);
    spec.addOption(
        OptionSpec.builder(old).description(description).completionCandidates(words).build());
  }

  private static List<String> examples(AgentProgram program) {
    String command = "  holdpoint connect " + program.word;
    String pad = " ".repeat(Math.max(1, 48 - command.length() - 1));
    List<String> lines = new ArrayList<>();
    lines.add(command + pad + "prints the settings");
    lines.add(command + " --write");
    lines.add(
        command + " --write --scope " + (program.usualScope() == Scope.USER ? "project" : "user"));
    lines.add(command + " --write --wait 30s --then deny");
    lines.add(command + " --write --make-token ~/." + program.word + ".token");
    if (program.moments.size() > 1) {
      lines.add(command + " --write --event permission-request");
    }
    lines.add(command + " --check" + pad.substring(Math.min(pad.length() - 1, 8)) + "tests it");
    lines.add(
        command + " --remove" + pad.substring(Math.min(pad.length() - 1, 9)) + "removes it again");
    if (program == AgentProgram.CLAUDE_CODE) {
      lines.add(command + " --write --results");
    }
    lines.add(command + " --mcp --write");
    lines.add("");
    lines.add(ExitCode.TABLE);
    return lines;
  }
}
