package dev.holdpoint.core.permission;

import dev.holdpoint.core.permission.ShellWords.Word;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The programs and subcommands whose first words may be granted: their arguments say what to work
 * on, and not what to run. Options that break this are in the table too. A program that is not here
 * is granted one command at a time.
 */
final class WiderPatterns {
  /**
   * A program, its subcommands if it has any (with a plus those whose own next word says what they
   * do), and options with which it takes what it runs from elsewhere, beside those of {@link
   * ProgramRunners}.
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
      rg          | | --search-zip -z
      rm          |
      rmdir       |
      seq         |
      sha1sum     |
      sha256sum   |
      sha512sum   |
      sleep       |
      sort        |
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
      cargo       | build check clippy doc fmt metadata test tree | --config --manifest-path -C -Z
      docker      | images info inspect logs ps version | --host -H --context
      gh          | issue+ pr+ release+ run+
      git         | add blame branch cat-file checkout cherry-pick commit describe diff fetch log \
                    ls-files ls-remote ls-tree merge merge-base mv pull push reflog remote reset \
                    restore rev-parse rm shortlog show stash status switch tag \
                  | --ext-diff --textconv --template --interactive --output
      go          | build doc fmt list test version vet \
                  | --ldflags --gccgoflags --overlay --modfile -C
      kubectl     | describe get logs top version | --kubeconfig --token --server -s
      npm         | ls outdated run+ test view \
                  | --prefix -C --userconfig --globalconfig --shell --git
      pip         | check freeze list show | --python
      pip3        | check freeze list show | --python
      pnpm        | ls test | --shell-emulator --dir -C --config --prefix
      systemctl   | is-active is-enabled list-units status | --host -H --machine -M
      yarn        | test | --cwd --use-yarnrc
      """;

  private static final Set<String> FOLDERS = Set.of("", "/bin/", "/usr/bin/", "/usr/local/bin/");

  private static final Set<String> LOOSE = Set.of("npm", "pnpm", "yarn");
  private static final Pattern HYPHENS = Pattern.compile("^-+");

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
    return cell.isEmpty() ? Set.of() : Set.of(cell.split(" +", -1));
  }

  /** The first words that may be granted for such a command; null if there are none. */
  static @Nullable String firstWords(List<Word> command) {
    String program = command.getFirst().value();
    Entry entry = ENTRIES.get(ProgramRunners.name(program));
    String folder = program.substring(0, program.lastIndexOf('/') + 1);
    if (entry == null || !FOLDERS.contains(folder) || runsPrograms(command)) {
      return null;
    }
    String second = word(command, 1);
    String low = second.toLowerCase(Locale.ROOT);
    if (entry.subcommands.isEmpty()) {
      return isPlainWord(second) ? program + " " + second : program;
    }
    if (entry.subcommands.contains(low + "+")) {
      String third = word(command, 2);
      return isPlainWord(third) ? program + " " + second + " " + third : null;
    }
    return entry.subcommands.contains(low) ? program + " " + second : null;
  }

  private static String word(List<Word> command, int index) {
    return command.size() > index && command.get(index).literal() ? command.get(index).value() : "";
  }

  // An option or a file name says nothing about what kind of work the program will do.
  private static boolean isPlainWord(String word) {
    return word.matches("[a-z][A-Za-z0-9_:-]*");
  }

  /** Whether the command has an option, or may get one from bash, that runs a program. */
  static boolean runsPrograms(List<Word> command) {
    String name = ProgramRunners.name(command.getFirst().value());
    Entry entry = ENTRIES.get(name);
    boolean harmless =
        entry != null
            && entry.subcommands.isEmpty()
            && entry.options.isEmpty()
            && !ProgramRunners.hasOptions(name);
    List<String> words = command.stream().skip(1).map(Word::value).toList();
    return command.stream()
        .skip(1)
        .anyMatch(
            word ->
                word.literal()
                    ? isRunning(word.value(), name, entry, words)
                    : !harmless && (!word.steady() || word.source().contains("::")));
  }

  private static boolean isRunning(
      String word, String name, @Nullable Entry entry, List<String> words) {
    if (ProgramRunners.isRunningOption(name, words, word)) {
      return true;
    }
    // npm takes an option with any number of hyphens.
    String spelled = "--" + HYPHENS.matcher(word).replaceFirst("");
    boolean loose = LOOSE.contains(name) && word.startsWith("-") && spelled.length() > 3;
    if (loose && ProgramRunners.isRunningOption(name, words, spelled)) {
      return true;
    }
    if (entry != null) {
      return entry.options.stream()
          .anyMatch(
              one ->
                  ProgramRunners.isWritten(one, word)
                      || (loose && ProgramRunners.isWritten(one, spelled)));
    }
    // What -c and -e mean to a program that is in no table is not known.
    return !ProgramRunners.hasOptions(name)
        && (ProgramRunners.isWritten("-c", word) || ProgramRunners.isWritten("-e", word));
  }

  static boolean isKnown(String name) {
    return ENTRIES.containsKey(name);
  }
}
