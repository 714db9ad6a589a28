package dev.holdpoint.core.permission;

import dev.holdpoint.core.permission.ShellWords.Word;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The programs and subcommands whose first words may be granted: their arguments say what to work
 * on, and not what to run. Options that break this are in the table too. A program that is not here
 * is granted one command at a time.
 */
final class WiderPatterns {
  /**
   * A program, its subcommands if it has any, and the options with which it runs other programs.
   * Git's options before the subcommand are those of "git".
   */
  private static final String TABLE =
      """
      basename    |
      cat         |
      cd          |
      cksum       |
      cmp         |
      column      |
      comm        |
      cut         |
      date        |
      df          |
      diff        |
      dirname     |
      du          |
      echo        |
      egrep       |
      false       |
      fgrep       |
      file        |
      fold        |
      free        |
      grep        |
      head        |
      id          |
      jq          |
      ls          |
      md5sum      |
      mkdir       |
      nl          |
      od          |
      paste       |
      printf      | | -v
      ps          |
      pwd         |
      readlink    |
      realpath    |
      rev         |
      rg          | | --pre --hostname-bin --search-zip -z
      rm          |
      rmdir       |
      seq         |
      sha1sum     |
      sha256sum   |
      sha512sum   |
      sleep       |
      sort        | | --compress-program
      stat        |
      strings     |
      tac         |
      tail        |
      touch       |
      tr          |
      tree        |
      true        |
      uname       |
      uniq        |
      uptime      |
      wc          |
      which       |
      whoami      |
      xxd         |
      cargo       | build check clippy doc fmt metadata test tree | --config
      docker      | images info inspect logs ps version | --host -H --context
      gh          | issue pr release run
      git         | add blame branch cat-file checkout cherry-pick commit describe diff fetch log \
                    ls-files ls-remote ls-tree merge merge-base mv pull push reflog remote reset \
                    restore rev-parse rm shortlog show stash status switch tag \
                  | --exec --exec-path --receive-pack --upload-pack --config --config-env --ext-diff \
                    --textconv --extcmd --open-files-in-pager --template --strategy --interactive
      go          | build doc fmt list test version vet \
                  | -exec -toolexec -vettool -ldflags -gccgoflags -overlay -modfile -C
      kubectl     | describe get logs top version | --kubeconfig --token --server
      npm         | ls outdated run test view \
                  | --script-shell --node-options --prefix -C --userconfig --globalconfig --shell
      pip         | check freeze list show | --python
      pip3        | check freeze list show | --python
      pnpm        | ls test | --script-shell --shell-emulator --dir -C --config
      systemctl   | is-active is-enabled list-units status | --host -H --machine -M
      yarn        | test | --script-shell --cwd
      """;

  /** Options with which some program or other runs what they name. */
  private static final Set<String> ANY_PROGRAM =
      Set.of(
          "--checkpoint-action",
          "--command",
          "--compress-program",
          "--config-env",
          "--eval",
          "--exec",
          "--exec-batch",
          "--exec-path",
          "--execdir",
          "--ext-diff",
          "--extcmd",
          "--filter-command",
          "--info-script",
          "--init-command",
          "--node-options",
          "--open-files-in-pager",
          "--pager",
          "--pre",
          "--proxy-command",
          "--receive-pack",
          "--rsh",
          "--rsync-path",
          "--script-shell",
          "--shell",
          "--to-command",
          "--toolexec",
          "--upload-pack",
          "--use-askpass",
          "--use-compress-program",
          "--vettool");

  /** Short options of git by the subcommand that gives them this meaning. */
  private static final Map<String, String> GIT_SHORT =
      Map.of(
          "clone", "cu", "difftool", "x", "grep", "O", "merge", "s", "pull", "s", "rebase", "xis");

  private static final Set<String> FOLDERS = Set.of("", "/bin/", "/usr/bin/", "/usr/local/bin/");

  private static final Map<String, Entry> ENTRIES = parsed();

