package dev.holdpoint.core.policy;

import dev.holdpoint.core.access.Role;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The people and groups of one tenant at one moment. Members are compared letter for letter, names
 * of groups without regard to case. It can be kept until tokens, keys or groups change.
 */
public final class People {
  private final List<Person> all;
  private final Map<String, Person> byName = new HashMap<>();
  private final Map<String, Set<String>> groups = new HashMap<>();

  /**
   * @param groups the members of each group that a policy of the tenant may name; of two groups of
   *     one name that of the tenant
   */
  public People(List<Person> people, Map<String, ? extends Iterable<String>> groups) {
    all = people.stream().sorted(Comparator.comparing(Person::name)).toList();
    all.forEach(it -> byName.put(it.name(), it));
    groups.forEach(
        (name, members) -> {
          Set<String> set = new HashSet<>();
          members.forEach(set::add);
          this.groups.put(name.toLowerCase(Locale.ROOT), set);
        });
  }

  /** In the order of their names. */
  List<Person> all() {
    return all;
  }

  @Nullable Person named(String name) {
    return byName.get(name);
  }

  boolean isMember(String group, String name) {
    return members(group).contains(name);
  }

  /** The names in the group; none where there is no such group. */
  public Set<String> members(String group) {
    return groups.getOrDefault(group.toLowerCase(Locale.ROOT), Set.of());
  }

  /** Whether a person may be counted for one of the terms, in whichever of their roles. */
  boolean fits(Person person, List<Term> who) {
    return who.stream()
        .anyMatch(
            term ->
                term instanceof Term.OfRole(var role)
                    ? person.roles().contains(role)
                    : names(term, person.name()));
  }

  /**
   * Whether a vote of the person may be counted for one of the terms.
   *
   * @param voted the role in which the vote is given; null for none, which fits no role
   */
  boolean fits(Person person, @Nullable Role voted, List<Term> who) {
    return who.stream()
        .anyMatch(
            term ->
                term instanceof Term.OfRole(var role)
                    ? role == voted && person.roles().contains(role)
                    : names(term, person.name()));
  }

  private boolean names(Term term, String name) {
    return switch (term) {
      case Term.Anyone _ -> true;
      case Term.Group(String group) -> isMember(group, name);
      case Term.Person(String person) -> person.equals(name);
      case Term.OfRole _ -> false;
    };
  }
}
