package dev.holdpoint.engine.external;

import dev.holdpoint.core.access.Holder;
import dev.holdpoint.core.access.Tenants;
import dev.holdpoint.core.access.Voter;
import dev.holdpoint.core.agent.ClientPrompt;
import dev.holdpoint.core.gate.Gate;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunHead;
import dev.holdpoint.core.run.RunKind;
import dev.holdpoint.core.run.RunSettings;
import dev.holdpoint.core.session.RoutePolicy;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.core.session.SessionIds;
import dev.holdpoint.core.trace.TraceParent;
import dev.holdpoint.engine.access.Ownership;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.commit.Commits;
import dev.holdpoint.engine.gate.Approvals;
import dev.holdpoint.engine.gate.Questions;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.run.Routes;
import dev.holdpoint.engine.run.Runs;
import dev.holdpoint.engine.run.Slots;
import dev.holdpoint.engine.run.Submission;
import dev.holdpoint.engine.session.Sessions;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Runs that a front end starts, and resumes once its gates are decided, under ids of its own. The
 * same id finds the same run again, and the place in it where that part of the run begins.
 */
public final class FrontEndRuns {
  /** Where the runs say that they come from. */
  public static final String SOURCE = "ag-ui";

  private final Commits commits;
  private final Slots slots;
  private final Routes routes;
  private final int queuePerSession;
  private final FrontEndDecisions decisions;

  public FrontEndRuns(
      Commits commits,
      Slots slots,
      Routes routes,
      int queuePerSession,
      Approvals approvals,
      Questions questions) {
    this.commits = commits;
    this.slots = slots;
    this.routes = routes;
    this.queuePerSession = queuePerSession;
    this.decisions = new FrontEndDecisions(approvals, questions, slots);
  }

  /**
   * Who calls.
   *
   * @param tenantId the only tenant whose threads exist for the caller, unless it is the root
   * @param ownOnly whether no threads exist for the caller but their own
   */
  public record Client(
      String principalId,
      Voter voter,
      String tenantId,
      @Nullable TraceParent trace,
      boolean ownOnly) {
    /** One for whom every session of the tenant exists. */
    public Client(String principalId, Voter voter, String tenantId, @Nullable TraceParent trace) {
      this(principalId, voter, tenantId, trace, false);
    }

    private Holder holder() {
      return new Holder(principalId, ownOnly);
    }

    private boolean sees(Change change, Session session) {
      return (tenantId.equals(Tenants.ROOT) || session.tenantId().equals(tenantId))
          && Ownership.reaches(change, holder(), session.key());
    }
  }

  /**
   * A part of a run.
   *
   * @param from how many steps of the transcript lie before it
   */
  public record Part(Run run, int from) {}

  /**
   * Starts a run with this input, or finds the one that was started under the id.
   *
   * @param route what a session that is made for it prefers; null for the usual
   * @throws FrontEndRefused while gates of the session wait
   */
  public Part begin(
      Client client, String threadId, String runId, @Nullable String route, String text) {
    String asked = ClientRequestKeys.hash("input", text);
    return commits.commit(
        change -> {
          Session session = openOrMade(change, client, threadId, route);
          String name = name(session, client, runId);
          ClientPrompt known = ClientPrompts.prompt(change, name);
          Part earlier = earlier(change, known, asked);
          if (earlier != null) {
            return earlier;
          }
          Runs.open(change, session.id());
          Run waiting = waiting(change, session);
          if (waiting != null) {
            throw FrontEndRefused.pending(
                waiting.pendingGates().stream().map(Gate::id).toList(), waiting.id());
          }
          if (change.load(session.key()).queued() >= queuePerSession) {
            throw Problem.SESSION_BUSY
                .because(
                    "The session's queue is full (limits.queue_per_session). Wait until some "
                        + "of its runs have ended.")
                .asException();
          }
          Run run = Runs.enqueue(change, session, submission(client, text), slots, routes);
          keep(change, session, name, known, asked, new Part(run, 0));
          return new Part(run, 0);
        });
  }

