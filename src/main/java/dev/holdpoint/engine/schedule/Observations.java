package dev.holdpoint.engine.schedule;

import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunKind;
import dev.holdpoint.core.schedule.Observation;
import dev.holdpoint.core.trace.TraceParent;
import dev.holdpoint.engine.cache.IdempotencyKey;
import dev.holdpoint.engine.commit.Commits;
import dev.holdpoint.engine.commit.OncePerKey;
import dev.holdpoint.engine.run.Intake;
import dev.holdpoint.engine.timer.DueWork;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** What happened elsewhere becomes a run: at once, or when its time has come. */
public final class Observations implements DueWork {
  private static final int AT_ONCE = 50;

  private final Commits commits;
  private final Intake intake;

  public Observations(Commits commits, Intake intake) {
    this.commits = commits;
    this.intake = intake;
  }

  public record Spec(
      String sessionId,
      String source,
      String content,
      Json metadata,
      @Nullable Long atMs,
      @Nullable TraceParent trace) {}

  /**
   * @param replayed whether an earlier call with the same key made it
   */
  public record Made(Observation observation, boolean replayed) {}

  public Made record(Spec wish, String by, @Nullable IdempotencyKey idempotency) {
    return commits.commit(
        change -> {
          OptionalLong earlier = OncePerKey.replay(change, idempotency);
          if (earlier.isPresent()) {
            return new Made(found(change.kept(Observation.KIND, earlier.getAsLong())), true);
          }
          Long atMs = wish.atMs != null && wish.atMs > change.nowMs() ? wish.atMs : null;
          String id = change.newId(Observation.PREFIX);
          Run run =
              atMs == null
                  ? intake.take(
                      change,
                      wish.sessionId,
                      order(RunKind.OBSERVATION_MATERIALIZATION, wish, by, id))
                  : intake.defer(
                      change,
                      wish.sessionId,
                      order(RunKind.SCHEDULED_OBSERVATION_MATERIALIZATION, wish, by, id),
                      atMs);
          Observation observation =
              new Observation(
                  Ulid.keyOf(Observation.PREFIX, id).orElseThrow(),
                  id,
                  wish.sessionId,
                  wish.source,
                  wish.content,
                  wish.metadata,
                  atMs,
                  atMs != null,
                  run.key(),
                  run.id(),
                  change.nowMs());
          change.keep(Observation.KIND, observation);
          OncePerKey.remember(change, idempotency, observation.key());
          return new Made(observation, false);
        });
  }

  private static Intake.Order order(RunKind kind, Spec wish, String by, String id) {
    return new Intake.Order(
        kind, by, wish.source, "observation", id, wish.content, wish.metadata, wish.trace);
  }

  /** A run that was cancelled meanwhile stays so. */
  @Override
  public int ring() {
    return commits.commit(
        change -> {
          List<Observation> due = change.queries().due(Observation.KIND, change.nowMs(), AT_ONCE);
          for (Observation observation : due) {
            Run run = change.run(observation.runKey());
            if (run != null && run.isDeferred()) {
              intake.release(change, run);
            }
            change.keep(Observation.KIND, observation.released());
          }
          return due.size();
        });
  }

  public static Observation found(@Nullable Observation observation) {
    if (observation == null) {
      throw Problem.OBSERVATION_NOT_FOUND
          .because("There is no such observation. GET /v1/observations lists them.")
          .asException();
    }
    return observation;
  }
}
