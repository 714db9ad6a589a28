package dev.holdpoint.http.v1;

import dev.holdpoint.api.ApprovalRequestView;
import dev.holdpoint.api.CapabilityScope;
import dev.holdpoint.api.CredentialScope;
import dev.holdpoint.api.DaemonOutputRecord;
import dev.holdpoint.api.SessionRow;
import dev.holdpoint.api.SessionSnapshot;
import dev.holdpoint.api.SessionStatus;
import dev.holdpoint.api.SessionView;
import dev.holdpoint.api.UserQuestionRequestView;
import dev.holdpoint.api.WireJson;
import dev.holdpoint.core.json.Json;
import dev.holdpoint.core.run.Output;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunStatus;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.engine.SessionSummary;
import dev.holdpoint.engine.port.LiveRun;
import dev.holdpoint.engine.port.Queries;
import dev.holdpoint.engine.port.SessionLoad;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Sessions as a client sees them. What a session is doing follows from its runs. */
final class SessionViews {
  /** A session shows what its newest runs have said; all of it is in the runs themselves. */
  private static final int RECENT_RUNS = 50;

  /** As many as a session can start. */
  private static final int CHILDREN = 1_000;

  private final WireJson json;
  private final GateViews gates;
  private final RunViews runs;

  SessionViews(WireJson json, GateViews gates, RunViews runs) {
    this.json = json;
    this.gates = gates;
    this.runs = runs;
  }

  SessionView view(Queries queries, Session session, long nowMs) {
    List<Run> recent =
        queries
            .runPage(new Queries.RunFilter(session.key(), null, false, null, RECENT_RUNS))
            .runs();
    List<DaemonOutputRecord> outputs = new ArrayList<>();
    for (Run run : recent.reversed()) {
      outputs.addAll(runs.outputs(run));
    }
    CapabilityScope capability = scope(session.capabilityScope(), CapabilityScope.class);
    CredentialScope credential = scope(session.credentialScope(), CredentialScope.class);
    return new SessionView(
        session.id(),
        session.agentId(),
        session.conversationId(),
        snapshot(queries, session, recent, nowMs),
        null,
        capability,
        capability,
        credential,
        credential,
        null,
        List.of(),
        outputs);
  }

  SessionSnapshot snapshot(Queries queries, Session session, long nowMs) {
    List<Run> recent =
        queries
            .runPage(new Queries.RunFilter(session.key(), null, false, null, RECENT_RUNS))
            .runs();
    return snapshot(queries, session, recent, nowMs);
  }

  private SessionSnapshot snapshot(Queries queries, Session session, List<Run> recent, long nowMs) {
    SessionLoad load = queries.load(session.key());
    List<Run> awake =
        queries.runs(load.awake().stream().map(LiveRun::key).toList()).stream()
            .sorted(Comparator.comparingLong(Run::key))
            .toList();
    List<ApprovalRequestView> approvals = new ArrayList<>();
    List<UserQuestionRequestView> questions = new ArrayList<>();
    for (Run run : awake) {
      run.pendingApprovals().forEach(a -> approvals.add(gates.request(run, a, nowMs)));
      run.pendingQuestions().forEach(q -> questions.add(gates.request(run, q, nowMs)));
    }
    Run started = recent.stream().filter(Run::isOfConversation).findFirst().orElse(null);
    if (started == null && recent.size() == RECENT_RUNS) {
      started = queries.lastStartedRun(session.key(), Long.MAX_VALUE);
    }
    return new SessionSnapshot(
        status(session, load, recent),
        active(awake),
        load.queued(),
        approvals,
        questions,
        lastMessage(recent),
        lastError(recent),
        session.parent() == null ? null : session.parent().id(),
        queries.children(session.key(), CHILDREN),
        started == null ? 0 : started.stepsBefore() + started.steps(),
        session.ended() == null ? null : session.ended().reason());
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

  SessionRow row(Queries queries, Session session) {
    SessionLoad load = queries.load(session.key());
    List<Run> last =
        queries.runPage(new Queries.RunFilter(session.key(), null, false, null, 1)).runs();
    CapabilityScope capability = scope(session.capabilityScope(), CapabilityScope.class);
    CredentialScope credential = scope(session.credentialScope(), CredentialScope.class);
    return new SessionRow(
        session.id(),
        session.agentId(),
        session.conversationId(),
        status(session, load, last),
        load.awake().stream().mapToInt(LiveRun::pendingApprovals).sum(),
        load.awake().stream().mapToInt(LiveRun::pendingQuestions).sum(),
        null,
        capability,
        capability,
        credential,
        credential,
        null,
        List.of());
  }

  private <T> @Nullable T scope(@Nullable Json stored, Class<T> type) {
    return stored == null ? null : json.read(stored.text().getBytes(StandardCharsets.UTF_8), type);
  }
}
