package dev.holdpoint.engine.standing;

import dev.holdpoint.core.gate.Gate;
import dev.holdpoint.core.gate.GateKind;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.engine.policy.CommittedPolicies;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Gates as those see them who show them: judged by what is committed now. */
public final class Standings {
  private final CommittedPolicies policies;
  private final Function<Gate, Map<String, Long>> looks;
  private final BiPredicate<Run, Gate> passkeys;

  /**
   * @param looks for each person who has looked at a gate when they did so last
   */
  public Standings(CommittedPolicies policies, Function<Gate, Map<String, Long>> looks) {
    this(policies, looks, (_, _) -> false);
  }

  /**
   * @param passkeys whether a permission rule wants a passkey for a yes to the gate
   */
  public Standings(
      CommittedPolicies policies,
      Function<Gate, Map<String, Long>> looks,
      BiPredicate<Run, Gate> passkeys) {
    this.policies = policies;
    this.looks = looks;
    this.passkeys = passkeys;
  }

  public Judgement of(Run run, Gate gate) {
    Judgement found = Judgement.of(policies.book(), run, gate);
    Judgement judged =
        gate.isPending() && gate.kind() == GateKind.APPROVAL && passkeys.test(run, gate)
            ? found.steppedUp()
            : found;
    return judged.named() == null ? judged : judged.seen(looks.apply(gate));
  }

  /** The one line that says what the gate waits for; null where one click of anyone decides it. */
  public @Nullable String summary(Run run, Gate gate) {
    Judgement judged = gate.isPending() ? of(run, gate) : null;
    return judged == null || judged.isPlain()
        ? null
        : judged.now().standing().summary(policies.nowMs());
  }
}