  private record Entry(Set<String> subcommands, Set<String> options) {}

  private WiderPatterns() {}

  private static Map<String, Entry> parsed() {
    Map<String, Entry> entries = new HashMap<>();
    for (String line : TABLE.lines().toList()) {
      String[] cells = line.split("\\|", -1);
      entries.put(cells[0].strip(), new Entry(cell(cells, 1), cell(cells, 2)));
    }
    return Map.copyOf(entries);
  }

  private static Set<String> cell(String[] cells, int index) {
    String cell = index < cells.length ? cells[index].strip() : "";
    return cell.isEmpty() ? Set.of() : Set.of(cell.split(" +"));
  }

  /** The first words that may be granted for such a command; null if there are none. */
  static @Nullable String firstWords(List<Word> command) {
    String program = command.getFirst().value();
    Entry entry = ENTRIES.get(ProgramRunners.name(program));
    String folder = program.substring(0, program.lastIndexOf('/') + 1);
    if (entry == null || !FOLDERS.contains(folder) || runsPrograms(command)) {
      return null;
    }
    String second = command.size() > 1 && command.get(1).literal() ? command.get(1).value() : "";
    boolean known =
        entry.subcommands.isEmpty()
            ? isPlainWord(second)
            : entry.subcommands.contains(second.toLowerCase(Locale.ROOT));
    if (known) {
      return program + " " + second;
    }
    return entry.subcommands.isEmpty() ? program : null;
  }

  // An option or a file name says nothing about what kind of work the program will do.
  private static boolean isPlainWord(String word) {
    return word.matches("[a-z][A-Za-z0-9_:-]*");
  }

  /** Whether the command has an option, or may get one from bash, that runs a program. */
  static boolean runsPrograms(List<Word> command) {
    String name = ProgramRunners.name(command.getFirst().value());
    Entry entry = ENTRIES.get(name);
    boolean harmless = entry != null && entry.subcommands.isEmpty() && entry.options.isEmpty();
    return command.stream()
        .skip(1)
        .anyMatch(
            word ->
                word.literal()
                    ? isRunning(word.value(), name, entry, command)
                    : !harmless && !word.steady());
  }

  private static boolean isRunning(
      String word, String name, @Nullable Entry entry, List<Word> command) {
    if (name.equals("git") && word.matches("(?s)[A-Za-z0-9+.-]+::.*")) {
      return true;
    }
    if (word.length() < 2 || word.charAt(0) != '-' || word.equals("--")) {
      return false;
    }
    String option = word.split("=", 2)[0];
    if (isAmong(option, ANY_PROGRAM) || (entry != null && isAmong(option, entry.options))) {
      return true;
    }
    return !option.startsWith("--") && isRunningShort(option.substring(1), name, entry, command);
  }

  /** Long options may be cut short, and some programs take them with one hyphen. */
  private static boolean isAmong(String option, Set<String> options) {
    String low = option.toLowerCase(Locale.ROOT);
    return options.stream()
        .anyMatch(
            one ->
                one.startsWith("--")
                    ? (low.startsWith("--") ? one.startsWith(low) : one.equals("-" + low))
                    : one.equals(option)
                        || one.equals(option.substring(1))
                        || (one.length() == 2 && isCluster(option, one.charAt(1))));
  }

  private static boolean isCluster(String option, char letter) {
    return !option.startsWith("--") && option.indexOf(letter) > 0;
  }

  private static boolean isRunningShort(
      String letters, String name, @Nullable Entry entry, List<Word> command) {
    if (name.equals("git")) {
      String second = command.get(1).value();
      String running = second.startsWith("-") ? "cux" : GIT_SHORT.getOrDefault(second, "");
      return letters.chars().anyMatch(c -> running.indexOf(c) >= 0);
    }
    // What -c and -e mean to a program that is not in the table is not known.
    return entry == null
        && (letters.startsWith("c")
            || letters.startsWith("e")
            || (letters.length() <= 3 && (letters.contains("c") || letters.contains("e"))));
  }
}
