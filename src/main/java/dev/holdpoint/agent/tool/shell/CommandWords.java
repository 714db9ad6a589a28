package dev.holdpoint.agent.tool.shell;

import dev.holdpoint.core.permission.ProgramRunners;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The words of the command that is being read, without their quotes. What the shell would put in
 * the place of an expansion is not known; a {@code $} stands for it.
 */
final class CommandWords {
  private static final Pattern ASSIGNMENT =
      Pattern.compile("[A-Za-z_][A-Za-z0-9_]*\\+?=.*", Pattern.DOTALL);

  private static final Pattern DESCRIPTOR = Pattern.compile("[0-9]+|\\{[A-Za-z_][A-Za-z0-9_]*\\}");

  private static final Set<String> OPENING =
      Set.of("{", "if", "for", "while", "until", "case", "select");
  private static final Set<String> CLOSING = Set.of("}", "fi", "done", "esac");

  private List<String> words = new ArrayList<>();
  private final StringBuilder word = new StringBuilder();
  private boolean inWord;

  /** The next word is where a redirection leads. */
  private boolean redirected;

  private boolean hereString;

  /** What is being read is a command whose output this one gets as a file. */
  private boolean substituting;

  /** How many groups and loops are open; their pipe comes behind them. */
  private int depth;

  /** The secret that stands in this command. */
  private @Nullable String held;

  /** The secret in a variable that it may write: to the next command, and not to itself. */
  private @Nullable String written;

  /** A pipe was the last thing, so that a line break does not end it. */
  private boolean awaited;

  private final Pipeline around;
  private Pipeline pipeline;

  /** What flows from command to command. */
  static final class Pipeline {
    private boolean behindPipe;

    /** The secret that the commands so far may have written. */
    private @Nullable String alias;

    /** The program behind a pipe that runs what it reads. */
    private @Nullable String reader;

    private Pipeline copy() {
      Pipeline copy = new Pipeline();
      copy.behindPipe = behindPipe;
      copy.alias = alias;
      copy.reader = reader;
      return copy;
    }

    /**
     * A secret flows in here.
     *
     * @return the program that is known to run it; null when there is none so far
     */
    @Nullable String carry(String secret) {
      alias = secret;
      return reader;
    }
  }

  CommandWords() {
    this(new Pipeline());
  }

  private CommandWords(Pipeline around) {
    this.around = around.copy();
    this.pipeline = around.copy();
  }

  /** The first of the commands inside of this one: they read what it reads. */
  CommandWords inner() {
    return new CommandWords(pipeline);
  }

  /** A command that this one sees as a file, {@code <(…)} or {@code >(…)}. */
  CommandWords substitution(boolean isRead) {
    // It looked like a redirection so far.
    redirected = false;
    add('$');
    substituting = isRead;
    CommandWords inner = inner();
    inner.around.behindPipe |= !isRead;
    inner.pipeline.behindPipe |= !isRead;
    return inner;
  }

  /** What was inside of this command has been read. */
  void endInner() {
    substituting = false;
    awaited = false;
  }

  /** A part of the current word. */
  void add(String part) {
    word.append(part);
    inWord = true;
  }

  void add(char part) {
    word.append(part);
    inWord = true;
  }

  void endWord() {
    if (inWord && !redirected) {
      words.add(word.toString());
    }
    redirected &= !inWord;
    hereString &= !inWord;
    word.setLength(0);
    inWord = false;
  }

  /**
   * @param isHereString whether the next word is what the command reads
   */
  void redirect(boolean isHereString) {
    // The number of a file descriptor is no word, nor is the variable that gets it.
    if (!word.isEmpty() && DESCRIPTOR.matcher(word).matches()) {
      word.setLength(0);
      inWord = false;
    }
    endWord();
    redirected = true;
    hereString = isHereString;
  }

  /**
   * Another command begins. What has been handed out of this one stays as it is.
   *
   * @param isPipe whether the other reads what this one writes
   * @return what this one would run of a secret; null when there is nothing
   */
  @Nullable Refused endCommand(boolean isPipe, SecretFlow flow) {
    endWord();
    String runs = runner(words, true, false);
    String reader = pipeline.behindPipe ? runs : null;
    flow.command(words, pipeline.behindPipe ? pipeline.alias : null, runs);
    String summed = EvaluatedWords.isSum(words) ? held : null;
    held = null;
    String alias = pipeline.alias;
    pipeline.alias = written == null ? alias : written;
    written = null;
    pipeline.reader = reader == null ? pipeline.reader : reader;
    countGroups();
    awaited = isPipe || (awaited && words.isEmpty());
    words = new ArrayList<>();
    redirected = false;
    hereString = false;
    pipeline.behindPipe |= isPipe;
    if (!awaited && depth == 0) {
      pipeline = around.copy();
    }
    if (summed != null) {
      return new Refused("[[", summed);
    }
    return reader == null || alias == null ? null : new Refused(reader, alias);
  }

  /** A program that would run a secret. */
  record Refused(String runner, String alias) {}

  private void countGroups() {
    for (String one : words) {
      if (OPENING.contains(one)) {
        depth++;
      } else if (CLOSING.contains(one)) {
        depth = Math.max(0, depth - 1);
      } else if (!ProgramRunners.isBefore(one)) {
        return;
      }
    }
  }

  /** A secret stands here, which this command may write. */
  void carry(String alias) {
    held = alias;
    boolean sets =
        words.stream().allMatch(CommandWords::isAssignment) && isAssignment(word.toString());
    if (!sets) {
      pipeline.alias = alias;
    }
  }

  /** The same of a variable that has one. */
  void write(String alias) {
    held = alias;
    written = alias;
  }

  private static boolean isAssignment(String word) {
    return ASSIGNMENT.matcher(word).matches();
  }

  /** What bash itself would evaluate here; null when it does not. */
  @Nullable String evaluator() {
    return redirected ? null : EvaluatedWords.by(words, word.toString());
  }

  /** What would take a variable that stands here for the text of a program. */
  @Nullable String textRunner() {
    return redirected
        ? (hereString ? runner(words, true, false) : null)
        : substituting ? runner(words, true, false) : EvaluatedWords.textRunner(words);
  }

  String word() {
    return word.toString();
  }

  Pipeline pipeline() {
    return pipeline;
  }

  /** The words of this command, also those that follow. */
  List<String> command() {
    return words;
  }

  /** The program that would run a value that stands here; null when it is data. */
  @Nullable String runner() {
    if (substituting) {
      return runner(words, true, false);
    }
    if (redirected && !hereString) {
      return null;
    }
    List<String> all = new ArrayList<>(words);
    if (inWord && !hereString) {
      all.add(word.toString());
    }
    return runner(all, hereString, inWord && !hereString);
  }

  /**
   * @param isOpen whether the last word has the value in it
   */
  static @Nullable String runner(List<String> words, boolean asInput, boolean isOpen) {
    int at = 0;
    while (at < words.size()
        && (ProgramRunners.isBefore(words.get(at)) || isAssignment(words.get(at)))) {
      at++;
      // Options of exec, command and time: which word is the program takes knowing them all.
      if (at < words.size() && words.get(at).startsWith("-")) {
        return words.get(at - 1);
      }
    }
    // Nothing but assignments, or the program's own name.
    if (at >= words.size() || (isOpen && at == words.size() - 1)) {
      return null;
    }
    List<String> behind = words.subList(at + 1, words.size());
    return asInput
        ? ProgramRunners.ofInput(words.get(at), behind)
        : ProgramRunners.ofArguments(words.get(at), behind);
  }
}
