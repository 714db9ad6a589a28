package dev.holdpoint.core.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.core.access.ApprovalPolicy;
import dev.holdpoint.core.access.Role;
import dev.holdpoint.core.gate.GateKind;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * The evaluator against one that tries everything: six people, three stages, thousands of cases.
 */
final class StandingPropertyTest {
  private static final int CASES = 3_000;
  private static final List<String> NAMES = List.of("ada", "bob", "cyd", "dan", "eve", "fay");
  private static final List<Term> TERMS =
      List.of(
          new Term.Group("a"),
          new Term.Group("b"),
          new Term.Group("c"),
          new Term.Person("ada"),
          new Term.Person("bob"),
          new Term.OfRole(Role.ADMIN),
          new Term.OfRole(Role.OPERATOR),
          Who.ANYONE);

  private final Random random = new Random(16);
  private final RandomPolicies policies = RandomPolicies.of(17, TERMS, false);

  @Test
  @DisplayName("DX-15 DX-16 DX-21 DX-22 the standing is what trying everything gives")
  void DX_16_the_standing_is_what_trying_everything_gives() {
    Map<Standing.State, Integer> seen = new EnumMap<>(Standing.State.class);
    for (int i = 0; i < CASES; i++) {
      List<Vote> votes = new ArrayList<>();
      BruteForce.Case it = nextCase(votes);
      Deliberation gate = deliberation(it, votes);
      Standing standing = gate.standing();
      if (!standing.state().word().equals(BruteForce.state(it))) {
        throw new AssertionError(
            "case " + i + ": " + standing.state() + ", not " + BruteForce.state(it) + ": " + it);
      }
      seen.merge(standing.state(), 1, Integer::sum);
      if (standing.state() == Standing.State.UNDECIDED && i % 4 == 0) {
        checkMissing(it, gate, standing, votes);
      }
    }
    // A test that never sees a state proves nothing of it.
    assertThat(seen).hasSize(3).allSatisfy((_, count) -> assertThat(count).isGreaterThan(200));
  }

  private static void checkMissing(
      BruteForce.Case it, Deliberation gate, Standing standing, List<Vote> votes) {
    int fewest = BruteForce.fewest(it);
    int shown =
        standing.missing().stream()
            .mapToInt(
                all -> {
                  int sum = all.stream().mapToInt(Standing.Missing::count).sum();
                  int most = all.stream().mapToInt(Standing.Missing::count).max().orElse(0);
                  return it.distinct() ? sum : most;
                })
            .min()
            .orElseThrow();
    assertThat(shown).as("%s", it).isPositive();
    if (fewest >= 0) {
      assertThat(shown).as("%s %s", it, standing).isLessThanOrEqualTo(fewest);
    }
    for (BruteForce.Voter voter : it.voters()) {
      Role role = voter.roles().stream().findFirst().orElse(null);
      List<Vote> more = new ArrayList<>(votes);
      more.add(new Vote(voter.name(), 99, true, null, role, null));
      Deliberation after = deliberation(it, more);
      if (after.state() == Standing.State.ALLOWED) {
        assertThat(gate.mayAllow(voter.name(), role))
            .as("%s decides %s", voter, it)
            .isEqualTo(Right.GRANTED);
      }
      if (voter.vote() == null && gate.mayAllow(voter.name(), role) == Right.GRANTED) {
        assertThat(gate.mayAct(voter.name())).isTrue();
      }
    }
  }

  private BruteForce.Case nextCase(List<Vote> votes) {
    Map<String, Set<String>> groups = new HashMap<>();
    for (String group : List.of("a", "b", "c")) {
      Set<String> members = new HashSet<>();
      NAMES.forEach(
          name -> {
            if (random.nextInt(5) < 2) {
              members.add(name);
            }
          });
      groups.put(group, members);
    }
    String requester = NAMES.get(random.nextInt(NAMES.size()));
    int willing = random.nextInt(5);
    List<BruteForce.Voter> voters = new ArrayList<>();
    for (String name : NAMES) {
      Set<Role> roles = EnumSet.of(random.nextBoolean() ? Role.ADMIN : Role.OPERATOR);
      if (random.nextInt(4) == 0) {
        roles = EnumSet.of(Role.ADMIN, Role.OPERATOR);
      }
      Boolean last = null;
      Role as = null;
      for (int i = random.nextInt(3); i > 0; i--) {
        last = random.nextInt(5) < willing;
        as = role(random.nextInt(4));
        votes.add(new Vote(name, votes.size(), last, null, as, null));
      }
      voters.add(
          new BruteForce.Voter(
              name, roles, name.equals(requester), last, as, random.nextInt(8) > 0));
    }
    PolicyExpression needs = policies.next();
    return new BruteForce.Case(
        needs,
        List.of(random.nextInt(4) == 0 ? Who.ANYONE : TERMS.get(random.nextInt(TERMS.size()))),
        random.nextInt(3) > 0,
        random.nextBoolean(),
        1 + random.nextInt(3),
        1 + random.nextInt(needs.stages().size()),
        groups,
        voters);
  }

  private static @Nullable Role role(int number) {
    return number == 0 ? null : number == 1 ? Role.ADMIN : Role.OPERATOR;
  }

  private static Deliberation deliberation(BruteForce.Case it, List<Vote> votes) {
    List<Person> people =
        it.voters().stream()
            .filter(BruteForce.Voter::valid)
            .map(voter -> Person.of(voter.name(), voter.roles(), Set.of(), false))
            .toList();
    Set<String> requester = new HashSet<>();
    it.voters().stream().filter(BruteForce.Voter::requester).forEach(v -> requester.add(v.name()));
    PolicyRules rules =
        new PolicyRules(
            it.needs(),
            it.veto(),
            it.requesterMayApprove(),
            it.distinct(),
            false,
            Risk.NORMAL,
            null,
            null,
            null,
            null);
    GateFacts facts =
        new GateFacts(
            GateKind.APPROVAL,
            "t",
            "s",
            null,
            "native",
            Set.of(),
            null,
            false,
            Risk.NORMAL,
            requester);
    return new Deliberation(
        new GatePolicy(
            facts,
            new NamedPolicy("pol_1", "p", 1, null, true, PolicyMatch.ALL_APPROVALS, rules),
            new ApprovalPolicy(false, it.floor(), true, 1_000),
            null),
        new People(people, it.groups()),
        votes,
        new OpenStage(it.openStages(), 0, 0, null, false, Map.of()));
  }
}
