package dev.holdpoint.core.permission;

import java.util.List;
import java.util.Set;

/** The command patterns that a person may grant when asked about a command, narrowest first. */
public final class PatternKeys {
  /** Their arguments are programs: a grant for {@code bash -c *} would be a grant for anything. */
  private static final Set<String> RUNS_ITS_ARGUMENTS =
      Set.of(
          ".",
          "bash",
          "builtin",
          "busybox",
          "bun",
          "chroot",
          "command",
          "coproc",
          "dash",
          "deno",
          "doas",
          "env",
          "eval",
          "exec",
          "fish",
          "flock",
          "ionice",
          "ksh",
          "nice",
          "node",
          "nohup",
          "parallel",
          "perl",
          "php",
          "python",
          "python3",
          "ruby",
          "script",
          "setsid",
          "sh",
          "source",
          "ssh",
          "stdbuf",
          "su",
          "sudo",
          "time",
          "timeout",
          "trap",
          "unshare",
          "watch",
          "xargs",
          "zsh");

  private PatternKeys() {}

  /**
   * The whole command; then, for a simple one, its program and subcommand followed by {@code " *"}.
   */
  public static List<String> of(String command) {
    ShellCommand shell = ShellCommand.of(command);
    String whole = CommandPattern.exactly(shell.folded());
    if (!shell.simple()) {
      return List.of(whole);
    }
    String[] words = shell.folded().split(" ", 3);
    String program = words[0];
    String name = program.substring(program.lastIndexOf('/') + 1);
    if (!isPlain(program) || RUNS_ITS_ARGUMENTS.contains(name)) {
      return List.of(whole);
    }
    String wider = words.length > 1 && isSubcommand(words[1]) ? program + " " + words[1] : program;
    return List.of(whole, CommandPattern.startingWith(wider));
  }

  private static boolean isPlain(String word) {
    return word.chars().allMatch(c -> isLetterOrDigit(c) || "_-./+:@".indexOf(c) >= 0);
  }

  // An option or a file name says nothing about what kind of work the program will do.
  private static boolean isSubcommand(String word) {
    return word.charAt(0) >= 'a'
        && word.charAt(0) <= 'z'
        && word.chars().allMatch(c -> isLetterOrDigit(c) || c == '_' || c == '-' || c == ':');
  }

  private static boolean isLetterOrDigit(int c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  }
}
