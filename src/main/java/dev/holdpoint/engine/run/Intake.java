package dev.holdpoint.engine.run;

import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunCommand;
import dev.holdpoint.core.run.RunHead;
import dev.holdpoint.core.run.RunKind;
import dev.holdpoint.core.run.RunSettings;
import dev.holdpoint.core.run.RunState;
import dev.holdpoint.core.run.RunStatus;
import dev.holdpoint.core.run.Step;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.core.trace.TraceParent;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.commit.Existing;
import org.jspecify.annotations.Nullable;

/** Gives sessions the work that schedules, observations, channels and projects have for them. */
public final class Intake {
  /** They are looked through when the session ends. */
  private static final int DEFERRED = 1_000;

  private final Slots slots;
  private final Routes routes;
  private final int queuePerSession;

  public Intake(Slots slots, Routes routes, int queuePerSession) {
    this.slots = slots;
    this.routes = routes;
    this.queuePerSession = queuePerSession;
  }

  /**
   * What is to be done, and who wants it.
   *
   * @param metadata as it came, or {@link Json#NULL}
   * @param trace of the caller who asked for it; null where there is none
   */
  public record Order(
      RunKind kind,
      String by,
      String sourcePlugin,
      String sourceKind,
      String actorId,
      String text,
      Json metadata,
      @Nullable TraceParent trace) {}

  /**
   * A run that takes its place in the session's queue.
   *
   * @throws dev.holdpoint.core.problem.Refused when the session is not there, has ended, is full,
   *     or has no route to a model
   */
  public Run take(Change change, String sessionId, Order order) {
    Session session = Runs.open(change, sessionId);
    if (change.load(session.key()).queued() >= queuePerSession) {
      throw full(
          "The queue of session " + Existing.shown(sessionId) + " is full",
          "limits.queue_per_session");
    }
    return Runs.enqueue(change, session, submission(order), slots, routes);
  }

  /** A run that comes into the queue when its time has come. */
  public Run defer(Change change, String sessionId, Order order, long untilMs) {
    Session session = Runs.open(change, sessionId);
    int most = Math.min(DEFERRED, queuePerSession);
    if (change.queries().deferredRuns(session.key()).size() >= most) {
      throw full(
          "Session " + Existing.shown(sessionId) + " has too many delayed runs", "at most " + most);
    }
    Submission submission = submission(order);
    Routes.Route route = routes.resolve(session, null, submission.settings().generation());
    Run draft = Runs.draft(change, session, submission, route, null);
    return RunEdit.ofNew(
            change, draft.edit().state(new RunState.Deferred(untilMs)).at(change.nowMs()))
        .step(new Step.Input(order.text()))
        .done(slots);
  }

  /**
   * Lets a run that was deferred into the queue. What its session may use can have changed since: a
   * run whose way is closed now fails and says so.
   */
  public void release(Change change, Run run) {
    RunHead head = run.head();
    RunEdit edit = RunEdit.of(change, run);
    try {
      routes.resolve(Existing.session(change, head.sessionId()), head.provider(), null);
      edit.apply(new RunCommand.Release());
    } catch (Refused refused) {
      edit.end(new RunCommand.Fail(change.nowMs(), refused.refusal().detail()), "daemon");
    }
    edit.done(slots);
  }

  /** The answer to whoever has just given this work. */
  public static RunOutcome outcome(Change change, Run run) {
    boolean queued = run.status() == RunStatus.QUEUED;
    return new RunOutcome(
        run, false, queued ? change.load(run.head().sessionKey()).queued() : null);
  }

  private static RuntimeException full(String what, String bound) {
    return Problem.SESSION_BUSY
        .because(what + " (" + bound + "). Wait until some of its runs have ended.")
        .asException();
  }

  private static Submission submission(Order order) {
    return new Submission(
            order.kind(),
            RunHead.Driver.LOOP,
            order.by(),
            order.sourcePlugin(),
            order.sourceKind(),
            order.actorId(),
            order.text(),
            null,
            new Json("[]"),
            order.metadata(),
            RunSettings.NONE)
        .within(order.trace());
  }
}
