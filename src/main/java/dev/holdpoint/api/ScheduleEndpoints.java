package dev.holdpoint.api;

import static dev.holdpoint.api.endpoint.Endpoint.Access.DECIDE;
import static dev.holdpoint.api.endpoint.Endpoint.Access.READ;
import static dev.holdpoint.api.endpoint.Endpoint.Access.WORK;
import static dev.holdpoint.api.endpoint.Endpoint.Idempotency.KEYED;
import static dev.holdpoint.api.endpoint.EndpointDraft.delete;
import static dev.holdpoint.api.endpoint.EndpointDraft.get;
import static dev.holdpoint.api.endpoint.EndpointDraft.patch;
import static dev.holdpoint.api.endpoint.EndpointDraft.post;
import static dev.holdpoint.api.endpoint.QueryParameters.CURSOR;
import static dev.holdpoint.api.endpoint.QueryParameters.LIMIT;
import static dev.holdpoint.api.endpoint.QueryParameters.PAGE;
import static dev.holdpoint.api.endpoint.QueryParameters.SESSION;

import dev.holdpoint.api.endpoint.Endpoint;
import dev.holdpoint.api.endpoint.EndpointDraft;
import dev.holdpoint.api.run.RunBodies.RunView;
import dev.holdpoint.api.schedule.ScheduleBodies.ChangeScheduleRequest;
import dev.holdpoint.api.schedule.ScheduleBodies.CreateScheduleRequest;
import dev.holdpoint.api.schedule.ScheduleBodies.ObservationView;
import dev.holdpoint.api.schedule.ScheduleBodies.RecordObservationRequest;
import dev.holdpoint.api.schedule.ScheduleBodies.RecordedObservation;
import dev.holdpoint.api.schedule.ScheduleBodies.ScheduleView;
import java.util.List;

/** Work that comes by itself: at certain times, or because something happened. */
final class ScheduleEndpoints {
  private static final String SCHEDULE = "/v1/schedules/{schedule_id}";

  static final List<Endpoint> ALL =
      EndpointDraft.all(
          post("createSchedule", "/v1/schedules", WORK, KEYED, "Adds a schedule for a session")
              .takes(CreateScheduleRequest.class, 201, ScheduleView.class),
          get("listSchedules", "/v1/schedules", READ, "Lists schedules, newest first")
              .lists(ScheduleView.class, SESSION, PAGE, CURSOR, LIMIT),
          get("getSchedule", SCHEDULE, READ, "Returns a schedule").answers(ScheduleView.class),
          patch("changeSchedule", SCHEDULE, DECIDE, "Changes, pauses or resumes a schedule")
              .takes(ChangeScheduleRequest.class, 200, ScheduleView.class),
          delete("removeSchedule", SCHEDULE, DECIDE, "Removes a schedule; its runs are kept"),
          post(
                  "triggerSchedule",
                  SCHEDULE + "/trigger",
                  WORK,
                  KEYED,
                  "Runs a schedule now, in addition to its times")
              .answers(202, RunView.class)
              .makesRun(),
          post(
                  "recordObservation",
                  "/v1/observations",
                  WORK,
                  KEYED,
                  "Adds an observation for a session")
              .takes(RecordObservationRequest.class, 202, RecordedObservation.class)
              .makesRun(),
          get("listObservations", "/v1/observations", READ, "Lists observations, newest first")
              .lists(ObservationView.class, SESSION, PAGE, CURSOR, LIMIT),
          get("getObservation", "/v1/observations/{observation_id}", READ, "One observation")
              .answers(ObservationView.class));

  private ScheduleEndpoints() {}
}
