package dev.holdpoint.core.memory;

import java.util.Collections;
import java.util.Set;

/** The piece of a text around the first place where a query meets it. */
final class Excerpt {
  private static final int LENGTH = 240;
  private static final int BEFORE = 60;

  /** Longer words are looked into: scripts without spaces have sentences for words. */
  private static final int WORD = 40;

  private Excerpt() {}

  static String of(String text, Set<String> query) {
    String line = Texts.oneLine(text);
    if (line.length() <= LENGTH) {
      return line;
    }
    int hit = query.isEmpty() ? 0 : firstHit(line, query);
    int start = Texts.whole(line, Math.clamp(hit - BEFORE, 0, line.length() - LENGTH));
    int end = Texts.whole(line, Math.min(start + LENGTH, line.length()));
    return (start > 0 ? "…" : "")
        + line.substring(start, end).strip()
        + (end < line.length() ? "…" : "");
  }

  private static int firstHit(String line, Set<String> query) {
    int at = 0;
    while (at < line.length()) {
      int start = at;
      while (at < line.length() && !Character.isWhitespace(line.charAt(at))) {
        at++;
      }
      String word = line.substring(start, at);
      if (meets(word, query)) {
        return start + (word.length() <= WORD ? 0 : firstHitInside(word, query));
      }
      at++;
    }
    return 0;
  }

  private static int firstHitInside(String word, Set<String> query) {
    for (int i = 0; i < word.length(); i += Character.charCount(word.codePointAt(i))) {
      String rest = word.substring(i, Texts.whole(word, Math.min(i + 4, word.length())));
      if (meets(rest, query)) {
        return i;
      }
    }
    return 0;
  }

  private static boolean meets(String text, Set<String> query) {
    return !Collections.disjoint(Terms.of(text), query);
  }
}
