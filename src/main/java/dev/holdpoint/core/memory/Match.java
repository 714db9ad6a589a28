package dev.holdpoint.core.memory;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * How well something answers a query.
 *
 * @param score how many of the query's terms occur in it
 * @param fields the names of the fields in which one does
 */
public record Match(int score, List<String> fields) {
  /** A part of something that can be found, under the name that a result calls it by. */
  public record Field(String name, String text) {}

  public static Match of(Set<String> query, List<Field> fields) {
    if (query.isEmpty()) {
      return new Match(0, List.of());
    }
    Set<String> met = new HashSet<>();
    List<String> names = new ArrayList<>();
    for (Field field : fields) {
      Set<String> terms = new HashSet<>(Terms.of(field.text()));
      terms.retainAll(query);
      if (!terms.isEmpty()) {
        names.add(field.name());
        met.addAll(terms);
      }
    }
    return new Match(met.size(), List.copyOf(names));
  }
}
