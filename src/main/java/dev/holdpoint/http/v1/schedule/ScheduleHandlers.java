package dev.holdpoint.http.v1.schedule;

import dev.holdpoint.api.schedule.ScheduleBodies.ChangeScheduleRequest;
import dev.holdpoint.api.schedule.ScheduleBodies.CreateScheduleRequest;
import dev.holdpoint.api.schedule.ScheduleBodies.ScheduleMisfire;
import dev.holdpoint.api.schedule.ScheduleBodies.ScheduleOverlap;
import dev.holdpoint.api.schedule.ScheduleBodies.ScheduleTrigger;
import dev.holdpoint.api.schedule.ScheduleBodies.ScheduleView;
import dev.holdpoint.core.schedule.Misfire;
import dev.holdpoint.core.schedule.Overlap;
import dev.holdpoint.core.schedule.Schedule;
import dev.holdpoint.core.schedule.Trigger;
import dev.holdpoint.engine.run.RunOutcome;
import dev.holdpoint.engine.schedule.Schedules;
import dev.holdpoint.http.server.Call;
import dev.holdpoint.http.server.Handler;
import dev.holdpoint.http.server.Reply;
import dev.holdpoint.http.v1.call.Bodies;
import dev.holdpoint.http.v1.call.InputText;
import dev.holdpoint.http.v1.call.ListPages;
import dev.holdpoint.http.v1.call.Narrowed;
import dev.holdpoint.http.v1.call.OwnSight;
import dev.holdpoint.http.v1.call.Replays;
import dev.holdpoint.http.v1.view.ViewContext;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Work that comes back by itself. */
public final class ScheduleHandlers {
  private static final String UTC = "UTC";

  private final ViewContext sight;
  private final Bodies bodies;
  private final Schedules schedules;

  public ScheduleHandlers(ViewContext sight, Bodies bodies, Schedules schedules) {
    this.sight = sight;
    this.bodies = bodies;
    this.schedules = schedules;
  }

  public Map<String, Handler> all() {
    return Map.of(
        "createSchedule", this::create,
        "listSchedules", this::list,
        "getSchedule", this::get,
        "changeSchedule", this::change,
        "removeSchedule", this::remove,
        "triggerSchedule", this::trigger);
  }

  private Reply create(Call call) {
    CreateScheduleRequest body = bodies.read(call, CreateScheduleRequest.class);
    Overlap overlap = overlap(body.overlap());
    Misfire misfire = misfire(body.misfire());
    Schedules.Made made =
        schedules.create(
            new Schedules.Spec(
                body.sessionId(),
                InputText.of(body.content(), body.inputItems()),
                trigger(body.trigger()),
                overlap == null ? Overlap.SKIP : overlap,
                misfire == null ? Misfire.COALESCE : misfire,
                body.enabled() == null || body.enabled()),
            call.caller().principalId(),
            bodies.idempotency(call, body.idempotencyKey()));
    return Replays.marked(Reply.json(201, view(made.schedule())), made.replayed());
  }

  private Reply list(Call call) {
    String session = call.query("session_id");
    return sight.engine.read(
        queries ->
            Narrowed.shelf(
                queries,
                ListPages.of(call, "schedules " + session),
                Schedule.KIND,
                session,
                OwnSight.orAll(
                    call.caller(),
                    one -> OwnSight.of(queries, call.caller()).hasSession(one.sessionId())),
                ScheduleHandlers::view));
  }

  private Reply get(Call call) {
    String id = call.path("schedule_id");
    Schedule schedule =
        sight.engine.read(
            queries -> ViewContext.kept(queries, Schedule.KIND, Schedule.PREFIX, id, Schedule::id));
    return Reply.json(200, view(Schedules.found(schedule)));
  }

  private Reply change(Call call) {
    ChangeScheduleRequest body = bodies.read(call, ChangeScheduleRequest.class);
    ScheduleTrigger trigger = body.trigger();
    Schedule changed =
        schedules.change(
            call.path("schedule_id"),
            new Schedules.Patch(
                InputText.ofAny(body.content(), body.inputItems()),
                trigger == null ? null : trigger(trigger),
                overlap(body.overlap()),
                misfire(body.misfire()),
                body.enabled()));
    return Reply.json(200, view(changed));
  }

  private Reply remove(Call call) {
    bodies.checkUnused(call);
    schedules.remove(call.path("schedule_id"));
    return Reply.empty(204);
  }

  private Reply trigger(Call call) {
    bodies.checkUnused(call);
    RunOutcome outcome =
        schedules.trigger(call.path("schedule_id"), call.trace(), bodies.idempotency(call, null));
    return Replays.marked(Reply.json(202, sight.show(outcome)), outcome);
  }

  private static @Nullable Overlap overlap(@Nullable ScheduleOverlap given) {
    return given == null ? null : Overlap.valueOf(given.name());
  }

  private static @Nullable Misfire misfire(@Nullable ScheduleMisfire given) {
    return given == null ? null : Misfire.valueOf(given.name());
  }

  private static Trigger trigger(ScheduleTrigger given) {
    return switch (given) {
      case ScheduleTrigger.Once once -> new Trigger.Once(once.atMs());
      case ScheduleTrigger.Interval interval -> new Trigger.Interval(interval.everyMs());
      case ScheduleTrigger.Cron cron ->
          new Trigger.Cron(
              cron.expression().strip(), cron.timeZone() == null ? UTC : cron.timeZone().strip());
    };
  }

  private static ScheduleTrigger trigger(Trigger kept) {
    return switch (kept) {
      case Trigger.Once once -> new ScheduleTrigger.Once(once.atMs());
      case Trigger.Interval interval -> new ScheduleTrigger.Interval(interval.everyMs());
      case Trigger.Cron cron -> new ScheduleTrigger.Cron(cron.expression(), cron.timeZone());
    };
  }

  private static ScheduleView view(Schedule schedule) {
    Schedule.Past past = schedule.past();
    return new ScheduleView(
        schedule.id(),
        schedule.sessionId(),
        schedule.content(),
        trigger(schedule.trigger()),
        ScheduleOverlap.valueOf(schedule.overlap().name()),
        ScheduleMisfire.valueOf(schedule.misfire().name()),
        schedule.enabled(),
        schedule.nextAtMs(),
        past.lastRunId(),
        past.lastFiredAtMs(),
        past.overlapSkips(),
        past.misfireSkips(),
        past.lastError(),
        schedule.createdAtMs());
  }
}
