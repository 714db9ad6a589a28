package dev.holdpoint.api;

import static dev.holdpoint.api.endpoint.Endpoint.Access.READ;
import static dev.holdpoint.api.endpoint.Endpoint.Access.WORK;
import static dev.holdpoint.api.endpoint.Endpoint.Idempotency.NATURAL;
import static dev.holdpoint.api.endpoint.EndpointDraft.get;
import static dev.holdpoint.api.endpoint.EndpointDraft.post;

import dev.holdpoint.api.agui.AguiBodies.AguiEvent;
import dev.holdpoint.api.agui.AguiBodies.AguiThread;
import dev.holdpoint.api.agui.AguiBodies.RunAgentInput;
import dev.holdpoint.api.endpoint.Endpoint;
import dev.holdpoint.api.endpoint.EndpointDraft;
import dev.holdpoint.api.json.Limits;
import java.util.List;

/** Front ends that speak AG-UI. The same thread and run, sent again, are the same run. */
final class AguiEndpoints {
  static final List<Endpoint> ALL =
      EndpointDraft.all(
          post(
                  "runAgent",
                  "/ag-ui",
                  WORK,
                  NATURAL,
                  "Starts or resumes a run of a thread, and streams its events as AG-UI")
              .takes(RunAgentInput.class, 200, AguiEvent.class)
              .makesRun()
              .withinTenants()
              .with(
                  Endpoint.Query.text(
                      "route", Limits.ID, "The route of a thread that is new; see /v1/routes."))
              .streamsAgain(AguiEvent.class),
          get("getThread", "/ag-ui/{thread_id}", READ, "Returns the open interrupts of a thread")
              .withinTenants()
              .answers(AguiThread.class));

  private AguiEndpoints() {}
}
