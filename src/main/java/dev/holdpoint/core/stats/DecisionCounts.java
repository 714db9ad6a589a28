package dev.holdpoint.core.stats;

import dev.holdpoint.core.gate.Outcome;
import java.util.EnumMap;
import java.util.Map;

/** The numbers of some decided gates. */
public final class DecisionCounts {
  private final Map<Outcome, Long> outcomes = new EnumMap<>(Outcome.class);
  private final Map<DecidedBy, Long> by = new EnumMap<>(DecidedBy.class);
  private final Quantiles seen = new Quantiles();
  private final Quantiles decision = new Quantiles();
  private long decided;
  private long escalated;
  private long rubberStamps;
  private long lateAnswers;

  public void add(Decided gate) {
    decided++;
    outcomes.merge(gate.outcome(), 1L, Long::sum);
    by.merge(gate.by(), 1L, Long::sum);
    escalated += gate.escalated() ? 1 : 0;
    rubberStamps += gate.rubberStamp() ? 1 : 0;
    lateAnswers += gate.lateAnswers();
    Long seenAfter = gate.seenAfterMs();
    if (seenAfter != null) {
      seen.add(seenAfter);
    }
    Long decidedAfter = gate.decidedAfterMs();
    if (decidedAfter != null) {
      decision.add(decidedAfter);
    }
  }

  public long decided() {
    return decided;
  }

  public long of(Outcome outcome) {
    return outcomes.getOrDefault(outcome, 0L);
  }

  public long of(DecidedBy one) {
    return by.getOrDefault(one, 0L);
  }

  /** The part that rules decided, between 0 and 1, to four digits; 0 where nothing was decided. */
  public double ruleShare() {
    return decided == 0 ? 0 : Math.round(10_000.0 * of(DecidedBy.RULE) / decided) / 10_000.0;
  }

  public long escalated() {
    return escalated;
  }

  public long rubberStamps() {
    return rubberStamps;
  }

  public long lateAnswers() {
    return lateAnswers;
  }

  /** From raised to the first look, where there was one. */
  public Quantiles seen() {
    return seen;
  }

  /** From raised to the settlement. */
  public Quantiles decision() {
    return decision;
  }
}
