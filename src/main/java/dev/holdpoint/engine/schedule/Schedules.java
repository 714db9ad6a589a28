package dev.holdpoint.engine.schedule;

import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refusal;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunKind;
import dev.holdpoint.core.schedule.Firing;
import dev.holdpoint.core.schedule.Misfire;
import dev.holdpoint.core.schedule.Overlap;
import dev.holdpoint.core.schedule.Schedule;
import dev.holdpoint.core.schedule.Trigger;
import dev.holdpoint.core.trace.TraceParent;
import dev.holdpoint.engine.cache.IdempotencyKey;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.commit.Commits;
import dev.holdpoint.engine.commit.Existing;
import dev.holdpoint.engine.commit.OncePerKey;
import dev.holdpoint.engine.run.Intake;
import dev.holdpoint.engine.run.RunOutcome;
import dev.holdpoint.engine.run.Runs;
import dev.holdpoint.engine.timer.DueWork;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Work that comes back by itself. A ring makes the run, sets the next time and says what became of
 * it in one change: no time is rung twice, and none is forgotten.
 */
public final class Schedules implements DueWork {
  private static final int AT_ONCE = 50;
  private static final long JUST_PASSED_MS = 60_000;

  private final Commits commits;
  private final Intake intake;
  private final long upSinceMs;
  private final UnixCron cron = new UnixCron();

  /**
   * @param upSinceMs since when a daemon was there, this one or another of the same ledger: what
   *     was due before, nobody was there for
   */
  public Schedules(Commits commits, Intake intake, long upSinceMs) {
    this.commits = commits;
    this.intake = intake;
    this.upSinceMs = upSinceMs;
  }

  public record Spec(
      String sessionId,
      String content,
      Trigger trigger,
      Overlap overlap,
      Misfire misfire,
      boolean enabled) {}

  /** What is to be other than it was; null for what stays. */
  public record Patch(
      @Nullable String content,
      @Nullable Trigger trigger,
      @Nullable Overlap overlap,
      @Nullable Misfire misfire,
      @Nullable Boolean enabled) {}

  /**
   * @param replayed whether an earlier call with the same key made it
   */
  public record Made(Schedule schedule, boolean replayed) {}

  public Made create(Spec wish, String by, @Nullable IdempotencyKey idempotency) {
    return commits.commit(
        change -> {
          OptionalLong earlier = OncePerKey.replay(change, idempotency);
          if (earlier.isPresent()) {
            return new Made(found(change.kept(Schedule.KIND, earlier.getAsLong())), true);
          }
          Runs.open(change, wish.sessionId);
          check(wish.trigger, change.nowMs());
          String id = change.newId(Schedule.PREFIX);
          Schedule schedule =
              new Schedule(
                  Ulid.keyOf(Schedule.PREFIX, id).orElseThrow(),
                  id,
                  wish.sessionId,
                  wish.content,
                  wish.trigger,
                  wish.overlap,
                  wish.misfire,
                  wish.enabled,
                  wish.enabled ? wish.trigger.first(change.nowMs(), cron) : null,
                  Schedule.Past.NONE,
                  change.nowMs(),
                  by);
          change.keep(Schedule.KIND, schedule);
          OncePerKey.remember(change, idempotency, schedule.key());
          return new Made(schedule, false);
        });
  }

  /** A new trigger, or being enabled again, begins anew from now. */
  public Schedule change(String id, Patch patch) {
    return commits.commit(
        change -> {
          Schedule before = existing(change, id);
          boolean enabled = Objects.requireNonNullElse(patch.enabled, before.enabled());
          Trigger trigger = Objects.requireNonNullElse(patch.trigger, before.trigger());
          boolean anew = patch.trigger != null || (enabled && !before.enabled());
          if (enabled) {
            Runs.open(change, before.sessionId());
          }
          if (anew && patch.trigger == null) {
            checkNotOver(trigger, change.nowMs());
          }
          if (anew) {
            check(trigger, change.nowMs());
          }
          Long next = anew ? trigger.first(change.nowMs(), cron) : before.nextAtMs();
          Schedule after =
              new Schedule(
                  before.key(),
                  id,
                  before.sessionId(),
                  Objects.requireNonNullElse(patch.content, before.content()),
                  trigger,
                  Objects.requireNonNullElse(patch.overlap, before.overlap()),
                  Objects.requireNonNullElse(patch.misfire, before.misfire()),
                  enabled,
                  enabled ? next : null,
                  anew ? before.past().failed(null) : before.past(),
                  before.createdAtMs(),
                  before.createdBy());
          change.keep(Schedule.KIND, after);
          return after;
        });
  }

  public void remove(String id) {
    commits.commit(
        change -> {
          Schedule schedule = existing(change, id);
          change.discard(Schedule.KIND, schedule);
          return schedule;
        });
  }

  /** Runs it now, whatever is in the way; when it is due next stays as it is. */
  public RunOutcome trigger(
      String id, @Nullable TraceParent trace, @Nullable IdempotencyKey idempotency) {
    return commits.commit(
        change -> {
          OptionalLong earlier = OncePerKey.replay(change, idempotency);
          if (earlier.isPresent()) {
            return new RunOutcome(Existing.run(change, earlier.getAsLong()), true);
          }
          Schedule schedule = existing(change, id);
          Run run = intake.take(change, schedule.sessionId(), order(schedule, trace));
          change.keep(Schedule.KIND, schedule.with(fired(change, schedule, run)));
          OncePerKey.remember(change, idempotency, run.key());
          return Intake.outcome(change, run);
        });
  }

