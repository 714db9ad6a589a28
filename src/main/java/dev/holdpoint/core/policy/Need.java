package dev.holdpoint.core.policy;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The yeses that a stage wants. In the normal form {@code all} and {@code any} have at least two
 * parts, and no part is of its parent's kind.
 */
public sealed interface Need {
  /** Every one of these. */
  record All(List<Need> parts) implements Need {
    @Override
    public String toString() {
      return parts.stream().map(Need::toString).collect(Collectors.joining(", ", "all(", ")"));
    }
  }

  /** One of these. */
  record Any(List<Need> parts) implements Need {
    @Override
    public String toString() {
      return parts.stream().map(Need::toString).collect(Collectors.joining(", ", "any(", ")"));
    }
  }

  /** This many of these people: a leaf. */
  record Of(int count, List<Term> who) implements Need {
    @Override
    public String toString() {
      return count + " of " + Who.text(who);
    }
  }

  static Need all(List<Need> parts) {
    List<Need> flat =
        parts.stream()
            .flatMap(it -> it instanceof All(var own) ? own.stream() : Stream.of(it))
            .toList();
    return flat.size() == 1 ? flat.getFirst() : new All(flat);
  }

  static Need any(List<Need> parts) {
    List<Need> flat =
        parts.stream()
            .flatMap(it -> it instanceof Any(var own) ? own.stream() : Stream.of(it))
            .toList();
    return flat.size() == 1 ? flat.getFirst() : new Any(flat);
  }

  /** From left to right. */
  default Stream<Of> leaves() {
    return switch (this) {
      case Of leaf -> Stream.of(leaf);
      case All(var parts) -> parts.stream().flatMap(Need::leaves);
      case Any(var parts) -> parts.stream().flatMap(Need::leaves);
    };
  }

  /** How many alternatives there are; what is too many for an int counts as the largest int. */
  default int ways() {
    long ways =
        switch (this) {
          case Of _ -> 1;
          case All(var parts) ->
              parts.stream().mapToLong(Need::ways).reduce(1, (a, b) -> Math.min(a * b, MOST));
          case Any(var parts) -> parts.stream().mapToLong(Need::ways).sum();
        };
    return (int) Math.min(ways, MOST);
  }

  long MOST = Integer.MAX_VALUE;

  /** {@code any} multiplied out: one of these lists of leaves has to be filled whole. */
  default List<List<Of>> alternatives() {
    return switch (this) {
      case Of leaf -> List.of(List.of(leaf));
      case Any(var parts) -> parts.stream().flatMap(it -> it.alternatives().stream()).toList();
      case All(var parts) -> {
        List<List<Of>> product = List.of(List.of());
        for (Need part : parts) {
          product = times(product, part.alternatives());
        }
        yield product;
      }
    };
  }

  private static List<List<Of>> times(List<List<Of>> left, List<List<Of>> right) {
    List<List<Of>> product = new ArrayList<>(left.size() * right.size());
    for (List<Of> one : left) {
      for (List<Of> other : right) {
        product.add(Stream.concat(one.stream(), other.stream()).toList());
      }
    }
    return product;
  }

  /** As a sentence names the people: {@code 2 of finance and oncall}. */
  default String words() {
    return switch (this) {
      case Of(int count, var who) -> (count == 1 ? "" : count + " of ") + Who.words(who);
      case All(var parts) -> parts.stream().map(Need::words).collect(Collectors.joining(" and "));
      case Any(var parts) -> parts.stream().map(Need::words).collect(Collectors.joining(" or "));
    };
  }
}
