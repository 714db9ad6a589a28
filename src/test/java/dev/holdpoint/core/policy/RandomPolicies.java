package dev.holdpoint.core.policy;

import dev.holdpoint.core.access.Role;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Expressions by chance, always the same for the same seed. */
final class RandomPolicies {
  private static final List<String> GROUPS =
      List.of("peer", "on call", "fin-ance_1.x", "a\"b\\c", "Größe", "2h", "all", "𝒳 team");
  private static final List<String> PEOPLE = List.of("ada", "bob", "Eve Ö", "of", "user@x", "7");
  private static final long[] TIMES = {1_000, 59_000, 60_000, 90_000, 3_600_000, 86_400_000};

  private final Random random;
  private final List<Term> terms;
  private final boolean questions;
  private final int mostStages;

  private RandomPolicies(long seed, List<Term> terms, boolean questions, int mostStages) {
    random = new Random(seed);
    this.terms = terms;
    this.questions = questions;
    this.mostStages = mostStages;
  }

  /** With names of all kinds. */
  static RandomPolicies ofAnyNames(long seed) {
    List<Term> all = new ArrayList<>();
    GROUPS.forEach(it -> all.add(new Term.Group(it)));
    PEOPLE.forEach(it -> all.add(new Term.Person(it)));
    all.add(Who.ANYONE);
    all.add(new Term.OfRole(Role.ADMIN));
    all.add(new Term.OfRole(Role.OPERATOR));
    return new RandomPolicies(seed, all, false, 8);
  }

  /** Small ones that name these people. */
  static RandomPolicies of(long seed, List<Term> terms, boolean questions) {
    return new RandomPolicies(seed, terms, questions, 3);
  }

  PolicyExpression next() {
    List<Stage> stages = new ArrayList<>();
    int count = 1 + random.nextInt(mostStages);
    for (int i = 0; i < count; i++) {
      boolean last = i == count - 1;
      Need need = need(3);
      Long within = last && random.nextBoolean() ? null : (Long) time();
      Long unseen = last || random.nextInt(3) > 0 ? null : (Long) time();
      stages.add(new Stage(need, within, unseen));
    }
    return new PolicyExpression(stages, ending());
  }

  private Need need(int depth) {
    while (true) {
      Need need = tree(depth);
      if (need.leaves().count() <= PolicyExpression.MOST_LEAVES
          && need.ways() <= PolicyExpression.MOST_ALTERNATIVES) {
        return need;
      }
    }
  }

  private Need tree(int depth) {
    if (depth == 0 || random.nextInt(3) == 0) {
      Set<Term> who = new LinkedHashSet<>();
      for (int i = random.nextInt(3); i >= 0; i--) {
        who.add(terms.get(random.nextInt(terms.size())));
      }
      int most =
          who.stream().allMatch(Term.Person.class::isInstance) ? who.size() : questions ? 1 : 3;
      return new Need.Of(questions ? 1 : 1 + random.nextInt(most), List.copyOf(who));
    }
    List<Need> parts = new ArrayList<>();
    for (int i = random.nextInt(3); i >= 0; i--) {
      parts.add(tree(depth - 1));
    }
    return questions || random.nextBoolean() ? Need.any(parts) : Need.all(parts);
  }

  private Ending ending() {
    Ending.Extension extension =
        random.nextInt(4) > 0 ? null : new Ending.Extension(time(), 1 + random.nextInt(20));
    return new Ending(extension, applies());
  }

  private @Nullable OnExpiry applies() {
    List<OnExpiry> all = List.of(OnExpiry.values());
    int chosen = random.nextInt(all.size() + 2);
    return chosen < all.size() ? all.get(chosen) : null;
  }

  private long time() {
    return TIMES[random.nextInt(TIMES.length)] * (1 + random.nextInt(30));
  }
}
