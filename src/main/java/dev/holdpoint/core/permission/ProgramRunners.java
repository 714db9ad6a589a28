package dev.holdpoint.core.permission;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The programs that run what they find in their arguments or on their standard input: what they run
 * is not told by their own name. Everything that asks about it asks this table, which errs towards
 * naming a program: a rule then asks a person, and a secret can be written as a variable.
 */
public final class ProgramRunners {
  /**
   * Names, what they are, with what among their words they run others, and their options that have
   * a value. A star runs whatever its arguments are; {@code -x} is an option, also in a cluster;
   * {@code --x} also cut short or with one hyphen; {@code ::} an address that names a program;
   * other words are subcommands. A shell or an interpreter reads its program from its input unless
   * it is given one, a host unless it is given a command, and a reader always. What is for rules
   * alone runs programs only in a language of its own, where a value may stand.
   */
  private static final String TABLE =
      """
      eval trap                                        |             | *
      . source crontab at batch                        | reader      | *
      xargs parallel su rsh gdb lldb                   | reader      | *
      ssh autossh mosh                                 | host        | * -o -F -S --ssh \
                     | -B -b -c -D -E -e -F -I -i -J -L -l -m -O -o -p -Q -R -S -W -w
      ash bash dash ksh mksh rbash sh zsh              | shell       | -c --rcfile --init-file \
                     | -o -O --rcfile --init-file
      csh fish tcsh                                    | interpreter | -c
      env nohup timeout gtimeout time gtime setsid nice ionice chrt taskset stdbuf unbuffer    | | *
      flock watch watchexec entr busybox toybox start-stop-daemon systemd-run catchsegv        | | *
      prlimit ssh-agent ld.so numactl choom cgexec chronic ifne pee sem rlwrap faketime eatmydata logsave      | | *
      setarch linux32 linux64 i386 x86_64 caffeinate hyperfine nodemon run-parts tini          | | *
      dumb-init xvfb-run dbus-run-session ccache distcc runcon sg chpst setuidgid envdir       | | *
      npx bunx uvx pipx ts-node tsx dotenv direnv fakeroot proot proxychains torsocks socat    | | *
      sudo doas runuser pkexec gosu su-exec chroot unshare nsenter setpriv capsh firejail      | | *
      bwrap sshpass pssh strace ltrace valgrind perf script expect screen tmux xterm           | | *
      gnome-terminal konsole awk gawk mawk nawk sed gsed m4 dc nix-shell                       | | *
      make gmake                                 | | * --eval SHELL=
      builtin command coproc exec                | | *
      psql mysql mariadb sqlite sqlite3 ed ex    | rules | *
      perl                                       | interpreter | -e -E | -I
      python pypy                                | interpreter | -c | -W -X
      ruby                                       | interpreter | -e | -I -r
      node nodejs                                | interpreter | -e -p --eval --print --require --import | -r
      bun                                        | interpreter | -e -p --eval --print x exec
      deno                                       | interpreter | eval
      php                                        | interpreter | -r -B -R -E --run | -d
      lua luajit                                 | interpreter | -e | -l
      tclsh                                      | interpreter | -c
      rscript r                                  | interpreter | -e
      julia                                      | interpreter | -e -E --eval --print
      elixir iex groovy clojure racket ghci      | interpreter | -e --eval
      guile                                      | interpreter | -c
      osascript                                  | interpreter | -e
      pwsh powershell                            | interpreter | -c -e --command --encodedcommand
      vi vim nvim view gvim vimdiff              | | -c -S --cmd +
      emacs                                      | | --eval --execute --load -l -f
      less more                                  | | +
      man                                        | | -P -H --pager --html
      find gfind            | | --exec --execdir --ok --okdir --fprint --fprint0 --fprintf --fls
      fd fdfind                                  | | -x -X --exec --exec-batch
      rg                                         | | --pre --hostname-bin
      sort gsort                                 | | --compress-program
      split                                      | | --filter
      rsync                                      | | -e --rsh --rsync-path
      scp sftp                                   | | -S -o -F
      tar gtar bsdtar       | | -I -F --to-command --use-compress-program --checkpoint-action \
                                --info-script --new-volume-script --rsh-command --rmt-command
      cpio                                       | | --rsh-command
      zip                                        | | -T --unzip-command
      wget                                       | | --use-askpass
      nc ncat netcat                             | | -c -e --exec --sh-exec --lua-exec
      tcpdump                                    | | -z
      pandoc                                     | | -F -L --filter --lua-filter
      gcc cc g++ clang                           | | --wrapper
      cmake                                      | | -E -P
      ip                                         | | exec
      hg svn                | | --config --config-option --diff-cmd --diff3-cmd --editor-cmd --ssh
      docker podman nerdctl                      | | exec run compose
      docker-compose lxc incus                   | | exec run
      kubectl oc                                 | | exec run debug rsh
      npm                                        | | exec x explore --script-shell --node-options
      pnpm yarn                                  | | exec dlx --script-shell
      corepack nix bazel dotnet rustup           | | run exec shell develop
      volta mise asdf pyenv rbenv nvm            | | run exec x
      uv poetry pipenv conda mamba hatch pdm rye pixi | | run tool
      bundle heroku aws-vault chamber doppler op | | exec run
      go                    | | run tool generate --exec --toolexec --vettool
      cargo                                      | | run --config
      git                   | | :: --exec --exec-path --receive-pack --upload-pack --config \
                                --config-env --extcmd --open-files-in-pager --strategy \
                                --to-cmd --cc-cmd bisect foreach filter-branch config hook \
                                for-each-repo
      git-                  | | -c -u -x -O
      git-clone             | | -c -u
      git-rebase            | | -x -i -s
      git-merge git-pull    | | -s
      git-difftool          | | -x
      git-grep              | | -O
      """;

