package dev.holdpoint.core.permission;

import dev.holdpoint.core.permission.ShellWords.Word;
import java.util.List;

/** The command patterns that a person may grant when asked about a command, narrowest first. */
public final class PatternKeys {
  private PatternKeys() {}

  /**
   * The whole command; then, for a simple one of a program that is known to run no other, its
   * program and subcommand followed by {@code " *"}.
   */
  public static List<String> of(String command) {
    ShellCommand shell = ShellCommand.of(command);
    String whole = CommandPattern.exactly(shell.folded());
    List<Word> words = shell.words();
    String wider = words == null ? null : WiderPatterns.firstWords(words);
    return wider == null ? List.of(whole) : List.of(whole, CommandPattern.startingWith(wider));
  }
}
