package dev.holdpoint.daemon.metrics;

import dev.holdpoint.core.gate.GateKind;
import dev.holdpoint.core.gate.Outcome;
import dev.holdpoint.core.stats.Decided;
import dev.holdpoint.core.stats.DecidedBy;
import dev.holdpoint.core.stats.StageCause;
import dev.holdpoint.engine.stats.TallyMetrics;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/**
 * Decisions since the start. Each node counts what it has tallied, so the sum over all nodes counts
 * each decision once. Labels come from fixed lists: no person, session or tool.
 */
public final class DecisionCounters implements TallyMetrics {
  private static final double MS = 1_000;

  /** From a click at once to a week. */
  private static final double[] SECONDS = {
    0.5, 1, 5, 15, 60, 300, 900, 3_600, 14_400, 43_200, 86_400, 604_800
  };

  private static final Set<Outcome> OF_QUESTIONS =
      EnumSet.of(
          Outcome.ANSWERED,
          Outcome.DECLINED,
          Outcome.EXPIRED,
          Outcome.WITHDRAWN,
          Outcome.CANCELLED);

  private static final Set<Outcome> OF_APPROVALS =
      EnumSet.complementOf(EnumSet.of(Outcome.ANSWERED, Outcome.DECLINED));

  private record Ended(GateKind kind, Outcome outcome) {}

  private record Counted(Ended ended, DecidedBy by) {}

  private static final Comparator<Ended> ORDER =
      Comparator.comparing(Ended::kind).thenComparing(Ended::outcome);

  private final Map<GateKind, Histogram> seen = new EnumMap<>(GateKind.class);
  private final ConcurrentMap<Ended, Histogram> decision = new ConcurrentHashMap<>();
  private final ConcurrentMap<Counted, LongAdder> decisions = new ConcurrentHashMap<>();
  private final Map<StageCause, LongAdder> stages = new EnumMap<>(StageCause.class);
  private final LongAdder rubberStamps = new LongAdder();
  private final LongAdder lateAnswers = new LongAdder();
  private final LongSupplier unseen;

  /**
   * @param unseen pending gates that nobody who may act has looked at
   */
  public DecisionCounters(LongSupplier unseen) {
    this.unseen = unseen;
    for (StageCause because : StageCause.values()) {
      stages.put(because, new LongAdder());
    }
    for (GateKind kind : GateKind.values()) {
      seen.put(kind, new Histogram(SECONDS));
      for (Outcome outcome : kind == GateKind.QUESTION ? OF_QUESTIONS : OF_APPROVALS) {
        decision.put(new Ended(kind, outcome), new Histogram(SECONDS));
        usual(outcome)
            .forEach(
                by -> decisions.put(new Counted(new Ended(kind, outcome), by), new LongAdder()));
      }
    }
  }

  /** What brings an outcome about, so that a series is there before it first happens. */
  private static Set<DecidedBy> usual(Outcome outcome) {
    return switch (outcome) {
      case ALLOWED, DENIED -> EnumSet.of(DecidedBy.PERSON, DecidedBy.RULE);
      case CHANGES_REQUESTED, ASKED_BACK, RESPONDED, ANSWERED, DECLINED ->
          EnumSet.of(DecidedBy.PERSON);
      case EXPIRED -> EnumSet.of(DecidedBy.DEADLINE);
      case WITHDRAWN, CANCELLED, SUPERSEDED -> EnumSet.of(DecidedBy.RUN);
    };
  }

  @Override
  public void decided(Decided gate) {
    Ended ended = new Ended(gate.kind(), gate.outcome());
    decisions.computeIfAbsent(new Counted(ended, gate.by()), _ -> new LongAdder()).increment();
    Long seenAfter = gate.seenAfterMs();
    Histogram looks = seen.get(gate.kind());
    if (seenAfter != null && looks != null) {
      looks.add(seenAfter / MS);
    }
    Long decidedAfter = gate.decidedAfterMs();
    if (decidedAfter != null) {
      decision.computeIfAbsent(ended, _ -> new Histogram(SECONDS)).add(decidedAfter / MS);
    }
    if (gate.rubberStamp()) {
      rubberStamps.increment();
    }
  }

  @Override
  public void stageOpened(StageCause because) {
    LongAdder counter = stages.get(because);
    if (counter != null) {
      counter.increment();
    }
  }

  @Override
  public void lateAnswers(int count) {
    lateAnswers.add(count);
  }

  public void write(Exposition out) {
    out.family(
        "holdpoint_gate_seen_seconds",
        Exposition.Type.HISTOGRAM,
        "Time from raised to the first look of a person who may act.");
    seen.forEach(
        (kind, times) -> times.write(out, "holdpoint_gate_seen_seconds", "kind", name(kind)));
    out.family(
        "holdpoint_gate_decision_seconds",
        Exposition.Type.HISTOGRAM,
        "Time from raised to the decision.");
    decision.entrySet().stream()
        .sorted(Map.Entry.comparingByKey(ORDER))
        .forEach(
            each ->
                each.getValue()
                    .write(
                        out,
                        "holdpoint_gate_decision_seconds",
                        "kind",
                        name(each.getKey().kind),
                        "outcome",
                        each.getKey().outcome.wire()));
    out.family("holdpoint_decisions_total", Exposition.Type.COUNTER, "Decided gates and calls.");
    decisions.entrySet().stream()
        .sorted(
            Map.Entry.comparingByKey(
                Comparator.comparing(Counted::ended, ORDER).thenComparing(Counted::by)))
        .forEach(
            each ->
                out.sample(
                    "holdpoint_decisions_total",
                    (double) each.getValue().sum(),
                    "kind",
                    name(each.getKey().ended.kind),
                    "outcome",
                    each.getKey().ended.outcome.wire(),
                    "by",
                    each.getKey().by.wire()));
    out.counter(
        "holdpoint_rubber_stamps_total",
        "Approvals right after the person's first look.",
        rubberStamps.sum());
    out.family(
        "holdpoint_stages_opened_total",
        Exposition.Type.COUNTER,
        "Stages of policies that opened.");
    stages.forEach(
        (because, count) ->
            out.sample(
                "holdpoint_stages_opened_total", (double) count.sum(), "because", because.wire()));
    out.counter(
        "holdpoint_late_answers_total",
        "Decisions and answers that came after the gate was settled.",
        lateAnswers.sum());
    out.gauge(
        "holdpoint_gates_unseen",
        "Oldest pending gates, at most 1,000 of a kind, that nobody has looked at.",
        (double) unseen.getAsLong());
  }

  private static String name(GateKind kind) {
    return kind.name().toLowerCase(Locale.ROOT);
  }
}
