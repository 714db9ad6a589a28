package dev.holdpoint.core.session;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/**
 * Which names are allowed. No allowed name means all of them; {@code *} stands for all and stands
 * alone; a denial wins.
 */
public record NameFilter(List<String> allow, List<String> deny) {
  private static final String ALL = "*";

  /** Trimmed, sorted, each once; a wildcard says it all. */
  public static List<String> normal(Collection<String> entries) {
    TreeSet<String> sorted = new TreeSet<>();
    for (String entry : entries) {
      String name = entry.strip();
      if (!name.isEmpty()) {
        sorted.add(name);
      }
    }
    return sorted.contains(ALL) ? List.of(ALL) : List.copyOf(sorted);
  }

  public boolean isUnset() {
    return allow.isEmpty() && deny.isEmpty();
  }

  public boolean permit(String name) {
    boolean denied = deny.contains(ALL) || deny.contains(name);
    return !denied && (allow.isEmpty() || allow.contains(ALL) || allow.contains(name));
  }

  /**
   * Whether something that goes by several names is permitted: by any of them, denied by none.
   *
   * @param sure those of its names that nothing else can take for itself
   * @param all these and the others; to be denied, any will do
   */
  public boolean permitAny(Collection<String> sure, Collection<String> all) {
    boolean denied = deny.contains(ALL) || all.stream().anyMatch(deny::contains);
    return !denied && (isOpen(allow) || sure.stream().anyMatch(allow::contains));
  }

  /** What both permit. */
  public NameFilter and(NameFilter other) {
    TreeSet<String> denied = new TreeSet<>(deny);
    denied.addAll(other.deny);
    if (isOpen(allow)) {
      return new NameFilter(other.allow, normal(denied));
    }
    if (isOpen(other.allow)) {
      return new NameFilter(allow, normal(denied));
    }
    List<String> both = new ArrayList<>(allow);
    both.retainAll(other.allow);
    // An empty list would say that everything is allowed, and here nothing is.
    return both.isEmpty()
        ? new NameFilter(List.of(), List.of(ALL))
        : new NameFilter(List.copyOf(both), normal(denied));
  }

  private static boolean isOpen(List<String> allowed) {
    return allowed.isEmpty() || allowed.contains(ALL);
  }
}
