package dev.holdpoint.engine.run;

import dev.holdpoint.core.gate.Withdrawal;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.core.run.Requester;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunCommand;
import dev.holdpoint.core.run.RunHead;
import dev.holdpoint.core.run.RunSettings;
import dev.holdpoint.core.run.RunState;
import dev.holdpoint.core.run.RunStatus;
import dev.holdpoint.core.run.Trail;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.engine.access.Principals;
import dev.holdpoint.engine.access.Tenancy;
import dev.holdpoint.engine.cache.IdempotencyKey;
import dev.holdpoint.engine.cache.WorkSubject;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.commit.Commits;
import dev.holdpoint.engine.commit.Existing;
import dev.holdpoint.engine.commit.OncePerKey;
import dev.holdpoint.engine.commit.Work;
import dev.holdpoint.engine.content.InputReferences;
import dev.holdpoint.engine.content.InputResolver;
import dev.holdpoint.engine.journal.Gates;
import dev.holdpoint.engine.port.store.LiveRun;
import dev.holdpoint.engine.port.store.SessionLoad;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Submits runs, and ends them on request. */
public final class Runs {
  private static final Set<String> RAISED = Set.of("external", "mcp", "hook");
  private final Commits commits;
  private final Slots slots;
  private final int queuePerSession;
  private final Routes routes;

  public Runs(Commits commits, Slots slots, Routes routes, int queuePerSession) {
    this.routes = routes;
    this.commits = commits;
    this.slots = slots;
    this.queuePerSession = queuePerSession;
  }

  public RunOutcome submit(
      String sessionId,
      Submission submission,
      boolean alone,
      @Nullable IdempotencyKey idempotency) {
    return submit(sessionId, submission, InputReferences.NONE, alone, idempotency);
  }

  /**
   * @param alone refuse unless the session has nothing else to do
   */
  public RunOutcome submit(
      String sessionId,
      Submission submission,
      InputReferences mentions,
      boolean alone,
      @Nullable IdempotencyKey idempotency) {
    return commits.commit(
        Work.about(
            WorkSubject.session(sessionId, idempotency),
            change -> {
              OptionalLong earlier = OncePerKey.replay(change, idempotency);
              if (earlier.isPresent()) {
                return new RunOutcome(Existing.run(change, earlier.getAsLong()), true);
              }
              Session session = open(change, sessionId);
              SessionLoad load = change.load(session.key());
              if (alone && !load.isIdle()) {
                throw Problem.SESSION_BUSY
                    .because(
                        "The session has an active or queued run. Wait until it ends, or queue "
                            + "behind it with POST …/runs.")
                    .asException();
              }
              if (load.queued() >= queuePerSession) {
                throw Problem.SESSION_BUSY
                    .because(
                        "The session's queue is full (limits.queue_per_session). Wait until some "
                            + "of its runs have ended.")
                    .asException();
              }
              BindingKeys.claim(change, session, mentions.bindingKeys());
              Submission whole =
                  mentions.pieces().isEmpty()
                      ? submission
                      : submission.of(
                          InputResolver.resolve(change, session.tenantId(), mentions.pieces()));
              Run run = enqueue(change, session, whole, slots, routes);
              OncePerKey.remember(change, idempotency, run.key());
              boolean queued = run.status() == RunStatus.QUEUED;
              return new RunOutcome(
                  run, false, queued ? change.load(session.key()).queued() : null);
            }));
  }

  /**
   * @throws dev.holdpoint.core.problem.Refused when the session cannot go the way it should
   */
  public static Run enqueue(
      Change change, Session session, Submission submission, Slots slots, Routes routes) {
    Routes.Route route =
        routes.resolve(session, submission.provider(), submission.settings().generation());
    return enqueue(change, session, submission, slots, route);
  }

  public static Run enqueue(
      Change change, Session session, Submission submission, Slots slots, Routes.Route route) {
    return RunEdit.ofNew(change, draft(change, session, submission, route, null))
        .step(submission.input())
        .done(slots);
  }

  public static Session open(Change change, String sessionId) {
    Session session = Existing.session(change, sessionId);
    if (session.isEnded()) {
      throw Problem.SESSION_CONFLICT
          .because(
              "The session has ended. Its history can be read; create another session "
                  + "for new work.")
          .asException();
    }
    Tenancy.checkOpen(change, session.tenantId());
    return session;
  }

  /** A schedule and its like know the token that made them, which may be revoked since. */
  private static @Nullable String whose(Change change, Submission submission) {
    return submission.principal() != null
        ? submission.principal()
        : Principals.ofToken(change, submission.submittedBy());
  }