  /** Options with which some program or other runs what they name. */
  private static final List<String> OF_ANY =
      cell(
          "--checkpoint-action --command --compress-program --config-env --eval --exec"
              + " --exec-batch --exec-path --execdir --ext-diff --extcmd --filter-command"
              + " --info-script --init-command --node-options --open-files-in-pager --pager"
              + " --pre --proxy-command --receive-pack --rsh --rsync-path --script-shell"
              + " --shell --to-command --toolexec --upload-pack --use-askpass"
              + " --use-compress-program --vettool");

  /** Subcommands of git that run nothing they are told in their arguments. */
  private static final Set<String> PLAIN_GIT =
      Set.copyOf(
          cell(
              "add branch checkout cherry-pick commit describe diff log mv reset restore rev-parse"
                  + " rm show stash status switch tag"));

  /** Words behind which the command begins. */
  private static final Set<String> BEFORE =
      Set.copyOf(
          cell(
              "! { } if then else elif while until do time exec command builtin coproc noglob"
                  + " nocorrect"));

  private static final Set<String> INPUTS =
      Set.of("-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0");

  private static final Pattern LOADER = Pattern.compile("^ld[-.](linux|musl|so|lsb).*");
  private static final Pattern VERSION = Pattern.compile("[-.0-9]+$");
  private static final Pattern ADDRESS = Pattern.compile("(?s)(-[^=]*=)?[A-Za-z0-9+.-]+::.*");
  private static final String ALWAYS = "*";
  private static final Row UNKNOWN = new Row("", List.of(), List.of());
  private static final Map<String, Row> ROWS = parsed();

  private record Row(String kind, List<String> runs, List<String> values) {
    boolean isInterpreter() {
      return kind.equals("shell") || kind.equals("interpreter");
    }
  }

  private ProgramRunners() {}

  private static Map<String, Row> parsed() {
    Map<String, Row> rows = new HashMap<>();
    for (String line : TABLE.lines().toList()) {
      String[] cells = (line + "|").split("\\|", -1);
      Row row = new Row(cells[1].strip(), cell(cells[2]), cell(cells[3]));
      cell(cells[0]).forEach(name -> rows.put(name, row));
    }
    return Map.copyOf(rows);
  }

