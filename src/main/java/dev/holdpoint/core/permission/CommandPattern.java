package dev.holdpoint.core.permission;

import dev.holdpoint.core.permission.ShellWords.Word;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The command half of a rule, in one of three forms: {@code git push *} is these words alone or
 * followed by more; {@code =text} is exactly that text; anything else is exactly itself. The marked
 * form exists for commands that themselves end in a star: a grant for {@code rm *} as it was shown
 * must not become a grant for every {@code rm}.
 */
record CommandPattern(String text, boolean prefix) {
  private static final String ANY_REST = " *";
  private static final char EXACTLY = '=';

  static CommandPattern parse(String pattern) {
    if (pattern.charAt(0) == EXACTLY) {
      return new CommandPattern(fold(pattern.substring(1)), false);
    }
    return pattern.endsWith(ANY_REST)
        ? new CommandPattern(fold(pattern.substring(0, pattern.length() - ANY_REST.length())), true)
        : new CommandPattern(fold(pattern), false);
  }

  private static String fold(String text) {
    return ShellCommand.of(text).folded();
  }

  /** A bare star would speak for every command; a rule without a command pattern says that. */
  static boolean isValid(String pattern) {
    return !pattern.isBlank()
        && !pattern.equals("=")
        && !pattern.strip().equals("*")
        && pattern.indexOf('\0') < 0;
  }

  static String exactly(String folded) {
    return folded.endsWith(ANY_REST)
            || folded.equals("*")
            || (!folded.isEmpty() && folded.charAt(0) == EXACTLY)
        ? EXACTLY + folded
        : folded;
  }

  static String startingWith(String words) {
    return words + ANY_REST;
  }

  /**
   * Whether a rule with this pattern lets the command run. First words speak only for a command
   * that is understood, since {@code git push *} must not carry {@code git push; rm -rf /} with it,
   * and not for options that run programs.
   */
  boolean lets(ShellCommand command) {
    return prefix ? begins(command.words()) : command.folded().equals(text);
  }

  private boolean begins(@Nullable List<Word> command) {
    List<Word> first = ShellWords.read(text);
    if (first == null || command == null || command.size() < first.size()) {
      return false;
    }
    for (int i = 0; i < first.size(); i++) {
      if (!first.get(i).isSame(command.get(i))) {
        return false;
      }
    }
    return !WiderPatterns.runsPrograms(command);
  }

  /** Whether a rule with this pattern holds the command back. */
  boolean holdsBack(ShellCommand command) {
    return command.places().begin(CommandPlaces.looseWords(text), prefix);
  }

  /** Whether the command may run the program of this pattern without showing it. */
  boolean suspects(ShellCommand command) {
    List<String> pattern = CommandPlaces.looseWords(text);
    return command.mayHide(pattern.getFirst())
        || (command.words() != null && isScattered(pattern, command.words()));
  }

  /** Options may stand between a program and its subcommand, and bash may fill in either. */
  private static boolean isScattered(List<String> pattern, List<Word> command) {
    if (pattern.size() < 2
        || !ProgramRunners.name(command.getFirst().value())
            .equals(ProgramRunners.name(pattern.getFirst()))) {
      return false;
    }
    List<Word> rest = command.subList(1, command.size());
    return pattern.stream()
        .skip(1)
        .allMatch(
            wanted ->
                rest.stream()
                    .anyMatch(word -> !word.literal() || word.value().equalsIgnoreCase(wanted)));
  }
}
