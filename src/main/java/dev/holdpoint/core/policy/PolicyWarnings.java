package dev.holdpoint.core.policy;

import dev.holdpoint.core.permission.PermissionRule;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/** What a policy may say and is unwise, as things stand now. */
public final class PolicyWarnings {
  private final NamedPolicy policy;
  private final People people;
  private final boolean signed;

  /**
   * @param people of the tenant whose gates these are; of the root where they are everybody's
   * @param signed whether only signatures count, by the policy or by its tenant
   */
  public PolicyWarnings(NamedPolicy policy, People people, boolean signed) {
    this.policy = policy;
    this.people = people;
    this.signed = signed;
  }

  /**
   * @param earlier the policies before it in the list
   */
  public List<String> all(List<NamedPolicy> earlier) {
    Set<String> warnings = new LinkedHashSet<>();
    List<Stage> stages = policy.rules().needs().stages();
    for (int i = 0; i < stages.size(); i++) {
      String stage = stages.size() == 1 ? "" : "Stage " + (i + 1) + ": ";
      List<String> lacks = lacks(stages.get(i).need());
      lacks.forEach(it -> warnings.add(stage + it));
      if (lacks.isEmpty() && !policy.rules().requesterMayApprove()) {
        critical(stages.get(i).need())
            .ifPresent(
                name ->
                    warnings.add(
                        (stage.isEmpty() ? "Without " : stage + "without ")
                            + name
                            + " it cannot be met, so nobody can approve what "
                            + name
                            + " asks for."));
      }
    }
    veto().ifPresent(warnings::add);
    earlier.stream()
        .filter(it -> hides(it, policy))
        .findFirst()
        .ifPresent(
            it ->
                warnings.add(
                    "Policy "
                        + it.id()
                        + " ("
                        + it.name()
                        + ") comes first and matches everything that this one matches, so this one"
                        + " never holds."));
    return List.copyOf(warnings);
  }

  /** Leaves that want more people than there are. */
  private List<String> lacks(Need need) {
    List<String> lacks = new ArrayList<>();
    need.leaves()
        .filter(leaf -> deciders(leaf.who()).size() < leaf.count())
        .forEach(
            leaf -> {
              int there = deciders(leaf.who()).size();
              lacks.add(
                  "\""
                      + leaf
                      + "\" needs "
                      + leaf.count()
                      + (leaf.count() == 1 ? " person, and " : " people, and ")
                      + (there == 0 ? "nobody" : "only " + there)
                      + " there can "
                      + (signed ? "sign." : "decide."));
            });
    return lacks;
  }

  private Optional<String> veto() {
    List<Term> veto = policy.rules().veto();
    return deciders(veto).isEmpty()
        ? Optional.of(
            "Veto \""
                + Who.text(veto)
                + "\" names nobody who can decide, so no single no ends a gate.")
        : Optional.empty();
  }

  /** Somebody without whom no alternative of the need can be met, where others are asked too. */
  private Optional<String> critical(Need need) {
    Set<String> without = null;
    for (List<Need.Of> leaves : need.alternatives()) {
      Set<String> names = new HashSet<>();
      for (Need.Of leaf : leaves) {
        List<String> there = deciders(leaf.who());
        if (there.size() == leaf.count()) {
          names.addAll(there);
        }
      }
      if (without == null) {
        without = names;
      } else {
        without.retainAll(names);
      }
    }
    return without == null ? Optional.empty() : without.stream().sorted().findFirst();
  }

  private List<String> deciders(List<Term> who) {
    return people.all().stream()
        .filter(it -> signed ? it.canSign() : it.canDecide())
        .filter(it -> people.fits(it, who))
        .map(Person::name)
        .toList();
  }

  /** Whether the other policy holds for every gate that this one matches. */
  private static boolean hides(NamedPolicy other, NamedPolicy one) {
    PolicyMatch wide = other.match();
    PolicyMatch narrow = one.match();
    return other.enabled()
        && (other.tenantId() == null || other.tenantId().equals(one.tenantId()))
        && covers(kinds(wide), kinds(narrow), String::equals)
        && covers(wide.sessions(), narrow.sessions(), PolicyWarnings::isWithin)
        && covers(wide.personaIds(), narrow.personaIds(), String::equals)
        && covers(
            wide.agents(),
            narrow.agents(),
            (a, b) -> a.equals(b) || (a.equals("mcp") && b.startsWith("mcp:")))
        && covers(wide.tools(), narrow.tools(), PolicyWarnings::isWithin)
        && covers(wide.commands(), narrow.commands(), String::equals)
        && covers(wide.risks(), narrow.risks(), String::equals);
  }

  private static List<String> kinds(PolicyMatch match) {
    return Objects.requireNonNullElseGet(match.kinds(), () -> List.of("approval"));
  }

  private static boolean isWithin(String pattern, String entry) {
    return pattern.equals(entry)
        || (entry.endsWith("*")
            ? pattern.endsWith("*") && entry.startsWith(pattern.substring(0, pattern.length() - 1))
            : PermissionRule.coversTool(pattern, entry));
  }

  private static boolean covers(
      @Nullable List<String> wide,
      @Nullable List<String> narrow,
      BiPredicate<String, String> covers) {
    return wide == null
        || (narrow != null
            && narrow.stream().allMatch(b -> wide.stream().anyMatch(a -> covers.test(a, b))));
  }
}
