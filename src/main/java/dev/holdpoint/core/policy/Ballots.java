package dev.holdpoint.core.policy;

import dev.holdpoint.core.access.PrincipalName;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which votes count, and which people are left. A person's last word replaces those before. */
final class Ballots {
  private final GatePolicy policy;
  private final Set<String> requesters = new HashSet<>();
  private final Map<String, Vote> lastWords = new LinkedHashMap<>();
  private final List<Cast> yes = new ArrayList<>();
  private final List<Cast> noes = new ArrayList<>();
  private final List<Person> free = new ArrayList<>();
  private final List<Person> objectors = new ArrayList<>();

  /** A vote that counts, and whose it is. */
  record Cast(Person person, Vote vote) {}

  Ballots(GatePolicy policy, People people, List<Vote> votes) {
    this.policy = policy;
    policy.gate().requesters().forEach(it -> requesters.add(PrincipalName.folded(it)));
    for (Vote vote : votes) {
      String voter = PrincipalName.folded(vote.by());
      lastWords.remove(voter);
      lastWords.put(voter, vote);
    }
    Set<String> counted = new HashSet<>();
    Set<String> against = new HashSet<>();
    lastWords.forEach(
        (voter, vote) -> {
          Person person = people.named(vote.by());
          if (person != null && isValid(person, vote)) {
            if (!vote.yes()) {
              noes.add(new Cast(person, vote));
              against.add(voter);
            } else if (mayBeCounted(person) && (vote.isSigned() || !policy.signatureRequired())) {
              yes.add(new Cast(person, vote));
              counted.add(voter);
            }
          }
        });
    for (Person person : people.all()) {
      // Two names that look alike are one person, who is counted once.
      if (canSayYes(person) && counted.add(person.folded())) {
        (against.contains(person.folded()) ? objectors : free).add(person);
      }
    }
  }

  private static boolean isValid(Person person, Vote vote) {
    String keyId = vote.keyId();
    return keyId == null
        ? !person.roles().isEmpty() || !person.keys().isEmpty()
        : person.keys().contains(keyId);
  }

  /** Whether a yes of this person, given now as it must be given, would be counted at all. */
  boolean canSayYes(Person person) {
    return mayBeCounted(person)
        && (policy.signatureRequired() ? person.canSign() : person.canDecide());
  }

  private boolean mayBeCounted(Person person) {
    return policy.requesterMayApprove() || !isRequester(person);
  }

  boolean isRequester(Person person) {
    return requesters.contains(person.folded());
  }

  /** Of each person, whether it counts or not, the oldest first. */
  List<Vote> lastWords() {
    return List.copyOf(lastWords.values());
  }

  List<Cast> yes() {
    return yes;
  }

  List<Cast> noes() {
    return noes;
  }

  /** People who could still say yes and have not said no, by name. */
  List<Person> free() {
    return free;
  }

  /** People who could say yes and have said no. */
  List<Person> objectors() {
    return objectors;
  }
}
