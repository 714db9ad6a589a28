package dev.holdpoint.core.description;

import dev.holdpoint.core.description.SimpleCommand.Word;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What of a shell text is worth a second look, and which programs it names. */
final class ShellRisks implements ShellScan.Reader, ProgramRisks.Notes {
  /** They do nothing that a person would call a step of a script. */
  private static final Set<String> IDLE =
      Set.of("set", "cd", "echo", "export", "true", "exit", "test", "[", ":");

  private static final Set<String> OTHERS = Set.of("sudo", "doas", "su", "pkexec", "runuser");
  private static final Set<String> RUNNERS =
      Set.of("env", "xargs", "nice", "timeout", "nohup", "exec", "command", "time", "busybox");
  private static final Pattern SHELL = Pattern.compile("(?:ba|z|da|k|a|fi)?sh");
  private static final Pattern RUNS =
      Pattern.compile("(?:python|perl|ruby|node|php)[\\d.]*|eval|source|\\.");
  private static final Pattern HARMLESS =
      Pattern.compile("/dev/(?:null|stdout|stderr|stdin|tty|fd/\\d+)");
  private static final Set<String> DATABASES =
      Set.of("psql", "mysql", "mariadb", "sqlite3", "sqlite");
  private static final Pattern CHANGES =
      Pattern.compile(
          "(?<![\\w.$@-])(?:DROP|TRUNCATE|ALTER|DELETE|UPDATE)(?=\\s)", Pattern.CASE_INSENSITIVE);
  private static final Set<String> LOOKS =
      Set.of("ls", "cat", "head", "tail", "wc", "grep", "rg", "pwd", "which");
  private static final Set<String> GIT_LOOKS = Set.of("status", "log", "diff", "show");

  /** Options by which a program that only looks runs or writes something. */
  private static final Pattern DOES_MORE = Pattern.compile("--(?:output|pre|ext-diff)(?:=.*)?");

  /** They need no argument to be worth a look. */
  private static final Set<String> ALONE =
      Set.of(
          "sudo",
          "doas",
          "su",
          "pkexec",
          "runuser",
          "fdisk",
          "parted",
          "wipefs",
          "shutdown",
          "reboot",
          "halt",
          "poweroff",
          "psql",
          "mysql",
          "mariadb",
          "sqlite3",
          "sqlite");

  /** Where shells differ, and none of them is only looked at. */
  private static final List<String> DIVIDES = List.of("$'", "((", "<<");

  private static final int MOST_READ = 65_536;
  private static final int PEELED = 8;
  private static final int MOST_PROGRAMS = 200;

  private final String text;
  private final @Nullable String pointer;
  private final Map<RiskCode, RiskReason> found = new EnumMap<>(RiskCode.class);
  private final Map<RiskCode, Integer> places = new EnumMap<>(RiskCode.class);
  private final Set<String> programs = new LinkedHashSet<>();
  private final ProgramRisks known = new ProgramRisks(this);
  private final ShellWork work;

  /** Where texts begin that were read for themselves already. */
  private final Set<Integer> inner = new HashSet<>();

  private final Set<Integer> statements = new HashSet<>();
  private int commands;
  private boolean looks = true;
  private boolean isEnd;
  private int firstStep = -1;

  private ShellRisks(String text, @Nullable String pointer, ShellWork work) {
    this.text = text;
    this.work = work;
    this.pointer = pointer;
  }

  /**
   * @param pointer to the text in the input; null where it is in none
   */
  static ShellRisks of(String text, @Nullable String pointer, ShellWork work) {
    ShellRisks risks = new ShellRisks(text, pointer, work);
    boolean isWhole = text.length() <= 2 * MOST_READ;
    // What is longer is called long; nobody waits for the reading of a million commands.
    risks.read(0, isWhole ? text.length() : MOST_READ, 0);
    if (!isWhole) {
      risks.end(text.length() - MOST_READ);
    }
    return risks;
  }

  private void read(int from, int to, int depth) {
    ShellScan.read(text, from, to, this, depth, work);
  }

  /** The end of a long text, as if it began in no quotes, and in those of each kind. */
  private void end(int from) {
    isEnd = true;
    read(from, text.length(), 0);
    for (char quote : new char[] {'\'', '"'}) {
      int behind = text.indexOf(quote, from);
      if (behind >= 0) {
        read(behind + 1, text.length(), 0);
      }
    }
  }

  List<RiskReason> reasons() {
    return new ArrayList<>(found.values());
  }

  /** In their order, each once. */
  List<String> programs() {
    return new ArrayList<>(programs);
  }

  /** Whether it is one command that only looks at something. */
  boolean onlyLooks() {
    return commands == 1
        && looks
        && text.length() <= MOST_READ
        && DIVIDES.stream().noneMatch(text::contains);
  }

  /** The line with the highest risk, else the first that does something. */
  String tellingLine() {
    int place =
        found.values().stream()
            .min(
                Comparator.comparing(RiskReason::level)
                    .reversed()
                    .thenComparing(RiskReason::code, Comparator.naturalOrder()))
            .map(reason -> places.getOrDefault(reason.code(), 0))
            .orElse(Math.max(0, firstStep));
    int from = place == 0 ? 0 : text.lastIndexOf('\n', Math.min(place, text.length()) - 1) + 1;
    int to = text.indexOf('\n', Math.max(from, place));
    return OneLine.first(text.substring(from, to < 0 ? text.length() : to));
  }

