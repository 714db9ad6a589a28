package dev.holdpoint.simulation;

import static dev.holdpoint.simulation.Checker.hold;

import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.world.Precondition;
import dev.holdpoint.core.world.Sighting;
import dev.holdpoint.core.world.WorldTerms;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** What calls depend on, which others change at any moment. */
final class Worlds {
  private static final int SUBJECTS = 3;

  private final RandomGenerator random;
  private final Map<String, Integer> versions = new HashMap<>();

  /** When a version was over, in an order of its own: the clock of a schedule jumps. */
  private final Map<String, Long> over = new HashMap<>();

  private final Map<String, Long> asked = new HashMap<>();
  private long moment;
  private int found;

  Worlds(RandomGenerator random) {
    this.random = random;
  }

  void move() {
    String subject = "w" + random.nextInt(SUBJECTS);
    over.put(subject + "@" + version(subject), ++moment);
    versions.merge(subject, 1, Integer::sum);
  }

  private int version(String subject) {
    return versions.getOrDefault(subject, 0);
  }

  Sighting now(Precondition of) {
    return Sighting.value(String.valueOf(version(of.subject())));
  }

  /** What a call with this number depends on; about half of them on nothing. */
  static List<Precondition> of(int number) {
    return Math.floorMod(number, 2) == 0
        ? List.of()
        : List.of(
            Precondition.listed(
                Precondition.Type.FINGERPRINT,
                "w" + Math.floorMod(number / 2, SUBJECTS),
                /* expected= */ null));
  }

  /** The same as an agent outside asks, which knows how it is now. */
  @Nullable WorldTerms asked(int number) {
    List<Precondition> all = of(number).stream().map(one -> one.expecting(now(one))).toList();
    return all.isEmpty() ? null : WorldTerms.of(all);
  }

  List<String> observed(@Nullable WorldTerms world) {
    return world == null
        ? List.of()
        : world.preconditions().stream().map(one -> now(one).text()).toList();
  }

  /**
   * A person is about to decide: the yes, if there is one, comes after this. Gives what it is on.
   */
  String decides(Approval approval) {
    asked.putIfAbsent(approval.id(), ++moment);
    return approval.id();
  }

  /** A look after the yes has seen that it moved before. */
  void carriedOut(String what, Approval approval) {
    WorldTerms world = approval.world();
    Long decided = asked.get(approval.id());
    for (Precondition one : world == null ? List.<Precondition>of() : world.preconditions()) {
      Long ended = over.get(one.subject() + "@" + one.expected());
      hold(
          ended == null || decided == null || ended > decided,
          "%s was carried out although %s had moved before the yes",
          what,
          one.subject());
    }
    if (world != null && !world.changes().isEmpty()) {
      found++;
    }
  }

  /** How many calls ran on a yes that was asked anew because the world had moved. */
  int askedAnew() {
    return found;
  }
}
