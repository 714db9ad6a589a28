package dev.holdpoint.agent.acp.server;

import dev.holdpoint.agent.acp.AcpTranslation;
import dev.holdpoint.agent.acp.wire.RetryUntilDone;
import dev.holdpoint.agent.acp.wire.Rpc;
import dev.holdpoint.agent.acp.wire.RpcError;
import dev.holdpoint.agent.form.NotUnderstood;
import dev.holdpoint.core.event.JournalRow;
import dev.holdpoint.core.event.LedgerEvent;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.Gate;
import dev.holdpoint.core.gate.Question;
import dev.holdpoint.core.permit.PermitCommand.Outcome;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.engine.asking.Decisions;
import dev.holdpoint.engine.asking.GateDecision;
import dev.holdpoint.engine.commit.CommitListener;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.external.ExternalGates;
import dev.holdpoint.engine.external.ServedSessions;
import dev.holdpoint.engine.journal.Gates;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.permit.AnsweredPermits;
import dev.holdpoint.engine.port.failure.StoreFailure;
import dev.holdpoint.engine.port.store.ForeignRow;
import dev.holdpoint.engine.run.Runs;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What the agents of all servers wait for. A gate is committed before anybody is shown the request,
 * and the agent is answered after the commit that settled the gate, whichever door it came in by.
 */
final class ServedGates implements CommitListener {
  private static final Logger log = LoggerFactory.getLogger(ServedGates.class);

  /** More than anybody could be asked at once by one agent. */
  private static final int MOST = 1_000;

  /** More than a person can look at. */
  private static final int LONGEST = 1 << 20;

  private static final String RESOLVED = "_holdpoint/request_resolved";

  private final Engine engine;
  private final ExternalGates outside;
  private final ServedSessions sessions;
  private final Runs runs;
  private final Map<String, OpenRequest> waiting = new ConcurrentHashMap<>();

  /** Their runs, each of which asks one thing. */
  private final Set<Long> runKeys = ConcurrentHashMap.newKeySet();

  /** Who asks right now, by the session: the gate may be committed and not yet among the others. */
  private final Map<String, ServedAgent> raising = new ConcurrentHashMap<>();

  private final Standing standing;
  private final AnsweredPermits permits;

  /** What policies make of the votes on a gate, as clients are shown it. */
  @FunctionalInterface
  public interface Standing {
    /** Null where one click of anyone decides the gate. */
    @Nullable Json of(Run run, Gate gate);
  }

  ServedGates(
      Engine engine,
      ExternalGates outside,
      ServedSessions sessions,
      Runs runs,
      Standing standing,
      AnsweredPermits permits) {
    this.standing = standing;
    this.permits = permits;
    this.engine = engine;
    this.outside = outside;
    this.sessions = sessions;
    this.runs = runs;
  }

  Stream<OpenRequest> of(ServedAgent server) {
    return waiting.values().stream().filter(one -> one.server == server);
  }

  @Nullable OpenRequest find(String gateId) {
    return waiting.get(gateId);
  }

  /** Whether an agent is there that waits for what the run asks. Answers at once. */
  boolean isHeard(Run run) {
    // In this order: what is raised is put among those that wait before it is raised no more.
    ServedAgent raises = raising.get(run.head().sessionId());
    return (raises != null && raises.isAlive())
        || Stream.concat(
                run.pendingApprovals().stream().map(Approval::id),
                run.pendingQuestions().stream().map(Question::id))
            .map(waiting::get)
            .anyMatch(one -> one != null && one.server.isAlive());
  }

  /** Asks people what the agent asks; {@code answer} is what the agent gets. */
  void raise(ServedAgent server, String method, Json params, CompletableFuture<Json> answer) {
    try {
      if (params.text().length() > LONGEST) {
        throw new NotUnderstood(
            "The request is larger than 1 MiB, which is more than a person can review.");
      }
      AcpTranslation.Bridged asked =
          AcpTranslation.read(method, params, method, server.agentName(), server.openSessions());
      if (answer.isDone()) {
        return; // The agent has taken it back already.
      }
      if (of(server).count() >= MOST) {
        throw new RpcError(
            RpcError.INTERNAL, MOST + " requests are already waiting for people; ask fewer.", null);
      }
      Session session = sessions.open(server.identity(), asked.sessionId());
      server.uses(session);
      raising.put(session.id(), server);
      try {
        Run run =
            outside
                .raise(
                    session.id(),
                    Drafts.submission(server, asked.ask()),
                    Drafts.gate(server, asked.ask()),
                    null,
                    null)
                .run();
        show(server, method, params, asked, run, answer);
      } finally {
        raising.remove(session.id(), server);
      }
    } catch (NotUnderstood e) {
      answer.completeExceptionally(
          new RpcError(RpcError.INVALID_PARAMS, String.valueOf(e.getMessage()), null));
    } catch (RpcError e) {
      answer.completeExceptionally(e);
    } catch (Refused e) {
      answer.completeExceptionally(new RpcError(RpcError.INTERNAL, e.refusal().detail(), null));
    } catch (StoreFailure e) {
      answer.completeExceptionally(
          new RpcError(RpcError.INTERNAL, "The request could not be stored; ask again.", null));
    }
  }

