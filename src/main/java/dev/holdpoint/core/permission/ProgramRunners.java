package dev.holdpoint.core.permission;

import java.util.Locale;
import java.util.Set;

/** Programs whose arguments are programs: what they run is not told by their own name. */
public final class ProgramRunners {
  private static final Set<String> NAMES =
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
          "entr",
          "env",
          "eval",
          "exec",
          "expect",
          "fd",
          "fdfind",
          "find",
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
          "setpriv",
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
          "toybox",
          "trap",
          "ts-node",
          "unshare",
          "uvx",
          "valgrind",
          "watch",
          "watchexec",
          "xargs",
          "zsh");

  private ProgramRunners() {}

  /** Whether it is one, under any path and also with its version: {@code /bin/Python3.11}. */
  public static boolean isOne(String program) {
    String name = name(program);
    int end = name.length();
    while (end > 1 && "0123456789.-".indexOf(name.charAt(end - 1)) >= 0) {
      end--;
    }
    return NAMES.contains(name)
        || NAMES.contains(name.substring(0, end))
        || ShellWords.isEvaluating(name);
  }

  /** The name of a program without its folder. Some file systems do not tell cases apart. */
  static String name(String program) {
    return program.substring(program.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT);
  }
}
