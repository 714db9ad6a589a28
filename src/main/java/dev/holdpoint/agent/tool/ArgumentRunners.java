package dev.holdpoint.agent.tool;

import static java.util.Map.entry;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The programs that run what they find in their arguments or on their standard input: a value there
 * would be part of another program's text. The table errs towards naming a program: a secret that
 * is refused can be written as a variable.
 */
final class ArgumentRunners {
  private ArgumentRunners() {}

  private static final Set<String> SHELLS =
      Set.of("bash", "sh", "dash", "ash", "zsh", "ksh", "mksh", "rbash", "fish", "csh", "tcsh");

  /** Whatever their arguments are. */
  private static final Set<String> ALWAYS =
      Set.of(
          // of the shell
          "eval",
          "trap",
          "source",
          ".",
          // another command with its arguments
          "env",
          "xargs",
          "parallel",
          "nohup",
          "timeout",
          "gtimeout",
          "setsid",
          "nice",
          "ionice",
          "chrt",
          "taskset",
          "stdbuf",
          "unbuffer",
          "flock",
          "watch",
          "entr",
          "busybox",
          "toybox",
          "npx",
          "bunx",
          "uvx",
          "start-stop-daemon",
          "systemd-run",
          "catchsegv",
          "prlimit",
          // as another user, in another place
          "sudo",
          "doas",
          "su",
          "runuser",
          "pkexec",
          "gosu",
          "chroot",
          "unshare",
          "nsenter",
          "setpriv",
          "capsh",
          "firejail",
          "bwrap",
          "ssh",
          "autossh",
          "sshpass",
          "mosh",
          "rsh",
          // under observation, in a terminal, later
          "strace",
          "ltrace",
          "gdb",
          "lldb",
          "valgrind",
          "perf",
          "script",
          "expect",
          "screen",
          "tmux",
          "xterm",
          "at",
          "batch",
          // whose first argument is a program
          "awk",
          "gawk",
          "mawk",
          "nawk");

  /** With one of these among their words. Letters stand for short options, also in a cluster. */
  private static final Map<String, List<String>> WITH =
      Map.ofEntries(
          entry("perl", List.of("e", "E")),
          entry("python", List.of("c")),
          entry("pypy", List.of("c")),
          entry("ruby", List.of("e")),
          entry("node", List.of("e", "p", "--eval", "--print")),
          entry("nodejs", List.of("e", "p", "--eval", "--print")),
          entry("bun", List.of("e", "p", "--eval", "--print", "x", "exec")),
          entry("deno", List.of("eval")),
          entry("php", List.of("r", "B", "R", "E", "--run")),
          entry("lua", List.of("e")),
          entry("luajit", List.of("e")),
          entry("tclsh", List.of("c")),
          entry("Rscript", List.of("e")),
          entry("R", List.of("e")),
          entry("julia", List.of("e", "E", "--eval", "--print")),
          entry("elixir", List.of("e", "--eval")),
          entry("osascript", List.of("e")),
          entry("pwsh", List.of("c", "-Command", "-EncodedCommand")),
          entry("powershell", List.of("c", "-Command", "-EncodedCommand")),
          entry("vi", List.of("c", "--cmd")),
          entry("vim", List.of("c", "--cmd")),
          entry("nvim", List.of("c", "--cmd")),
          entry("emacs", List.of("--eval", "--execute", "-eval")),
          entry("find", List.of("-exec", "-execdir", "-ok", "-okdir")),
          entry("fd", List.of("x", "X", "--exec", "--exec-batch")),
          entry("rsync", List.of("e", "--rsh", "--rsync-path")),
          entry("tar", List.of("I", "F", "--to-command", "--use-compress-program")),
          entry("docker", List.of("exec", "run")),
          entry("podman", List.of("exec", "run")),
          entry("nerdctl", List.of("exec", "run")),
          entry("kubectl", List.of("exec", "run")),
          entry("oc", List.of("exec", "run", "rsh")),
          entry("npm", List.of("exec", "x")),
          entry("pnpm", List.of("exec", "dlx")),
          entry("yarn", List.of("exec", "dlx")),
          entry("uv", List.of("run")),
          entry("poetry", List.of("run")),
          entry("pipenv", List.of("run")),
          entry("conda", List.of("run")),
          entry("bundle", List.of("exec")));

  private static final Pattern VERSION = Pattern.compile("[-.0-9]+$");

  /** Those that read their program from the standard input unless they are given a file. */
  private static final Set<String> INTERPRETERS =
      Set.of(
          "perl",
          "python",
          "pypy",
          "ruby",
          "node",
          "nodejs",
          "bun",
          "php",
          "lua",
          "luajit",
          "tclsh",
          "R",
          "julia",
          "osascript",
          "pwsh",
          "powershell");

  /** Those that run what they read there whatever else they are given. */
  private static final Set<String> READERS =
      Set.of("xargs", "parallel", "at", "batch", "ssh", "autossh", "rsh", "su", "gdb", "lldb");

  /**
   * How the program is called that would run a value in its arguments; null when it takes them as
   * data.
   *
   * @param program the command's first word
   * @param words those behind it, the one with the value as far as it goes
   */
  static @Nullable String ofArguments(String program, List<String> words) {
    String name = name(program);
    // What an expansion makes of it is not known.
    if (ALWAYS.contains(name) || name.indexOf('$') >= 0) {
      return name;
    }
    List<String> with = SHELLS.contains(name) ? List.of("c") : WITH.getOrDefault(name, List.of());
    for (String option : with) {
      if (words.stream().anyMatch(is(option))) {
        return name + " " + (option.length() == 1 ? "-" + option : option);
      }
    }
    return null;
  }

  /** The same for a value in a here-document or a here-string. */
  static @Nullable String ofInput(String program, List<String> words) {
    String name = name(program);
    boolean reads = SHELLS.contains(name) || INTERPRETERS.contains(name);
    boolean hasFile =
        words.stream().anyMatch(word -> !word.startsWith("-")) && words.stream().noneMatch(is("s"));
    return READERS.contains(name) || name.indexOf('$') >= 0 || (reads && !hasFile) ? name : null;
  }

  /** Without its folder, and without a version where it is known without one. */
  private static String name(String program) {
    String name = program.substring(program.lastIndexOf('/') + 1);
    return isKnown(name) ? name : VERSION.matcher(name).replaceFirst("");
  }

  private static boolean isKnown(String name) {
    return ALWAYS.contains(name) || SHELLS.contains(name) || WITH.containsKey(name);
  }

  private static Predicate<String> is(String option) {
    // What is an expansion as a whole may be any option; with a slash it is a path.
    Predicate<String> unknown = word -> word.startsWith("$") && word.indexOf('/') < 0;
    return unknown.or(isWritten(option));
  }

  private static Predicate<String> isWritten(String option) {
    if (option.length() > 1) {
      return word -> word.equals(option) || word.startsWith(option + "=");
    }
    // bash -lc, perl -ne, python -Ic; a subcommand of one letter as it is.
    return word ->
        word.equals(option)
            || (word.startsWith("-") && !word.startsWith("--") && word.contains(option))
            || (word.startsWith("+") && word.contains(option));
  }
}