  private void show(
      ServedAgent server,
      String method,
      Json params,
      AcpTranslation.Bridged asked,
      Run run,
      CompletableFuture<Json> answer) {
    String gateId =
        run.approvals().isEmpty()
            ? run.questions().getFirst().id()
            : run.approvals().getFirst().id();
    GateDecision ruled = decision(run, gateId);
    if (ruled != null) {
      // By a rule, so that nobody needs to be shown anything.
      begin(server, asked, run, ruled);
      answer.complete(AcpTranslation.write(asked, ruled));
      return;
    }
    Json request = Rpc.request(gateId, method, marked(params, run, gateId));
    OpenRequest asking = new OpenRequest(server, asked, run, gateId, request, answer);
    synchronized (asking) {
      waiting.put(gateId, asking);
      runKeys.add(asking.runKey);
      asking.shown(server.tell(request));
    }
    // What was settled between the commit and the line above was heard by nobody.
    look(asking);
    var _ = answer.whenComplete((_, _) -> takenBack(asking));
  }

  /** The agent waits no longer, and nobody has answered: then nobody needs to. */
  private void takenBack(OpenRequest asking) {
    if (asking.answer.isCancelled() && waiting.containsKey(asking.gateId)) {
      Thread.ofVirtual()
          .name("acp-taken-back")
          .start(() -> cancel(asking, "agent:" + asking.server.identity().agent()));
    }
  }

  private JsonNode marked(Json params, Run run, String gateId) {
    ObjectNode shown = (ObjectNode) JsonTree.of(params);
    ObjectNode meta =
        shown.path("_meta") instanceof ObjectNode given ? given : shown.putObject("_meta");
    ObjectNode ours = meta.putObject("holdpoint");
    ours.put("session_id", run.head().sessionId()).put("run_id", run.id());
    run.gate(gateId)
        .map(gate -> standing.of(run, gate))
        .ifPresent(now -> ours.set("standing", JsonTree.of(now)));
    return shown;
  }

  private void look(OpenRequest asking) {
    Run holder =
        engine.read(
            queries ->
                Gates.approval(queries, asking.gateId)
                    .map(Gates.Found::run)
                    .or(() -> Gates.question(queries, asking.gateId).map(Gates.Found::run))
                    .orElse(null));
    if (holder != null && decision(holder, asking.gateId) != null && take(asking.gateId) != null) {
      settle(asking, holder);
    }
  }

  /** Only the first to ask gets it. */
  private @Nullable OpenRequest take(String gateId) {
    OpenRequest taken = waiting.remove(gateId);
    if (taken != null) {
      runKeys.remove(taken.runKey);
    }
    return taken;
  }

  @Override
  public void rows(List<JournalRow> rows) {
    if (waiting.isEmpty()) {
      return;
    }
    for (JournalRow row : rows) {
      Run run = row.run();
      for (LedgerEvent event : run == null ? List.<LedgerEvent>of() : row.events()) {
        String settled =
            switch (event) {
              case LedgerEvent.ApprovalSettled(String id) -> id;
              case LedgerEvent.QuestionSettled(String id) -> id;
              default -> null;
            };
        OpenRequest asking = settled == null ? null : take(settled);
        if (asking != null && run != null) {
          // The writer goes on at once; an agent may be slow to take its answer.
          Thread.ofVirtual().name("acp-answer").start(() -> settle(asking, run));
        }
      }
    }
  }

  @Override
  public boolean wants(ForeignRow row) {
    return runKeys.contains(row.runKey());
  }

  @Override
  public void unknown() {
    Thread.ofVirtual()
        .name("acp-look")
        .start(() -> List.copyOf(waiting.values()).forEach(this::look));
  }

  /** The option that is told is the redemption of the permit: it is on disk before it is told. */
  private void begin(ServedAgent server, AcpTranslation.Bridged asked, Run run, GateDecision said) {
    if (said instanceof GateDecision.Allowed && !run.approvals().isEmpty()) {
      String callId = asked.ask().callId();
      permits.begin(run, new AnsweredPermits.Acting(callId, run.head().submittedBy()));
      server.told().add(asked.sessionId(), callId, run.head().sessionId());
    }
  }

