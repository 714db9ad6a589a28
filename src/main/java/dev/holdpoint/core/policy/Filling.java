package dev.holdpoint.core.policy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Places filled with people, so that as many as possible are: a largest matching. A leaf has as
 * many places as it wants people, and a person fits the leaves of a bit set. People are put in one
 * after the other; nobody who has a place loses it again, though they may have to move to another.
 */
final class Filling {
  private final int[] wanted;
  private final boolean distinct;

  /** For each leaf the numbers of the people in it. */
  private final List<List<Integer>> filled = new ArrayList<>();

  private final List<Integer> fits = new ArrayList<>();

  Filling(List<Need.Of> leaves, boolean distinct) {
    wanted = leaves.stream().mapToInt(Need.Of::count).toArray();
    this.distinct = distinct;
    leaves.forEach(_ -> filled.add(new ArrayList<>()));
  }

  /**
   * Puts one more person in.
   *
   * @param leaves a bit for each leaf that the person fits
   * @return whether they fill a place that was free. Somebody who fits the same leaves would not
   *     later either, where they do not
   */
  boolean add(int leaves) {
    int person = fits.size();
    fits.add(leaves);
    if (distinct) {
      return place(person, new boolean[wanted.length]);
    }
    boolean placed = false;
    for (int leaf = 0; leaf < wanted.length; leaf++) {
      if (fits(person, leaf) && filled.get(leaf).size() < wanted[leaf]) {
        filled.get(leaf).add(person);
        placed = true;
      }
    }
    return placed;
  }

  private boolean place(int person, boolean[] tried) {
    for (int leaf = 0; leaf < wanted.length; leaf++) {
      if (fits(person, leaf) && !tried[leaf]) {
        tried[leaf] = true;
        List<Integer> inside = filled.get(leaf);
        if (inside.size() < wanted[leaf]) {
          return inside.add(person);
        }
        for (int i = 0; i < inside.size(); i++) {
          if (place(inside.get(i), tried)) {
            inside.set(i, person);
            return true;
          }
        }
      }
    }
    return false;
  }

  private boolean fits(int person, int leaf) {
    return (fits.get(person) & (1 << leaf)) != 0;
  }

  boolean isFull() {
    return Arrays.stream(wanted).sum() == filled.stream().mapToInt(List::size).sum();
  }

  /** How many places of the leaf are not filled by the first so many people. */
  int free(int leaf, int firstPeople) {
    return wanted[leaf]
        - (int) filled.get(leaf).stream().filter(person -> person < firstPeople).count();
  }

  /** Whether the people that are named one by one suffice for the leaves that name only such. */
  static boolean canBeMetByNamed(List<Need.Of> alternative) {
    List<Need.Of> named =
        alternative.stream()
            .filter(leaf -> leaf.who().stream().allMatch(Term.Person.class::isInstance))
            .toList();
    Set<Term> people = new LinkedHashSet<>();
    named.forEach(leaf -> people.addAll(leaf.who()));
    Filling filling = new Filling(named, true);
    for (Term person : people) {
      int leaves = 0;
      for (int i = 0; i < named.size(); i++) {
        leaves |= named.get(i).who().contains(person) ? 1 << i : 0;
      }
      filling.add(leaves);
    }
    return filling.isFull();
  }
}
