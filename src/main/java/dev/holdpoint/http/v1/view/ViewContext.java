package dev.holdpoint.http.v1.view;

import dev.holdpoint.api.json.WireJson;
import dev.holdpoint.api.run.RunBodies.RunView;
import dev.holdpoint.api.session.SessionBodies.SessionView;
import dev.holdpoint.core.gate.Gate;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.record.RecordKind;
import dev.holdpoint.core.record.StoredRecord;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunStatus;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.core.triage.Triage;
import dev.holdpoint.core.world.Precondition;
import dev.holdpoint.core.world.Sighting;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.commit.Existing;
import dev.holdpoint.engine.external.Awaited;
import dev.holdpoint.engine.gate.Revisions;
import dev.holdpoint.engine.journal.RunWaits;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.run.RunOutcome;
import dev.holdpoint.engine.session.Sessions;
import dev.holdpoint.engine.standing.EditPlaces;
import dev.holdpoint.engine.standing.Standings;
import dev.holdpoint.http.server.Call;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What every handler looks things up and shows them with. */
public final class ViewContext {
  public final Engine engine;
  public final RunWaits waits;
  public final GateViews gates;

  /** An approval by itself: what a target had in it is in no list. */
  public final GateViews single;

  public final RunViews runs;
  public final SessionViews sessions;
  public final EventViews events;
  private final WireJson json;

  public ViewContext(Engine engine, RunWaits waits, WireJson json, Standings standings) {
    this(
        engine,
        waits,
        json,
        standings,
        _ -> Optional.empty(),
        (_, _) -> Sighting.UNSEEN,
        EditPlaces.WITHOUT_TOOLS);
  }

  /**
   * @param waiting who waits for the gate of a run
   * @param sight how something that an approval depends on is now
   * @param places which places of an input people may change
   */
  public ViewContext(
      Engine engine,
      RunWaits waits,
      WireJson json,
      Standings standings,
      Function<Run, Optional<Awaited>> waiting,
      BiFunction<Run, Precondition, Sighting> sight,
      EditPlaces places) {
    this.engine = engine;
    this.json = json;
    this.waits = waits;
    this.gates = present(standings, waiting, new WorldViews(sight, false), places);
    this.single = present(standings, waiting, new WorldViews(sight, true), places);
    this.runs = new RunViews(json, gates);
    this.sessions = new SessionViews(json, gates, runs);
    // What has happened is read again later and must be the same: it says nothing of who waits.
    GateViews past =
        new GateViews(
            json,
            standings::of,
            false,
            _ -> Optional.empty(),
            _ -> null,
            WorldViews.PAST,
            DescribedViews::then,
            EditPlaces.WITHOUT_TOOLS);
    this.events = new EventViews(past, new RunViews(json, past));
  }

  private GateViews present(
      Standings standings,
      Function<Run, Optional<Awaited>> waiting,
      WorldViews world,
      EditPlaces places) {
    return new GateViews(
        json,
        standings::of,
        true,
        waiting,
        approval ->
            Revisions.maySucceed(approval)
                ? engine.<@Nullable String>readAside(
                    queries -> Revisions.successor(queries, approval))
                : null,
        world,
        run -> engine.readAside(queries -> DescribedViews.now(queries, run)),
        places);
  }

  /** What is shown, as a part of something that is written by hand. */
  public Json json(Object view) {
    return new Json(json.text(view));
  }

  public Run run(Queries queries, String id) {
    OptionalLong key = Ulid.keyOf("run_", id);
    Run run = key.isPresent() ? queries.run(key.getAsLong()) : null;
    if (run == null || !run.id().equals(id)) {
      throw Existing.noRun();
    }
    return run;
  }

  public Session session(Queries queries, String id) {
    Session session = queries.session(id);
    if (session == null) {
      throw Existing.noSession(id);
    }
    return session;
  }

  /**
   * A run that was just committed needs no second look at the database, unless its place in a queue
   * does.
   */
  public RunView show(Run run) {
    return run.status() == RunStatus.QUEUED || sendsOutputs(run)
        ? engine.read(queries -> runs.now(queries, run, engine.nowMs()))
        : runs.then(run, run.status(), null, engine.nowMs());
  }

  public RunView show(RunOutcome outcome) {
    return outcome.position() == null
        ? show(outcome.run())
        : runs.then(outcome.run(), outcome.run().status(), outcome.position(), engine.nowMs());
  }

  private static boolean sendsOutputs(Run run) {
    return !run.outputs().isEmpty() && !run.head().settings().replyTargets().isEmpty();
  }

  /** A session that was just made needs no look at the database: there is nothing in it. */
  public SessionView show(Sessions.Made made, @Nullable String ownerId) {
    return made.isNew() ? sessions.made(made.session(), ownerId) : showSession(made.session().id());
  }

  public SessionView showSession(String id) {
    return engine.read(queries -> sessions.view(queries, session(queries, id), engine.nowMs()));
  }

  /** The record with this id, which carries its key; null when there is none. */
  public static <T extends StoredRecord> @Nullable T kept(
      Queries queries, RecordKind<T> shelf, String prefix, String id, Function<T, String> idOf) {
    OptionalLong key = Ulid.keyOf(prefix, id);
    T found = key.isPresent() ? queries.kept(shelf, key.getAsLong()) : null;
    return found != null && idOf.apply(found).equals(id) ? found : null;
  }

  /** What people did about the gate; null where they did nothing, and for agents. */
  public @Nullable Triage triage(Call call, Gate gate) {
    return call.caller().seesTriage()
        ? engine.<@Nullable Triage>read(queries -> queries.kept(Triage.KIND, gate.key()))
        : null;
  }

  /** Waits until the run has parked or ended; false when the time was over first. */
  public boolean awaitStop(Run run, long timeoutMs) {
    return isStopped(run)
        || waits
            .until(
                run.key(),
                timeoutMs,
                () ->
                    Optional.ofNullable(engine.read(queries -> queries.run(run.key())))
                        .filter(ViewContext::isStopped))
            .isPresent();
  }

  private static boolean isStopped(Run run) {
    return run.status().isSettled() || run.status().isWaiting();
  }
}
