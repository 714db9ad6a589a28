package dev.holdpoint.core.description;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/** Where brackets of one kind close, by the rules of a shell: those in quotes do not count. */
final class ShellBrackets {
  private static final int NONE = -1;

  private final String text;
  private final int limit;
  private final char opens;
  private final char closes;
  private final ShellWork work;
  private final Map<Integer, Integer> ends = new HashMap<>();

  ShellBrackets(String text, int limit, char opens, char closes, ShellWork work) {
    this.text = text;
    this.limit = limit;
    this.opens = opens;
    this.closes = closes;
    this.work = work;
  }

  /** The place of the bracket that closes the one at {@code place}; -1 where none does. */
  int end(int place) {
    if (!ends.containsKey(place)) {
      pass(place);
    }
    return ends.getOrDefault(place, NONE);
  }

  /** All brackets on the way are noted, so that none is looked for twice. */
  private void pass(int from) {
    Deque<Integer> open = new ArrayDeque<>();
    int at = from;
    do {
      char c = text.charAt(at);
      if (c == opens) {
        open.push(at);
      } else if (c == closes) {
        ends.put(open.pop(), at);
      }
      int next = c == '\'' || c == '"' ? quoted(at, c) : at + (c == '\\' ? 2 : 1);
      work.goesOn(next - at);
      at = next;
    } while (!open.isEmpty() && at < limit && work.goesOn(0));
    open.forEach(place -> ends.put(place, NONE));
  }

  private int quoted(int from, char quote) {
    int at = from + 1;
    while (at < limit && text.charAt(at) != quote) {
      at += quote == '"' && text.charAt(at) == '\\' ? 2 : 1;
    }
    return Math.min(limit, at + 1);
  }
}
