package dev.holdpoint.core.permission;

import dev.holdpoint.core.permission.ShellWords.Word;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What can be said about a shell command without running it. One simple command is understood: its
 * words are known, and white space between them is folded. Any other text stands for itself alone.
 */
public final class ShellCommand {
  private final String text;
  private final @Nullable List<Word> words;
  private @Nullable CommandPlaces places;

  private ShellCommand(String text, @Nullable List<Word> words) {
    this.text = text;
    this.words = words;
  }

  public static ShellCommand of(String text) {
    return new ShellCommand(text, ShellWords.read(text));
  }

  /** The words of a command that is understood; null otherwise. */
  @Nullable List<Word> words() {
    return words;
  }

  /** Two commands that fold to the same text have the same words, or are the same bytes. */
  String folded() {
    return words == null ? text : String.join(" ", words.stream().map(Word::source).toList());
  }

  /** Every place where a command could begin, for rules that hold something back. */
  CommandPlaces places() {
    CommandPlaces known = places;
    if (known == null) {
      known = new CommandPlaces(text);
      places = known;
    }
    return known;
  }

  /** Whether the program could run although no place shows that it does. */
  boolean mayHide(String program) {
    return (words == null || mayRunOthers(words))
        && (places().names(program) || places().isOpaque());
  }

  private static boolean mayRunOthers(List<Word> words) {
    return ProgramRunners.mayRun(
        words.getFirst().value(),
        words.stream()
            .skip(1)
            .map(word -> word.literal() || word.steady() ? word.value() : "$")
            .toList());
  }
}
