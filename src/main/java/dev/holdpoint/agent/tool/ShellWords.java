package dev.holdpoint.agent.tool;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The words of the command that is being read, without their quotes. What the shell would put in
 * the place of an expansion is not known; a {@code $} stands for it.
 */
final class ShellWords {
  private static final Pattern ASSIGNMENT =
      Pattern.compile("[A-Za-z_][A-Za-z0-9_]*\\+?=.*", Pattern.DOTALL);

  /** Words behind which the command begins. */
  private static final Set<String> BEFORE =
      Set.of(
          "!",
          "{",
          "}",
          "if",
          "then",
          "else",
          "elif",
          "while",
          "until",
          "do",
          "time",
          "exec",
          "command",
          "builtin",
          "coproc",
          "noglob",
          "nocorrect");

  private List<String> words = new ArrayList<>();
  private final StringBuilder word = new StringBuilder();
  private boolean inWord;

  /** The next word is where a redirection leads. */
  private boolean redirected;

  private boolean hereString;

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
    // The number of a file descriptor is no word.
    if (!word.isEmpty() && word.chars().allMatch(Character::isDigit)) {
      word.setLength(0);
      inWord = false;
    }
    endWord();
    redirected = true;
    hereString = isHereString;
  }

  /** Another command begins. What has been handed out of this one stays as it is. */
  void endCommand() {
    endWord();
    words = new ArrayList<>();
    redirected = false;
    hereString = false;
  }

  /** The words of this command, also those that follow. */
  List<String> command() {
    return words;
  }

  /** The program that would run a value that stands here; null when it is data. */
  @Nullable String runner() {
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
        && (BEFORE.contains(words.get(at)) || ASSIGNMENT.matcher(words.get(at)).matches())) {
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
        ? ArgumentRunners.ofInput(words.get(at), behind)
        : ArgumentRunners.ofArguments(words.get(at), behind);
  }
}
