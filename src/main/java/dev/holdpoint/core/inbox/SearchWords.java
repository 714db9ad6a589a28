package dev.holdpoint.core.inbox;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The words of a search. Each of them must occur in one of a gate's texts, in whatever case. */
public final class SearchWords {
  /** The part of an input that is searched, in characters. */
  public static final int INPUT = 64 * 1024;

  private final List<String> words;

  private SearchWords(List<String> words) {
    this.words = words;
  }

  public static SearchWords of(String text) {
    return new SearchWords(
        Arrays.stream(text.strip().split("\\s+", -1))
            .filter(word -> !word.isEmpty())
            .map(word -> word.toLowerCase(Locale.ROOT))
            .distinct()
            .toList());
  }

  /**
   * @param texts as people read them
   * @param json the input, in which quotes and backslashes are escaped
   */
  public boolean occurIn(List<String> texts, String json) {
    List<String> plain = texts.stream().map(text -> text.toLowerCase(Locale.ROOT)).toList();
    List<String> missing =
        words.stream()
            .filter(word -> plain.stream().noneMatch(text -> text.contains(word)))
            .toList();
    if (missing.isEmpty()) {
      return true;
    }
    String input = json.substring(0, Math.min(json.length(), INPUT)).toLowerCase(Locale.ROOT);
    return missing.stream().allMatch(word -> input.contains(word) || input.contains(escaped(word)));
  }

  private static String escaped(String word) {
    return word.replace("\\", "\\\\").replace("\"", "\\\"");
  }
}
