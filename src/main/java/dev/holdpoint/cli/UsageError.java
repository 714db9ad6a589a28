package dev.holdpoint.cli;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** One line for a call that was not understood: what is wrong, and what may have been meant. */
public final class UsageError {
  /** A text that is longer than any name is no name; the distance to it would take long. */
  private static final int LONGEST_NAME = 64;

  private UsageError() {}

  public static String line(ParameterException problem) {
    CommandSpec spec = problem.getCommandLine().getCommandSpec();
    String help = " See '" + spec.qualifiedName() + " --help'";
    if (problem instanceof UnmatchedArgumentException unmatched
        && !unmatched.getUnmatched().isEmpty()) {
      String typed = unmatched.getUnmatched().getFirst();
      String shown = "'" + Visible.line(typed) + "'.";
      if (unmatched.isUnknownOption()) {
        String name = typed.replaceFirst("=.*", "");
        return "Unknown option '"
            + Visible.line(name)
            + "'."
            + meant(typed, spec.optionsMap().keySet(), help);
      }
      List<String> commands = commands(spec);
      return commands.isEmpty()
          ? "Unexpected argument " + shown + help
          : "Unknown command " + shown + meant(typed, commands, help);
    }
    String message = problem.getMessage();
    String first = message == null ? problem.toString() : message.lines().findFirst().orElse("");
    return Visible.line(first) + "." + help;
  }

  private static String meant(String typed, Collection<String> names, String help) {
    return typed.length() > LONGEST_NAME
        ? help
        : NearestName.of(typed, names)
            .map(name -> " Did you mean '" + name + "'?" + help)
            .orElse(help);
  }

  private static List<String> commands(CommandSpec spec) {
    return spec.subcommands().entrySet().stream()
        .filter(entry -> !isHidden(entry.getValue()))
        .map(Map.Entry::getKey)
        .toList();
  }

  private static boolean isHidden(CommandLine command) {
    return command.getCommandSpec().usageMessage().hidden();
  }
}
