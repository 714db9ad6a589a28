package dev.holdpoint.http.v1.view;

import dev.holdpoint.api.delivery.DeliveryBodies.ReplyHandle;
import dev.holdpoint.api.gate.ApprovalBodies.ApprovalRequestView;
import dev.holdpoint.api.gate.QuestionBodies.UserQuestionRequestView;
import dev.holdpoint.api.json.WireJson;
import dev.holdpoint.api.page.PageBodies.MorePages;
import dev.holdpoint.api.run.RunBodies.DaemonOutputRecord;
import dev.holdpoint.api.session.DefaultsBodies.PersonaView;
import dev.holdpoint.api.session.DefaultsBodies.RoutePolicy;
import dev.holdpoint.api.session.InputBodies.Generation;
import dev.holdpoint.api.session.SessionBodies.SessionRow;
import dev.holdpoint.api.session.SessionBodies.SessionSnapshot;
import dev.holdpoint.api.session.SessionBodies.SessionView;
import dev.holdpoint.api.status.SessionStatus;
import dev.holdpoint.core.run.Output;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunStatus;
import dev.holdpoint.core.session.Persona;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.core.session.SessionOwners;
import dev.holdpoint.engine.commit.SessionSummary;
import dev.holdpoint.engine.inbox.SessionTitles;
import dev.holdpoint.engine.port.store.LiveRun;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.port.store.SessionLoad;
import dev.holdpoint.http.v1.call.ListPages;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Sessions as a client sees them. What a session is doing follows from its runs. */
public final class SessionViews {
  /** A session shows what its newest runs have said; all of it is in the runs themselves. */
  private static final int RECENT_RUNS = 50;

  /** As many as a session can start. */
  private static final int CHILDREN = 1_000;

  private final WireJson json;
  private final GateViews gates;
  private final RunViews runs;

  /**
   * What is in a session.
   *
   * @param recent its newest runs, the newest first
   * @param started the last of its conversation that has begun
   */
  private record Contents(
      SessionLoad load,
      List<Run> awake,
      List<Run> recent,
      @Nullable Run started,
      List<String> children) {
    static final Contents NONE =
        new Contents(SessionLoad.NONE, List.of(), List.of(), null, List.of());
  }

  SessionViews(WireJson json, GateViews gates, RunViews runs) {
    this.json = json;
    this.gates = gates;
    this.runs = runs;
  }

  /** The list of runs whose outputs are shown, by the name that its cursors have. */
  public static String outputs(Session session) {
    return "outputs " + session.id();
  }

  public SessionView view(Queries queries, Session session, long nowMs) {
    return view(queries, session, nowMs, null);
  }

  /**
   * @param wish null for the newest runs
   */
  public SessionView view(
      Queries queries, Session session, long nowMs, ListPages.@Nullable Request wish) {
    Queries.RunPage newest = runPage(queries, session, null, RECENT_RUNS);
    Queries.RunPage part =
        wish == null ? newest : runPage(queries, session, wish.after(), wish.limit());
    List<DaemonOutputRecord> outputs = new ArrayList<>();
    for (Run run : byBeginning(part.runs()).reversed()) {
      outputs.addAll(runs.outputs(run));
    }
    ListPages.Place last =
        part.more() ? new ListPages.Place(true, part.runs().getLast().key()) : null;
    return view(
        session,
        SessionTitles.of(queries, session),
        queries.kept(SessionOwners.KIND, session.key()),
        snapshot(queries, session, byBeginning(newest.runs()), nowMs),
        outputs,
        wish == null && last == null ? null : ListPages.more(outputs(session), last));
  }

  /** A session with nothing in it yet. */
  public SessionView made(Session session, @Nullable String ownerId) {
    return view(
        session,
        null,
        new SessionOwners(session.key(), session.id(), ownerId, List.of()),
        snapshot(Contents.NONE, session, session.createdAtMs()),
        List.of(),
        null);
  }

  private SessionView view(
      Session session,
      @Nullable String title,
      @Nullable SessionOwners owners,
      SessionSnapshot snapshot,
      List<DaemonOutputRecord> outputs,
      @Nullable MorePages more) {
    return new SessionView(
        session.id(),
        title,
        session.agentId(),
        session.conversationId(),
        session.threadId(),
        owners == null ? null : owners.ownerId(),
        owners == null || owners.sharedWith().isEmpty() ? null : owners.sharedWith(),
        snapshot,
        policy(session.routePolicy()),
        Scopes.view(session.capabilityScope()),
        Scopes.view(session.effectiveCapabilityScope()),
        Scopes.view(session.credentialScope()),
        Scopes.view(session.effectiveCredentialScope()),
        session.persona() == null ? null : view(session.persona()),
        targets(session.replyTargets()),
        outputs,
        more);
  }

  public SessionSnapshot snapshot(Queries queries, Session session, long nowMs) {
    Queries.RunPage newest = runPage(queries, session, null, RECENT_RUNS);
    return snapshot(queries, session, byBeginning(newest.runs()), nowMs);
  }

