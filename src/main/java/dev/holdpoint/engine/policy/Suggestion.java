package dev.holdpoint.engine.policy;

import java.util.Collection;

/** Finds the known name that is nearest to one that nobody knows. */
@FunctionalInterface
public interface Suggestion {
  /**
   * @param known at least one
   */
  String to(String word, Collection<String> known);

  /** What to add to a sentence about an unknown name; nothing where no name is known at all. */
  default String hint(String word, Collection<String> known) {
    return known.isEmpty() ? "" : "; the nearest is " + to(word, known);
  }
}