  private static List<String> cell(String cell) {
    return cell.isBlank() ? List.of() : List.of(cell.strip().split(" +", -1));
  }

  /** Whether the command comes behind this word. */
  public static boolean isBefore(String word) {
    return BEFORE.contains(word);
  }

  /** Whether it reads its program in the language of rules, by its very name in any folder. */
  public static boolean isInterpreter(String program) {
    return row(known(program)).isInterpreter();
  }

  public static boolean isShell(String program) {
    return row(program.substring(program.lastIndexOf('/') + 1)).kind.equals("shell");
  }

  /**
   * Whether such a command may run another program that its words name.
   *
   * @param words those behind the program; what bash fills in begins with {@code $}
   */
  static boolean mayRun(String program, List<String> words) {
    String name = known(program);
    return ShellWords.isEvaluating(name)
        || row(name).isInterpreter()
        || running(name, words) != null;
  }

  /** Whether the program is known to run others, with some words or other. */
  static boolean mayRun(String program) {
    String name = known(program);
    return ROWS.containsKey(name) || ShellWords.isEvaluating(name);
  }

  /**
   * How the program is called that would run a value in its arguments; null when it takes them as
   * data.
   *
   * @param words those behind the program, the one with the value as far as it goes
   */
  public static @Nullable String ofArguments(String program, List<String> words) {
    String name = known(program);
    // What an expansion makes of it is not known.
    if (name.indexOf('$') >= 0) {
      return name;
    }
    return row(name).kind.equals("rules") ? null : running(name, words);
  }

  /** The same for a value on its standard input. */
  public static @Nullable String ofInput(String program, List<String> words) {
    String name = known(program);
    Row row = row(name);
    boolean reads =
        switch (row.kind) {
          case "reader" -> true;
          case "host" -> operands(row, words).size() < 2;
          case "shell", "interpreter" -> !hasProgram(name, row, words);
          default -> name.indexOf('$') >= 0;
        };
    if (reads) {
      return name;
    }
    // What it runs has the same input.
    if (!row.isInterpreter() && running(name, words) != null) {
      for (int i = 0; i < words.size(); i++) {
        String[] inner = words.get(i).strip().split("\\s+", -1);
        if (!row(known(inner[0])).kind.isEmpty()) {
          List<String> rest = new ArrayList<>(List.of(inner).subList(1, inner.length));
          rest.addAll(words.subList(i + 1, words.size()));
          String found = ofInput(inner[0], rest);
          if (found != null) {
            return found;
          }
        }
      }
    }
    return null;
  }

  private static boolean hasProgram(String name, Row row, List<String> words) {
    if (words.stream().anyMatch(word -> isWritten("-s", word) || word.equals("-"))) {
      return false;
    }
    boolean module = name.startsWith("py") && words.stream().anyMatch(w -> isWritten("-m", w));
    boolean written =
        row.runs.stream().anyMatch(one -> words.stream().anyMatch(word -> isWritten(one, word)));
    List<String> operands = operands(row, words);
    return module || written || (!operands.isEmpty() && !INPUTS.contains(operands.getFirst()));
  }