  private void note(RiskCode code, int start, int end) {
    if (found.containsKey(code)) {
      return;
    }
    places.put(code, start);
    found.put(code, RiskReason.at(code, pointer, start, end));
  }

  @Override
  public void note(RiskCode code, Word from, Word to) {
    note(code, Math.min(from.start(), to.start()), Math.max(from.end(), to.end()));
  }

  @Override
  public void command(SimpleCommand command, int depth) {
    commands++;
    looks &= looks(command);
    targets(command);
    if (command.words.isEmpty()) {
      return;
    }
    String program = command.words.getFirst().name();
    if (!isEnd && !IDLE.contains(program) && !program.isEmpty()) {
      if (programs.size() < MOST_PROGRAMS) {
        programs.add(program);
      }
      firstStep = firstStep < 0 ? command.words.getFirst().start() : firstStep;
    }
    for (Word word : command.words) {
      if (word.value().indexOf('.') >= 0 && PathSigns.holdsSecrets(word.value())) {
        note(RiskCode.SENSITIVE_PATH, word, word);
      }
    }
    programs(command, depth);
  }

  /** The program, and those that it is told to run: each is looked at as the program once. */
  private void programs(SimpleCommand command, int depth) {
    List<Word> words = command.words;
    String outer = words.getFirst().name();
    boolean runsOthers = RUNNERS.contains(outer) || OTHERS.contains(outer);
    for (int i = 0; i < words.size() && i < (runsOthers ? PEELED : 1); i++) {
      Word program = words.get(i);
      String name = program.name();
      // Most programs are none of those that anything is found in.
      if (words.size() == 1 && !command.fed && !ALONE.contains(name) && !name.startsWith("mkfs")) {
        continue;
      }
      List<Word> given = words.subList(i + 1, words.size());
      if (OTHERS.contains(name)) {
        note(RiskCode.OTHER_USER, program, program);
      }
      if (outer.equals("xargs") && name.equals("rm")) {
        note(RiskCode.DELETE_RECURSIVE, words.getFirst(), program);
      }
      known.look(name, program, given);
      if (command.fed && (SHELL.matcher(name).matches() || RUNS.matcher(name).matches())) {
        note(RiskCode.RUN_FETCHED, program, program);
      }
      if (DATABASES.contains(name)) {
        given.forEach(this::statements);
        if (command.before != null) {
          command.before.words.forEach(this::statements);
        }
      }
      if (SHELL.matcher(name).matches()) {
        inner(given, depth);
      }
    }
  }

  /** The text behind {@code sh -c} is commands too. */
  private void inner(List<Word> given, int depth) {
    boolean runs = false;
    for (Word word : given) {
      if (ShellOptions.has(word.value(), "c")) {
        runs = true;
      } else if (runs && !word.value().startsWith("-")) {
        boolean quoted = "'\"".indexOf(text.charAt(word.start())) >= 0;
        boolean escaped =
            word.end() - word.start() > 2
                && text.charAt(word.start()) == '$'
                && "'\"".indexOf(text.charAt(word.start() + 1)) >= 0;
        int end = word.end() - (quoted || escaped ? 1 : 0);
        inner(word.start() + (escaped ? 2 : quoted ? 1 : 0), end, depth);
        return;
      }
    }
  }

  /** Once, however many programs are told to run it. */
  private void inner(int from, int to, int depth) {
    if (inner.add(from)) {
      read(from, to, depth + ShellScan.INNER);
    }
  }

  @Override
  public void document(SimpleCommand command, int from, int to, int depth) {
    looks = false;
    if (command.words.isEmpty()) {
      return;
    }
    String name = command.words.getFirst().name();
    if (DATABASES.contains(name)) {
      statements(from, to);
    } else if (SHELL.matcher(name).matches()) {
      inner(from, to, depth);
    }
  }

  private void statements(Word word) {
    statements(word.start(), word.end());
  }

  private void statements(int from, int to) {
    boolean unread = !found.containsKey(RiskCode.DATABASE_CHANGE) && statements.add(from);
    if (!unread || !work.goesOn(to - from)) {
      return;
    }
    Matcher change = CHANGES.matcher(text).region(from, to);
    change.useTransparentBounds(true);
    if (change.find()) {
      note(RiskCode.DATABASE_CHANGE, change.start(), change.end());
    }
  }

  private void targets(SimpleCommand command) {
    for (Word target : command.targets) {
      String value = target.value();
      if (value.startsWith("/dev/")) {
        if (!HARMLESS.matcher(value).matches()) {
          note(RiskCode.DEVICE, target, target);
        }
      } else if (PathSigns.leadsOut(value)) {
        note(RiskCode.WRITES_OUTSIDE, target, target);
      }
      if (PathSigns.isSensitive(value)) {
        note(RiskCode.SENSITIVE_PATH, target, target);
      }
    }
  }

  private static boolean looks(SimpleCommand command) {
    if (command.words.isEmpty()
        || !command.targets.isEmpty()
        || command.assigns
        || command.nests
        || command.before != null) {
      return false;
    }
    String name = command.words.getFirst().value();
    List<Word> given = command.words.subList(1, command.words.size());
    boolean known =
        LOOKS.contains(name)
            || (name.equals("git")
                && !given.isEmpty()
                && GIT_LOOKS.contains(given.getFirst().value()));
    return known && given.stream().noneMatch(word -> DOES_MORE.matcher(word.value()).matches());
  }
}
