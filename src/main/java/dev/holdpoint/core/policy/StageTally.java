package dev.holdpoint.core.policy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/** What the votes make of one stage. */
final class StageTally {
  private final Need need;
  private final boolean distinct;
  private final People people;

  /** The bit of each list of people that the stage names; a stage has at most 16. */
  private final Map<List<Term>, Integer> bits = new HashMap<>();

  private final int[] yes;

  /** The same if these people said yes again in another of their roles. */
  private final int[] yesAgain;

  private final Map<Integer, Integer> free;
  private final Map<Integer, Integer> objectors;

  /** What an alternative lacks: for each list of people how many of them. */
  record Lack(Map<List<Term>, Integer> counts) {
    int people() {
      return counts.values().stream().mapToInt(it -> it).sum();
    }

    /** Whether this asks for nothing that the other does not ask for. */
    boolean isWithin(Lack other) {
      return counts.entrySet().stream()
          .allMatch(it -> other.counts.getOrDefault(it.getKey(), 0) >= it.getValue());
    }
  }

  StageTally(Need need, boolean distinct, People people, Ballots ballots) {
    this.need = need;
    this.distinct = distinct;
    this.people = people;
    need.leaves().forEach(leaf -> bits.putIfAbsent(leaf.who(), bits.size()));
    yes =
        ballots.yes().stream()
            .mapToInt(cast -> mask(who -> people.fits(cast.person(), cast.vote().role(), who)))
            .toArray();
    yesAgain =
        ballots.yes().stream()
            .mapToInt(cast -> mask(who -> people.fits(cast.person(), who)))
            .toArray();
    free = masks(ballots.free());
    objectors = masks(ballots.objectors());
  }

  private int mask(Predicate<List<Term>> fits) {
    int mask = 0;
    for (Map.Entry<List<Term>, Integer> bit : bits.entrySet()) {
      mask |= fits.test(bit.getKey()) ? 1 << bit.getValue() : 0;
    }
    return mask;
  }

  /** How many people fit the same lists. People who fit none are left out. */
  private Map<Integer, Integer> masks(List<Person> some) {
    // In a fixed order, so that the same votes give the same standing.
    Map<Integer, Integer> counts = new TreeMap<>();
    for (Person person : some) {
      int mask = mask(who -> people.fits(person, who));
      if (mask != 0) {
        counts.merge(mask, 1, Integer::sum);
      }
    }
    return counts;
  }

  boolean canBeMet(boolean withObjectors) {
    return need.alternatives().stream()
        .anyMatch(
            leaves -> {
              Filling filling = filled(leaves, yesAgain);
              add(filling, leaves, free);
              if (withObjectors) {
                add(filling, leaves, objectors);
              }
              return filling.isFull();
            });
  }

  /**
   * What each alternative lacks. Of all ways to count the votes for its places one is taken that
   * leaves places which the people who have not voted can fill, where there is such a way.
   */
  List<Lack> lacks() {
    List<Lack> lacks = new ArrayList<>();
    for (List<Need.Of> leaves : need.alternatives()) {
      Filling filling = filled(leaves, yes);
      add(filling, leaves, free);
      Map<List<Term>, Integer> counts = new LinkedHashMap<>();
      for (int i = 0; i < leaves.size(); i++) {
        int left = filling.free(i, yes.length);
        if (left > 0) {
          counts.merge(leaves.get(i).who(), left, distinct ? Integer::sum : Math::max);
        }
      }
      lacks.add(new Lack(counts));
    }
    return lacks;
  }

  private Filling filled(List<Need.Of> leaves, int[] masks) {
    Filling filling = new Filling(leaves, distinct);
    for (int mask : masks) {
      filling.add(places(leaves, mask));
    }
    return filling;
  }

  private void add(Filling filling, List<Need.Of> leaves, Map<Integer, Integer> masks) {
    masks.forEach(
        (mask, count) -> {
          int places = places(leaves, mask);
          for (int i = 0; i < count && filling.add(places); i++) {
            // The next of those who fit the same places.
          }
        });
  }

  private int places(List<Need.Of> leaves, int mask) {
    int places = 0;
    for (int i = 0; i < leaves.size(); i++) {
      places |= (mask >> bits.getOrDefault(leaves.get(i).who(), 0) & 1) << i;
    }
    return places;
  }
}