  /**
   * Decides all open gates of a run at once, or none, and goes on with it; or finds the part of the
   * run that began under the id.
   *
   * @param fingerprint of what was sent
   */
  public Part resume(
      Client client,
      String threadId,
      String runId,
      List<FrontEndReply> replies,
      String fingerprint) {
    String asked = ClientRequestKeys.hash("resume", fingerprint);
    return commits.commit(
        change -> {
          Session session = change.session(threadId);
          if (session == null || !client.sees(change, session)) {
            throw noThread();
          }
          String name = name(session, client, runId);
          ClientPrompt known = ClientPrompts.prompt(change, name);
          Part earlier = earlier(change, known, asked);
          if (earlier != null) {
            return earlier;
          }
          Part part = decisions.decide(change, session, replies, client.voter);
          keep(change, session, name, known, asked, part);
          return part;
        });
  }

  /** The session's run whose gates a front end decides; null when none waits. */
  public static @Nullable Run waiting(Queries queries, Session session) {
    return queries.load(session.key()).awake().stream()
        .map(live -> queries.run(live.key()))
        .filter(run -> run != null && isFrontEnds(run))
        .findFirst()
        .orElse(null);
  }

  private static @Nullable Run waiting(Change change, Session session) {
    return change.load(session.key()).awake().stream()
        .map(live -> change.run(live.key()))
        .filter(run -> run != null && isFrontEnds(run))
        .findFirst()
        .orElse(null);
  }

  /** What agents outside ask in the session waits beside its runs, and keeps none of them. */
  private static boolean isFrontEnds(Run run) {
    return run.holdsSlot() && !run.pendingGates().isEmpty();
  }

  private Session openOrMade(
      Change change, Client client, String threadId, @Nullable String route) {
    Session session = change.session(threadId);
    if (session == null) {
      String fault = SessionIds.fault(threadId);
      if (fault != null) {
        throw Problem.INVALID_SESSION_ID.because(fault).at("/threadId", fault).asException();
      }
      String tenant = client.tenantId.equals(Tenants.ROOT) ? null : client.tenantId;
      Session made =
          Sessions.create(
              change,
              new Sessions.Spec(threadId, null, null, null, tenant, null, client.holder()),
              null);
      if (route == null) {
        return made;
      }
      routes.check(route, "");
      Session routed = made.preferring(new RoutePolicy(route, null));
      change.add(routed);
      return routed;
    }
    if (!client.sees(change, session)) {
      throw noThread();
    }
    return session;
  }

  /** In the same words whether there is none or it is another tenant's. */
  public static RuntimeException noThread() {
    return Problem.SESSION_NOT_FOUND
        .because("You have no access to a thread with this id. Nothing was changed.")
        .asException();
  }

  private static String name(Session session, Client client, String runId) {
    return ClientRequestKeys.hash(SOURCE, Long.toString(session.key()), client.principalId, runId);
  }

  /** Of what is kept under the id, the place stands in front of what was asked. */
  private static void keep(
      Change change,
      Session session,
      String name,
      @Nullable ClientPrompt known,
      String asked,
      Part part) {
    ClientPrompts.keep(change, session.id(), name, known, part.from + ":" + asked, part.run, false);
  }

  private static @Nullable Part earlier(Change change, @Nullable ClientPrompt known, String asked) {
    Run run = known == null ? null : change.run(known.runKey());
    if (known == null || run == null) {
      return null;
    }
    String[] kept = known.fingerprint().split(":", 2);
    if (!kept[1].equals(asked)) {
      throw Problem.IDEMPOTENCY_CONFLICT
          .because("This runId was used for another input. Use a new one. Nothing was changed.")
          .at("/runId", "was used for another input")
          .asException();
    }
    return new Part(run, Integer.parseInt(kept[0]));
  }

  private static Submission submission(Client client, String text) {
    return new Submission(
            RunKind.INPUT,
            RunHead.Driver.LOOP,
            client.principalId,
            SOURCE,
            SOURCE,
            client.voter.name(),
            text,
            null,
            new Json("[]"),
            Json.NULL,
            RunSettings.NONE)
        .askedBy(client.voter.name())
        .within(client.trace);
  }
}