  /** The same, however long the store is away; an agent that waits no longer begins nothing. */
  private boolean isBegun(OpenRequest asking, Run run, GateDecision said) {
    if (asking.answer.isDone() || !asking.server.isAlive()) {
      return true;
    }
    AtomicBoolean begun = new AtomicBoolean();
    RetryUntilDone.until(
        () -> {
          begin(asking.server, asking.asked, run, said);
          begun.set(true);
        },
        asking.server::isLeaving);
    return begun.get();
  }

  /** What the agent says of its call: a status that ends it is the result of its permit. */
  void ended(ServedAgent server, String agentSession, JsonNode update) {
    Outcome outcome =
        switch (update.path("status").asString("")) {
          case "completed" -> Outcome.SUCCEEDED;
          case "failed" -> Outcome.FAILED;
          default -> null;
        };
    String callId = update.path("toolCallId").asString("");
    ToldCalls.Told told = outcome == null ? null : server.told().take(agentSession, callId);
    if (outcome == null || told == null) {
      return;
    }
    String agent = Drafts.submitter(server);
    AnsweredPermits.Said said =
        new AnsweredPermits.Said(
            told.sessionId(), agent, ServedSessions.SOURCE, null, callId, outcome, null);
    // What the agent sends next must not wait for a store that is away.
    Thread.ofVirtual()
        .name("acp-result")
        .start(
            () -> {
              for (int i = 0; i < told.count(); i++) {
                RetryUntilDone.until(() -> permits.report(said, agent), server::isLeaving);
              }
            });
  }

  private void settle(OpenRequest asking, Run run) {
    GateDecision decision = decision(run, asking.gateId);
    if (decision == null) {
      throw new IllegalStateException("still pending: " + asking.gateId);
    }
    if (!isBegun(asking, run, decision)) {
      return; // The daemon stops, and the agent with it.
    }
    asking.answer.complete(AcpTranslation.write(asking.asked, decision));
    ObjectNode told =
        JsonTree.object()
            .put("requestId", asking.gateId)
            .put("sessionId", asking.asked.sessionId());
    Gates.settlement(run, asking.gateId)
        .ifPresent(
            by ->
                told.put("status", by.behavior())
                    .put("outcome", by.outcome())
                    .put("resolvedBy", by.by()));
    synchronized (asking) {
      asking.server.tell(Rpc.notification(RESOLVED, JsonTree.write(told)));
    }
  }

  private static @Nullable GateDecision decision(Run run, String gateId) {
    return run.approval(gateId)
        .filter(approval -> !approval.isPending())
        .map((Approval approval) -> Decisions.of(approval))
        .or(
            () ->
                run.question(gateId)
                    .filter(question -> !question.isPending())
                    .map((Question question) -> Decisions.of(question)))
        .orElse(null);
  }

  /** The client has told the agent to stop: nobody needs to answer what it asked in there. */
  void cancel(ServedAgent server, String agentSession, String by) {
    List<OpenRequest> pointless =
        of(server).filter(one -> one.asked.sessionId().equals(agentSession)).toList();
    pointless.forEach(one -> cancel(one, by));
  }

  /** The agent needs nobody any more to open the page that it has asked for. */
  void completed(ServedAgent server, Json params) {
    of(server)
        .filter(one -> AcpTranslation.isOver(one.asked, params))
        .forEach(
            one ->
                Thread.ofVirtual()
                    .name("acp-complete")
                    .start(() -> cancel(one, "agent:" + server.identity().agent())));
  }

  private void cancel(OpenRequest asking, String by) {
    try {
      runs.withdraw(asking.runId, by);
    } catch (Refused e) {
      // Somebody was faster, and the agent gets what he said.
    }
  }

  /** The agent will never hear an answer: all that it waited for is over, for this reason. */
  void interrupt(ServedAgent server, String reason, String by) {
    of(server).toList().forEach(one -> interrupt(one, reason, by));
    sessions.close(server.identity(), server.sessionKeys());
  }

  private void interrupt(OpenRequest asking, String reason, String by) {
    try {
      outside.interrupt(asking.runId, reason, by);
    } catch (Refused e) {
      if (e.refusal().isPassing()) {
        throw e;
      }
      // A run that is gone waits no longer either, and the others must not suffer.
      log.warn("the requests of {} could not be ended: {}", asking.gateId, e.getMessage());
    }
  }
}
