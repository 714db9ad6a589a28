package dev.holdpoint.api;

import static dev.holdpoint.api.endpoint.Endpoint.Access.DECIDE;
import static dev.holdpoint.api.endpoint.Endpoint.Access.READ;
import static dev.holdpoint.api.endpoint.Endpoint.Access.WORK;
import static dev.holdpoint.api.endpoint.Endpoint.Idempotency.NATURAL;
import static dev.holdpoint.api.endpoint.EndpointDraft.get;
import static dev.holdpoint.api.endpoint.EndpointDraft.post;
import static dev.holdpoint.api.endpoint.QueryParameters.ACTIVE_FIRST;
import static dev.holdpoint.api.endpoint.QueryParameters.CURSOR;
import static dev.holdpoint.api.endpoint.QueryParameters.LIMIT;
import static dev.holdpoint.api.endpoint.QueryParameters.PAGE;
import static dev.holdpoint.api.endpoint.QueryParameters.RUN_STATUS;
import static dev.holdpoint.api.endpoint.QueryParameters.SESSION;

import dev.holdpoint.api.endpoint.Endpoint;
import dev.holdpoint.api.endpoint.EndpointDraft;
import dev.holdpoint.api.event.EventBodies.RunEventEntry;
import dev.holdpoint.api.run.RunBodies.PruneRunsRequest;
import dev.holdpoint.api.run.RunBodies.PruneRunsResult;
import dev.holdpoint.api.run.RunBodies.RunDebugView;
import dev.holdpoint.api.run.RunBodies.RunView;
import java.util.List;

/** Runs, looked at and cancelled. */
final class RunEndpoints {
  private static final String RUN = "/v1/runs/{run_id}";

  static final List<Endpoint> ALL =
      EndpointDraft.all(
          get("listRuns", "/v1/runs", READ, "Lists runs, newest first")
              .lists(RunView.class, SESSION, RUN_STATUS, ACTIVE_FIRST, PAGE, CURSOR, LIMIT),
          get("getRun", RUN, READ, "Returns a run").answers(RunView.class),
          get("listRunEvents", RUN + "/events", READ, "Lists the events of the run, oldest first")
              .lists(RunEventEntry.class),
          get("streamRun", RUN + "/stream", READ, "Streams the events of a run").streams(),
          post(
                  "cancelRun",
                  RUN + "/cancel",
                  WORK,
                  NATURAL,
                  "Cancels the run; repeating it has no effect. A token of role agent can "
                      + "only cancel requests that it raised")
              .answers(200, RunView.class),
          get(
                  "getRunDebug",
                  RUN + "/debug",
                  DECIDE,
                  "Returns the recorded model requests of the run")
              .answers(RunDebugView.class),
          get(
                  "getRunDebugArtifact",
                  RUN + "/debug/artifacts/{artifact_id}",
                  DECIDE,
                  "Returns the text of a debug artifact")
              .writesText(),
          post(
                  "pruneRuns",
                  "/v1/runs/prune",
                  DECIDE,
                  NATURAL,
                  "Deletes debug artifacts of runs that ended long ago; the runs are kept")
              .takes(PruneRunsRequest.class, 200, PruneRunsResult.class));

  private RunEndpoints() {}
}
