package dev.holdpoint.core.policy;

import dev.holdpoint.core.access.Role;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The standing by trying everything: a need is the set of all groups of people who would meet it,
 * as bits. It shares no line with the evaluator, and is only fit for few people.
 */
public final class BruteForce {
  private BruteForce() {}

  /** Somebody and their last word: true for yes, false for no, null for none. */
  public record Voter(
      String name,
      Set<Role> roles,
      boolean requester,
      @Nullable Boolean vote,
      @Nullable Role votedAs,
      boolean valid) {}

  public record Case(
      PolicyExpression needs,
      List<Term> veto,
      boolean distinct,
      boolean requesterMayApprove,
      int floor,
      int openStages,
      Map<String, Set<String>> groups,
      List<Voter> voters) {}

  public static String state(Case it) {
    int yes = people(it, i -> saidYes(it, it.voters.get(i)));
    int objecting = people(it, i -> mayCount(it, it.voters.get(i)) && saidNo(it.voters.get(i)));
    int free = people(it, i -> mayCount(it, it.voters.get(i))) & ~yes & ~objecting;
    for (Voter voter : it.voters) {
      if (saidNo(voter) && (voter.requester || named(it, voter, it.veto, true))) {
        return "denied";
      }
    }
    if (canMeet(it, it.openStages, yes, true)) {
      return "allowed";
    }
    boolean anyNo = it.voters.stream().anyMatch(BruteForce::saidNo);
    int all = it.needs.stages().size();
    boolean hopeless =
        anyNo
            && !canMeet(it, all, yes | free, false)
            && canMeet(it, all, yes | free | objecting, false);
    return hopeless ? "denied" : "undecided";
  }

  /** The fewest people who, saying yes as well, would get it allowed; -1 when nobody can. */
  static int fewest(Case it) {
    int yes = people(it, i -> saidYes(it, it.voters.get(i)));
    int objecting = people(it, i -> mayCount(it, it.voters.get(i)) && saidNo(it.voters.get(i)));
    int free = people(it, i -> mayCount(it, it.voters.get(i))) & ~yes & ~objecting;
    Set<Integer> groups = groups(it, it.openStages, true);
    int fewest = -1;
    for (int more = 0; more < 1 << it.voters.size(); more++) {
      if ((more & ~free) == 0 && canMeet(it, groups, yes | more)) {
        int count = Integer.bitCount(more);
        fewest = fewest < 0 ? count : Math.min(fewest, count);
      }
    }
    return fewest;
  }

  private static boolean saidYes(Case it, Voter voter) {
    return mayCount(it, voter) && voter.vote != null && voter.vote;
  }

  private static boolean saidNo(Voter voter) {
    return voter.valid && voter.vote != null && !voter.vote;
  }

  private static boolean mayCount(Case it, Voter voter) {
    return voter.valid && (it.requesterMayApprove || !voter.requester);
  }

  private static int people(Case it, IntPredicate which) {
    int bits = 0;
    for (int i = 0; i < it.voters.size(); i++) {
      bits |= which.test(i) ? 1 << i : 0;
    }
    return bits;
  }

  private static boolean canMeet(Case it, int stages, int people, boolean asVoted) {
    return canMeet(it, groups(it, stages, asVoted), people);
  }

  private static boolean canMeet(Case it, Set<Integer> groups, int people) {
    return Integer.bitCount(people) >= it.floor
        && groups.stream().anyMatch(group -> (group & ~people) == 0);
  }

  private static Set<Integer> groups(Case it, int stages, boolean asVoted) {
    Set<Integer> groups = new HashSet<>();
    it.needs.stages().subList(0, stages).forEach(s -> groups.addAll(groups(it, s.need(), asVoted)));
    return groups;
  }

  private static Set<Integer> groups(Case it, Need need, boolean asVoted) {
    Set<Integer> groups = new HashSet<>();
    switch (need) {
      case Need.Of(int count, List<Term> who) -> {
        int fitting = people(it, i -> named(it, it.voters.get(i), who, asVoted));
        for (int group = 0; group < 1 << it.voters.size(); group++) {
          if (Integer.bitCount(group) == count && (group & ~fitting) == 0) {
            groups.add(group);
          }
        }
      }
      case Need.Any(List<Need> parts) ->
          parts.forEach(part -> groups.addAll(groups(it, part, asVoted)));
      case Need.All(List<Need> parts) -> {
        groups.add(0);
        for (Need part : parts) {
          Set<Integer> before = Set.copyOf(groups);
          groups.clear();
          for (int one : before) {
            for (int other : groups(it, part, asVoted)) {
              if (!it.distinct || (one & other) == 0) {
                groups.add(one | other);
              }
            }
          }
        }
      }
    }
    return groups;
  }

  private static boolean named(Case it, Voter voter, List<Term> who, boolean asVoted) {
    for (Term term : who) {
      boolean fits =
          switch (term) {
            case Term.Anyone _ -> true;
            case Term.Group(String name) ->
                it.groups.getOrDefault(name, Set.of()).contains(voter.name);
            case Term.Person(String name) -> name.equals(voter.name);
            case Term.OfRole(Role role) ->
                voter.roles.contains(role)
                    && (!asVoted || voter.vote == null || voter.votedAs == role);
          };
      if (fits) {
        return true;
      }
    }
    return false;
  }
}
