package dev.holdpoint.agent.loop;

import dev.holdpoint.agent.model.ModelRequest;
import dev.holdpoint.agent.model.Wiretap;
import dev.holdpoint.agent.tool.Tools;
import dev.holdpoint.core.gate.Aside;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.Step;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.loop.Advance;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.triage.Asides;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What a model is asked; most of it is read only when the model wants it. */
record ModelRequests(Engine engine, MemoryPrompt recall, Enclosed enclosed, Asides asides) {
  ModelRequests(Engine engine, MemoryPrompt recall, Enclosed enclosed) {
    this(engine, recall, enclosed, Asides.of(engine));
  }

  /** What the model is told beside its work. */
  record Beside(List<Aside> asides) {
    Beside {
      asides = List.copyOf(asides);
    }

    List<Step> after(List<Step> steps) {
      return asides.isEmpty() ? steps : Stream.concat(steps.stream(), Stream.of(input())).toList();
    }

    /** The model has read them: from the commit that journals its turn on they are told. */
    void journal(Advance advance, List<Step> steps) {
      if (!asides.isEmpty()) {
        advance.input(input()).keeping(change -> Asides.done(change, asides));
        steps.add(input());
      }
    }

    private Step.Input input() {
      return new Step.Input(Asides.told(asides));
    }
  }

  Beside beside(Run run) {
    return new Beside(asides.waiting(run.head().sessionId()));
  }

  ModelRequest of(Run run, List<Step> steps, Tools tools, WorkerTask job) {
    return new ModelRequest(
        () -> job.inside(() -> engine.read(queries -> instructions(queries, run))),
        List.copyOf(steps),
        () -> job.inside(() -> engine.read(queries -> History.before(queries, run))),
        tools.specs(),
        run.head().settings().generation(),
        () -> job.inside(() -> recall.context(run, steps)),
        item ->
            job.inside(() -> Optional.ofNullable(enclosed.text(run.head().tenantId(), item)))
                .orElse(null),
        Wiretap.NONE);
  }

  private static String instructions(Queries queries, Run run) {
    Session session = queries.session(run.head().sessionKey());
    return session == null || session.persona() == null ? "" : session.persona().instructions();
  }
}
