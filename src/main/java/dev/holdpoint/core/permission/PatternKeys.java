package dev.holdpoint.core.permission;

import java.util.List;
import java.util.Set;

/** The command patterns that a person may grant when asked about a command, narrowest first. */
public final class PatternKeys {
  /** Their arguments are programs: a grant for {@code bash -c *} would be a grant for anything. */
  private static final Set<String> RUNS_ITS_ARGUMENTS =
      Set.of(
          ".",
          "ash",
          "awk",
          "bash",
          "builtin",
          "bun",
          "busybox",
          "chroot",
          "chrt",
          "command",
          "coproc",
          "csh",
          "dash",
          "deno",
          "doas",
          "env",
          "eval",
          "exec",
          "expect",
          "fish",
          "flock",
          "gawk",
          "gdb",
          "ionice",
          "ksh",
          "ltrace",
          "lua",
          "mawk",
          "mksh",
          "nice",
          "node",
          "nodejs",
          "nohup",
          "npx",
          "nsenter",
          "parallel",
          "perl",
          "php",
          "pipx",
          "pkexec",
          "pwsh",
          "pypy",
          "python",
          "rscript",
          "ruby",
          "runuser",
          "screen",
          "script",
          "setarch",
          "setsid",
          "sh",
          "source",
          "ssh",
          "stdbuf",
          "strace",
          "su",
          "sudo",
          "systemd-run",
          "taskset",
          "tclsh",
          "tcsh",
          "time",
          "timeout",
          "tmux",
          "trap",
          "ts-node",
          "unshare",
          "uvx",
          "valgrind",
          "watch",
          "xargs",
          "zsh");

  /** Their options come first and may change what they do: `git -c …` runs programs. */
  private static final Set<String> HAS_SUBCOMMANDS =
      Set.of(
          "aws",
          "az",
          "brew",
          "cargo",
          "docker",
          "gcloud",
          "gh",
          "git",
          "go",
          "gradle",
          "helm",
          "kubectl",
          "mvn",
          "npm",
          "pip",
          "pnpm",
          "podman",
          "poetry",
          "systemctl",
          "terraform",
          "yarn");

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
    boolean hasSubcommand = words.length > 1 && isSubcommand(words[1]);
    if (!isPlain(program)
        || runsItsArguments(name)
        || (HAS_SUBCOMMANDS.contains(name) && !hasSubcommand)) {
      return List.of(whole);
    }
    String wider = hasSubcommand ? program + " " + words[1] : program;
    return List.of(whole, CommandPattern.startingWith(wider));
  }

  /** Also under a name that carries its version: {@code python3.11}. */
  private static boolean runsItsArguments(String name) {
    int end = name.length();
    while (end > 1 && "0123456789.-".indexOf(name.charAt(end - 1)) >= 0) {
      end--;
    }
    return RUNS_ITS_ARGUMENTS.contains(name) || RUNS_ITS_ARGUMENTS.contains(name.substring(0, end));
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