  /** The words that are neither options nor their values. */
  private static List<String> operands(Row row, List<String> words) {
    List<String> operands = new ArrayList<>();
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      if (word.equals("-") || !(word.startsWith("-") || word.startsWith("+"))) {
        operands.add(word);
      } else if (row.values.contains(word.replace('+', '-'))) {
        i++;
      }
    }
    return operands;
  }

  /** What makes it run others, as it is called; null if it does not. */
  private static @Nullable String running(String name, List<String> words) {
    if (isPlainGit(name, words)) {
      return null;
    }
    for (String one : runs(name, words)) {
      if (one.equals(ALWAYS)) {
        return name;
      }
      for (String word : spelledOut(name, words)) {
        // What is an expansion as a whole may be any option; with a slash it is a path.
        if ((word.startsWith("$") && word.indexOf('/') < 0) || isWritten(one, word)) {
          return name + " " + (isHyphenated(one, word) ? word : one);
        }
      }
    }
    return words.stream()
        .filter(word -> isOfAny(name, word))
        .findFirst()
        .map(word -> name + " " + word.split("=", 2)[0])
        .orElse(null);
  }

  private static boolean isHyphenated(String one, String word) {
    return word.length() > 1 && word.equals(one.substring(1));
  }

  /** Whether this is an option with which the program runs others. */
  static boolean isRunningOption(String program, List<String> words, String word) {
    String name = known(program);
    String spelled =
        word.equals(words.isEmpty() ? "" : words.getFirst()) ? first(name, word) : word;
    return isOfAny(name, word)
        || (!isPlainGit(name, words)
            && runs(name, words).stream()
                .anyMatch(one -> isOption(one) && isWritten(one, spelled)));
  }

  /** Whether the options with which the program runs others are known. */
  static boolean hasOptions(String program) {
    return row(known(program)).runs.stream().anyMatch(ProgramRunners::isOption);
  }

  private static boolean isOption(String one) {
    return one.startsWith("-") || one.equals("::") || one.equals("+") || one.endsWith("=");
  }

  private static boolean isPlainGit(String name, List<String> words) {
    return name.equals("git") && !words.isEmpty() && PLAIN_GIT.contains(words.getFirst());
  }

  private static List<String> runs(String name, List<String> words) {
    List<String> runs = row(name).runs;
    if (!name.equals("git") || words.isEmpty()) {
      return runs;
    }
    String first = words.getFirst();
    List<String> all = new ArrayList<>(runs);
    all.addAll(row("git-" + (first.startsWith("-") ? "" : first)).runs);
    return all;
  }

  private static List<String> spelledOut(String name, List<String> words) {
    List<String> all = new ArrayList<>(words);
    if (!all.isEmpty()) {
      all.set(0, first(name, all.getFirst()));
    }
    return all;
  }

  /** The first word of tar is a cluster of options also without its hyphen. */
  private static String first(String name, String word) {
    return name.endsWith("tar") && word.matches("[A-Za-z]+") ? "-" + word : word;
  }

  private static boolean isOfAny(String name, String word) {
    if (!word.startsWith("-")) {
      return false;
    }
    boolean cut = !ROWS.containsKey(name) && !WiderPatterns.isKnown(name);
    String option = word.split("=", 2)[0].toLowerCase(Locale.ROOT);
    return OF_ANY.stream()
        .anyMatch(
            one -> cut ? isWritten(one, word) : one.equals(option) || isHyphenated(one, option));
  }

  /** Whether the word is this option or subcommand of the table. */
  static boolean isWritten(String one, String word) {
    if (one.equals("::")) {
      return ADDRESS.matcher(word).matches();
    }
    if (one.equals("+") || one.endsWith("=")) {
      return word.startsWith(one);
    }
    if (one.startsWith("--")) {
      String option = word.split("=", 2)[0].toLowerCase(Locale.ROOT);
      return option.startsWith("--")
          ? option.length() > 2 && one.startsWith(option)
          : isHyphenated(one, option);
    }
    if (one.startsWith("-")) {
      boolean cluster = word.startsWith("+") || (word.startsWith("-") && !word.startsWith("--"));
      return cluster && word.indexOf(one.charAt(1)) > 0;
    }
    return word.equalsIgnoreCase(one);
  }

  private static Row row(String name) {
    return ROWS.getOrDefault(name, UNKNOWN);
  }

  /** Its name in the table, where it has one: {@code /bin/Python3.11} is python. */
  private static String known(String program) {
    String name = LOADER.matcher(name(program)).replaceFirst("ld.so");
    String bare = ROWS.containsKey(name) ? name : VERSION.matcher(name).replaceFirst("");
    return ROWS.containsKey(bare) ? bare : name;
  }

  /** The name of a program without its folder. Some file systems do not tell cases apart. */
  static String name(String program) {
    return program.substring(program.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT);
  }
}
