package dev.holdpoint.agent.loop;

import dev.holdpoint.agent.model.ModelRequest;
import dev.holdpoint.agent.model.Wiretap;
import dev.holdpoint.agent.tool.Tools;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.Step;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.port.store.Queries;
import java.util.List;
import java.util.Optional;

/** What a model is asked; most of it is read only when the model wants it. */
record ModelRequests(Engine engine, MemoryPrompt recall, Enclosed enclosed) {
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
