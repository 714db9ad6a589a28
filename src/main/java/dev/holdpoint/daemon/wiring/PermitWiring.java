package dev.holdpoint.daemon.wiring;

import dev.holdpoint.daemon.config.Config;
import dev.holdpoint.daemon.metrics.PermitCounters;
import dev.holdpoint.engine.audit.AuditKeys;
import dev.holdpoint.engine.commit.Commits;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.permit.AnsweredPermits;
import dev.holdpoint.engine.permit.PermitQuestions;
import dev.holdpoint.engine.permit.PermitSigning;
import dev.holdpoint.engine.permit.PermitTimer;
import dev.holdpoint.engine.permit.Permits;

/** Permits, what rings their results, and what counts them. */
public record PermitWiring(
    Permits permits,
    AnsweredPermits answered,
    PermitTimer timer,
    PermitQuestions questions,
    PermitCounters counters) {
  static PermitWiring of(Config config, Commits commits, Engine engine, AuditKeys keys) {
    PermitCounters counters = new PermitCounters();
    PermitQuestions questions =
        new PermitQuestions(
                config.permitTimes(), config.effectQuestionExpiresAfterMs().orElse(null), counters)
            .counting(engine);
    return new PermitWiring(
        new Permits(
            commits,
            engine,
            new PermitSigning(keys, engine::ledgerId),
            config.permitTimes(),
            questions,
            counters),
        new AnsweredPermits(commits, engine, config.permitTimes(), questions, counters),
        new PermitTimer(commits, questions, counters),
        questions,
        counters);
  }
}
