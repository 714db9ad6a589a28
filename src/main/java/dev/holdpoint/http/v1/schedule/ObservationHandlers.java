package dev.holdpoint.http.v1.schedule;

import dev.holdpoint.api.schedule.ScheduleBodies.ObservationView;
import dev.holdpoint.api.schedule.ScheduleBodies.RecordObservationRequest;
import dev.holdpoint.api.schedule.ScheduleBodies.RecordedObservation;
import dev.holdpoint.core.schedule.Observation;
import dev.holdpoint.engine.schedule.Observations;
import dev.holdpoint.http.server.Call;
import dev.holdpoint.http.server.Handler;
import dev.holdpoint.http.server.Reply;
import dev.holdpoint.http.v1.call.Bodies;
import dev.holdpoint.http.v1.call.JsonNodes;
import dev.holdpoint.http.v1.call.ListPages;
import dev.holdpoint.http.v1.call.Narrowed;
import dev.holdpoint.http.v1.call.OwnSight;
import dev.holdpoint.http.v1.call.Replays;
import dev.holdpoint.http.v1.session.SubmitHandlers;
import dev.holdpoint.http.v1.view.ViewContext;
import java.util.Map;

/** What happened elsewhere and a session is told of. */
public final class ObservationHandlers {
  private final ViewContext sight;
  private final Bodies bodies;
  private final Observations observations;

  public ObservationHandlers(ViewContext sight, Bodies bodies, Observations observations) {
    this.sight = sight;
    this.bodies = bodies;
    this.observations = observations;
  }

  public Map<String, Handler> all() {
    return Map.of(
        "recordObservation", this::record,
        "listObservations", this::list,
        "getObservation", this::get);
  }

  private Reply record(Call call) {
    RecordObservationRequest body = bodies.read(call, RecordObservationRequest.class);
    Observations.Made made =
        observations.record(
            new Observations.Spec(
                body.sessionId(),
                body.source(),
                body.content(),
                SubmitHandlers.metadata(body.metadata()),
                body.atMs(),
                call.trace()),
            call.caller().principalId(),
            bodies.idempotency(call, body.idempotencyKey()));
    Observation observation = made.observation();
    return Replays.marked(
        Reply.json(202, new RecordedObservation(observation.id(), observation.runId())),
        made.replayed());
  }

  private Reply list(Call call) {
    String session = call.query("session_id");
    return sight.engine.read(
        queries ->
            Narrowed.shelf(
                queries,
                ListPages.of(call, "observations " + session),
                Observation.KIND,
                session,
                OwnSight.orAll(
                    call.caller(),
                    one -> OwnSight.of(queries, call.caller()).hasSession(one.sessionId())),
                ObservationHandlers::view));
  }

  private Reply get(Call call) {
    String id = call.path("observation_id");
    Observation observation =
        sight.engine.read(
            queries ->
                ViewContext.kept(
                    queries, Observation.KIND, Observation.PREFIX, id, Observation::id));
    return Reply.json(200, view(Observations.found(observation)));
  }

  private static ObservationView view(Observation observation) {
    return new ObservationView(
        observation.id(),
        observation.sessionId(),
        observation.source(),
        observation.content(),
        JsonNodes.orNull(observation.metadata()),
        observation.atMs(),
        observation.runId(),
        observation.createdAtMs());
  }
}