  public static Run draft(
      Change change,
      Session session,
      Submission submission,
      Routes.Route route,
      @Nullable Requester requester) {
    RunSettings own = submission.settings();
    RunSettings settings =
        own.asking(route.generation())
            .replyingTo(own.replyTargets().isEmpty() ? session.replyTargets() : own.replyTargets());
    String id = change.newId("run_");
    RunHead head =
        new RunHead(
            Ulid.keyOf("run_", id).orElseThrow(),
            id,
            session.key(),
            session.id(),
            session.agentId(),
            session.tenantId(),
            submission.kind(),
            submission.driver(),
            change.nowMs(),
            submission.submittedBy(),
            submission.sourcePlugin(),
            submission.sourceKind(),
            submission.actorId(),
            submission.preview(),
            route.provider(),
            route.model(),
            submission.attachments(),
            submission.metadata(),
            settings,
            whose(change, submission),
            requester,
            submission.trace(),
            submission.client(),
            submission.scriptSteps());
    return new Run(
        head,
        submission.kind(),
        new RunState.Queued(),
        change.nowMs(),
        null,
        0,
        0,
        0,
        0,
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        null,
        Trail.EMPTY);
  }

  /** Cancelling what is cancelled gives it back as it is; what ended otherwise refuses. */
  public Run cancel(String runId, String by) {
    return cancel(runId, by, Withdrawal.CANCELLED);
  }

  /** The same, by the asker itself, which does not wait any more. */
  public Run withdraw(String runId, String by) {
    return cancel(runId, by, Withdrawal.GONE);
  }

  private Run cancel(String runId, String by, Withdrawal cause) {
    return commits.commit(
        change -> {
          Run run = Existing.run(change, runId);
          if (run.status() == RunStatus.CANCELLED) {
            return run;
          }
          return RunEdit.of(change, run)
              .end(new RunCommand.Cancel(change.nowMs()), by, cause)
              .done(slots);
        });
  }

  /**
   * Cancels a run whose gate this very token has raised from outside.
   *
   * @param owner the id of the token
   */
  public Run takeBack(String runId, String owner, String by) {
    return commits.commit(
        change -> {
          Run run = Existing.run(change, runId);
          RunHead head = run.head();
          if (head.driver() != RunHead.Driver.OUTSIDE
              || !RAISED.contains(head.sourceKind())
              || !head.submittedBy().equals(owner)) {
            throw Problem.FORBIDDEN
                .because("An agent can only cancel requests that its own token raised.")
                .asException();
          }
          if (run.questions().stream().anyMatch(asked -> asked.effect() != null)) {
            throw Problem.FORBIDDEN
                .because(
                    "People are asked what became of a call. An agent cannot cancel that; it can "
                        + "report the result. Nothing was changed.")
                .asException();
          }
          if (run.status() == RunStatus.CANCELLED) {
            return run;
          }
          if (run.status().isSettled()) {
            throw Problem.RUN_STATE_CONFLICT
                .because("Run " + run.id() + " is already decided and cannot be withdrawn.")
                .settled(
                    run.gates().stream()
                        .map(Gates::settlement)
                        .filter(Objects::nonNull)
                        .findFirst()
                        .orElse(null))
                .asException();
          }
          return RunEdit.of(change, run).end(new RunCommand.Cancel(change.nowMs()), by).done(slots);
        });
  }

  /**
   * @param happened whether there was anything to interrupt
   * @param runIds what this call has interrupted; nothing when an earlier one did
   * @param replayed whether an earlier call had the same key
   */
  public record Interruption(boolean happened, List<String> runIds, boolean replayed) {}

  /**
   * Interrupts whatever the session is doing; what is queued behind it goes on, and is not what a
   * repeated call with the same key interrupts.
   */
  public Interruption interrupt(String sessionId, String by, @Nullable IdempotencyKey idempotency) {
    return commits.commit(
        change -> {
          OptionalLong earlier = OncePerKey.replay(change, idempotency);
          if (earlier.isPresent()) {
            return new Interruption(earlier.getAsLong() != 0, List.of(), true);
          }
          Session session = Existing.session(change, sessionId);
          List<LiveRun> awake = change.load(session.key()).awake();
          List<String> hit =
              awake.stream()
                  .map(live -> interrupt(change, Existing.run(change, live.key()), by).id())
                  .toList();
          OncePerKey.remember(change, idempotency, awake.isEmpty() ? 0 : awake.getFirst().key());
          return new Interruption(!hit.isEmpty(), hit, false);
        });
  }

  private Run interrupt(Change change, Run run, String by) {
    return RunEdit.of(change, run)
        .end(
            new RunCommand.Interrupt(change.nowMs(), "interrupted by " + by),
            by,
            Withdrawal.CANCELLED)
        .done(slots);
  }
}