  @Override
  public int ring() {
    return commits.commit(
        change -> {
          List<Schedule> due = change.queries().due(Schedule.KIND, change.nowMs(), AT_ONCE);
          for (Schedule one : due) {
            // As an earlier work of the same transaction may have left it.
            Schedule schedule = change.kept(Schedule.KIND, one.key());
            Long dueMs = schedule == null ? null : schedule.dueAtMs();
            if (schedule != null && dueMs != null && dueMs <= change.nowMs()) {
              change.keep(Schedule.KIND, ring(change, schedule, dueMs));
            }
          }
          return due.size();
        });
  }

  /**
   * Lets all times pass that are over: nobody knows whether they were kept.
   *
   * @param untilMs what is due later stays as it is
   */
  public void passOver(long untilMs, String why) {
    int passed = AT_ONCE;
    while (passed == AT_ONCE) {
      passed = commits.commit(change -> passOverSome(change, untilMs, why));
    }
  }

  private int passOverSome(Change change, long untilMs, String why) {
    List<Schedule> due = change.queries().due(Schedule.KIND, untilMs, AT_ONCE);
    for (Schedule schedule : due) {
      Long dueMs = schedule.dueAtMs();
      if (dueMs != null) {
        Long next;
        try {
          next = schedule.trigger().following(dueMs, Math.max(untilMs, change.nowMs()), cron);
        } catch (RuntimeException e) {
          next = null;
        }
        change.keep(Schedule.KIND, schedule.next(next, schedule.past().missed().failed(why)));
      }
    }
    return due.size();
  }

  private Schedule ring(Change change, Schedule schedule, long dueMs) {
    long nowMs = change.nowMs();
    Long next;
    try {
      next = schedule.trigger().following(dueMs, nowMs, cron);
    } catch (RuntimeException e) {
      // A time zone that this Java does not know any more, for instance: never ring in a loop.
      return schedule.next(
          null, schedule.past().failed("The next time cannot be computed: " + e.getMessage()));
    }
    List<Run> open = open(change, schedule);
    Schedule.Past past = schedule.past();
    return switch (Firing.of(
        schedule.misfire(),
        schedule.overlap(),
        dueMs,
        nowMs,
        upSinceMs,
        open.stream().map(Run::status).toList())) {
      case MISSED -> schedule.next(next, past.missed());
      case OVERLAPS -> schedule.next(next, past.overlapped(open.stream().map(Run::key).toList()));
      case FIRES -> fire(change, schedule, next);
    };
  }

  private Schedule fire(Change change, Schedule schedule, @Nullable Long next) {
    try {
      Run run = intake.take(change, schedule.sessionId(), order(schedule, null));
      return schedule.next(next, fired(change, schedule, run));
    } catch (Refused refused) {
      Schedule.Past past = schedule.past().failed(refused.refusal().detail());
      // A full queue empties and a tenant is resumed; an ended session or a closed route stays.
      Problem problem = refused.refusal().problem();
      return problem == Problem.SESSION_BUSY || problem == Problem.TENANT_SUSPENDED
          ? schedule.next(next == null ? change.nowMs() + Firing.IN_TIME_MS : next, past)
          : schedule.next(null, past);
    }
  }

  private static Schedule.Past fired(Change change, Schedule schedule, Run run) {
    List<Long> open = new ArrayList<>();
    open(change, schedule).forEach(other -> open.add(other.key()));
    open.add(run.key());
    return schedule.past().fired(run.id(), change.nowMs(), open);
  }

  private static List<Run> open(Change change, Schedule schedule) {
    List<Run> open = new ArrayList<>();
    for (long key : schedule.past().openRuns()) {
      Run run = change.run(key);
      if (run != null && !run.status().isSettled()) {
        open.add(run);
      }
    }
    return open;
  }

  private static Intake.Order order(Schedule schedule, @Nullable TraceParent trace) {
    return new Intake.Order(
        RunKind.SCHEDULED_INPUT,
        schedule.createdBy(),
        "daemon",
        "schedule",
        schedule.id(),
        schedule.content(),
        Json.NULL,
        trace);
  }

  /** What is enabled again must not do once more what it was to do once. */
  private static void checkNotOver(Trigger trigger, long nowMs) {
    if (trigger instanceof Trigger.Once once && once.atMs() <= nowMs) {
      throw Problem.INVALID_REQUEST
          .because("The schedule's only time has passed. Send a new trigger with it.")
          .at("/enabled", "needs a trigger with a time in the future")
          .asException();
    }
  }

  private void check(Trigger trigger, long nowMs) {
    Refusal.Fault fault =
        switch (trigger) {
          case Trigger.Once once when once.atMs() < nowMs - JUST_PASSED_MS ->
              new Refusal.Fault("/at_ms", "is in the past; times are milliseconds since the epoch");
          case Trigger.Once _ -> null;
          case Trigger.Interval _ -> null;
          case Trigger.Cron expression -> cron.fault(expression, nowMs);
        };
    if (fault != null) {
      throw Problem.INVALID_REQUEST
          .because(
              "The schedule would never be due: "
                  + fault.pointer().substring(1)
                  + " "
                  + fault.message()
                  + ".")
          .at("/trigger" + fault.pointer(), fault.message())
          .asException();
    }
  }

  private static Schedule existing(Change change, String id) {
    OptionalLong key = Ulid.keyOf(Schedule.PREFIX, id);
    Schedule schedule = key.isPresent() ? change.kept(Schedule.KIND, key.getAsLong()) : null;
    return found(schedule != null && schedule.id().equals(id) ? schedule : null);
  }

  public static Schedule found(@Nullable Schedule schedule) {
    if (schedule == null) {
      throw Problem.SCHEDULE_NOT_FOUND
          .because("There is no such schedule. GET /v1/schedules lists them.")
          .asException();
    }
    return schedule;
  }
}