  private SessionSnapshot snapshot(Queries queries, Session session, List<Run> recent, long nowMs) {
    SessionLoad load = queries.load(session.key());
    List<Run> awake =
        queries.runs(load.awake().stream().map(LiveRun::key).toList()).stream()
            .sorted(Comparator.comparingLong(Run::key))
            .toList();
    Run started = recent.stream().filter(Run::isOfConversation).findFirst().orElse(null);
    if (started == null && recent.size() == RECENT_RUNS) {
      started = queries.lastStartedRun(session.key(), Long.MAX_VALUE);
    }
    return snapshot(
        new Contents(load, awake, recent, started, queries.children(session.key(), CHILDREN)),
        session,
        nowMs);
  }

  private SessionSnapshot snapshot(Contents in, Session session, long nowMs) {
    List<ApprovalRequestView> approvals = new ArrayList<>();
    List<UserQuestionRequestView> questions = new ArrayList<>();
    for (Run run : in.awake) {
      run.pendingApprovals().forEach(a -> approvals.add(gates.request(run, a, nowMs)));
      run.pendingQuestions().forEach(q -> questions.add(gates.request(run, q, nowMs)));
    }
    Run started = in.started;
    return new SessionSnapshot(
        status(session, in.load, in.recent),
        active(in.awake),
        in.load.queued(),
        approvals,
        questions,
        lastMessage(in.recent),
        lastError(in.recent),
        session.parent() == null ? null : session.parent().id(),
        in.children,
        started == null ? 0 : started.stepsBefore() + started.steps(),
        session.ended() == null ? null : session.ended().reason());
  }

  private static Queries.RunPage runPage(
      Queries queries, Session session, ListPages.@Nullable Place after, int count) {
    Queries.RunCursor from = after == null ? null : new Queries.RunCursor(true, after.key());
    return queries.runPage(new Queries.RunFilter(session.key(), null, false, from, count));
  }

  /** The newest by when they began: what was put off until later may be older than it looks. */
  private static List<Run> byBeginning(List<Run> page) {
    return page.stream()
        .filter(run -> !run.isDeferred())
        .sorted(Comparator.comparingLong(SessionViews::begunAtMs).reversed())
        .toList();
  }

  private static long begunAtMs(Run run) {
    return run.startedAtMs() == null ? run.head().submittedAtMs() : run.startedAtMs();
  }

  private static @Nullable String active(List<Run> awake) {
    return awake.stream()
        .filter(Run::holdsSlot)
        .findFirst()
        .or(() -> awake.stream().findFirst())
        .map(Run::id)
        .orElse(null);
  }

  private static SessionStatus status(Session session, SessionLoad load, List<Run> recent) {
    if (session.isEnded()) {
      return SessionStatus.ENDED;
    }
    boolean failed = !recent.isEmpty() && recent.getFirst().status() == RunStatus.FAILED;
    return SessionStatus.valueOf(SessionSummary.of(load, failed).status().name());
  }

  private static @Nullable String lastMessage(List<Run> recent) {
    return recent.stream()
        .flatMap(run -> run.outputs().reversed().stream())
        .filter(output -> output.source() == Output.Source.ASSISTANT_TEXT)
        .map(Output::content)
        .findFirst()
        .orElse(null);
  }

  private static @Nullable String lastError(List<Run> recent) {
    return recent.stream()
        .filter(run -> run.status().isSettled())
        .findFirst()
        .map(Run::error)
        .orElse(null);
  }

  public SessionRow row(Queries queries, Session session) {
    SessionLoad load = queries.load(session.key());
    List<Run> last =
        queries.runPage(new Queries.RunFilter(session.key(), null, false, null, 1)).runs();
    return new SessionRow(
        session.id(),
        SessionTitles.of(queries, session),
        session.agentId(),
        session.conversationId(),
        status(session, load, last),
        load.awake().stream().mapToInt(LiveRun::pendingApprovals).sum(),
        load.awake().stream().mapToInt(LiveRun::pendingQuestions).sum(),
        policy(session.routePolicy()),
        Scopes.view(session.capabilityScope()),
        Scopes.view(session.effectiveCapabilityScope()),
        Scopes.view(session.credentialScope()),
        Scopes.view(session.effectiveCredentialScope()),
        session.persona() == null ? null : view(session.persona()),
        targets(session.replyTargets()));
  }

  private @Nullable RoutePolicy policy(dev.holdpoint.core.session.@Nullable RoutePolicy policy) {
    return policy == null
        ? null
        : new RoutePolicy(
            policy.provider(),
            policy.generation() == null
                ? null
                : json.stored(policy.generation().text(), Generation.class));
  }

  public static PersonaView view(Persona persona) {
    return new PersonaView(
        persona.id(),
        persona.displayName(),
        persona.instructions(),
        Scopes.view(persona.capabilityScope()));
  }

  public static List<ReplyHandle> targets(List<dev.holdpoint.core.session.ReplyHandle> targets) {
    return targets.stream()
        .map(target -> new ReplyHandle(target.plugin(), target.address()))
        .toList();
  }
}
