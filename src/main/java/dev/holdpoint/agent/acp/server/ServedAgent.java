package dev.holdpoint.agent.acp.server;

import dev.holdpoint.agent.acp.AcpTranslation;
import dev.holdpoint.agent.acp.wire.AgentLink;
import dev.holdpoint.agent.acp.wire.Ended;
import dev.holdpoint.agent.acp.wire.MessageLog;
import dev.holdpoint.agent.acp.wire.PendingRequests;
import dev.holdpoint.agent.acp.wire.RetryUntilDone;
import dev.holdpoint.agent.acp.wire.Rpc;
import dev.holdpoint.agent.acp.wire.RpcError;
import dev.holdpoint.agent.acp.wire.SerialQueue;
import dev.holdpoint.agent.peer.PeerFailure;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.engine.external.ServedSessions;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.port.AcpServers;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * One agent's process, and what is said between it and the clients. What it sends is dealt with in
 * its order, by one thread; what clients send goes to it at once.
 */
public final class ServedAgent implements AgentLink.Incoming, AcpServers.Messages {
  /** Numbers of messages rise from one process to the next under the same id. */
  private static final long NUMBERS_A_MILLISECOND = 1_000;

  private final ServedSessions.Server identity;
  private final AcpServers.Client owner;
  private final ServedGates gates;
  private final Owners owners;
  private final SerialQueue line = new SerialQueue();
  private final MessageLog ring;
  private final PendingRequests requests;
  private final Greeting greeting = new Greeting();
  private final SessionFolders folders = new SessionFolders();
  private final Modes modes;
  private final ServedFiles files = new ServedFiles(folders);
  private final ToldCalls told = new ToldCalls();
  private final Set<Long> sessionKeys = ConcurrentHashMap.newKeySet();

  /** The agent's sessions that a client has told to stop, until the next prompt. */
  private final Set<String> stopped = ConcurrentHashMap.newKeySet();

  private final CompletableFuture<AgentLink> link = new CompletableFuture<>();
  private final Runnable gone;
  private final BooleanSupplier leaving;

  /** How the process is started. */
  interface Start {
    AgentLink with(AgentLink.Incoming incoming) throws PeerFailure, InterruptedException;
  }

  /**
   * @param owner who has started it
   * @param gone called once, when the process has ended
   * @param leaving whether the daemon stops, so that the next one sees to what waits
   */
  ServedAgent(
      ServedSessions.Server identity,
      AcpServers.Client owner,
      ServedGates gates,
      Owners owners,
      Admission admission,
      Runnable gone,
      BooleanSupplier leaving) {
    this.identity = identity;
    this.owner = owner;
    this.gates = gates;
    this.owners = owners;
    this.modes = new Modes(admission);
    this.gone = gone;
    this.leaving = leaving;
    this.ring = new MessageLog(identity.epoch() * NUMBERS_A_MILLISECOND);
    this.requests = new PendingRequests(ring::add);
  }

  ServedSessions.Server identity() {
    return identity;
  }

  AcpServers.Client owner() {
    return owner;
  }

  void start(Start start) throws InterruptedException {
    try {
      link.complete(start.with(this));
    } catch (PeerFailure e) {
      Refused refused = Problem.AGENT_FAILED.because(told(e)).asException();
      link.completeExceptionally(refused);
      throw refused;
    } catch (RuntimeException | InterruptedException e) {
      link.completeExceptionally(Ended.refusal(null));
      throw e;
    }
  }

  private static String told(PeerFailure failure) {
    return String.valueOf(failure.getMessage());
  }

  /** Whoever comes while another starts it waits for that; the start is bounded. */
  private AgentLink link() {
    try {
      return link.join();
    } catch (java.util.concurrent.CompletionException e) {
      throw e.getCause() instanceof Refused refused ? refused : e;
    }
  }

  boolean isAlive() {
    return link.isDone() && !link.isCompletedExceptionally() && link.join().isAlive();
  }

  /** What it calls itself. */
  String agentName() {
    return greeting.agentName();
  }

  int sessions() {
    return folders.count();
  }

  Set<String> openSessions() {
    return folders.sessions();
  }

  Set<Long> sessionKeys() {
    return Set.copyOf(sessionKeys);
  }

  void uses(Session session) {
    sessionKeys.add(session.key());
  }

  long tell(Json message) {
    return ring.add(message);
  }

  /** Passes a request on that was admitted, unless its session does not let it. */
  AcpServers.Awaited request(Json id, Admission.Admitted admitted, AcpServers.Client by) {
    AgentLink agent = link();
    String method = admitted.method();
    Json params = admitted.params();
    modes.check(admitted);
    if (method.equals("session/prompt")) {
      folders.check(params);
      stopped.remove(sessionOf(params));
    }
    PendingRequests.Key key = new PendingRequests.Key(by.name(), id, method, params);
    return switch (method) {
      case "initialize" -> requests.send(key, () -> greeting.greet(agent, params));
      case "session/new" -> requests.send(key, () -> opened(agent, admitted, modes::began));
      case "session/fork" ->
          requests.send(
              key,
              () -> opened(agent, admitted, result -> learn(result, JsonTree.of(result), result)));
      case "session/list" ->
          requests.send(
              key, () -> owners.narrowed(identity.agent(), agent.request(method, params), by));
      case "session/load", "session/resume" -> requests.send(key, () -> taken(agent, admitted));
      case "session/set_config_option" ->
          requests.send(
              key,
              () ->
                  agent
                      .request(method, params)
                      .thenApply(result -> learn(params, JsonTree.of(result), result)));
      default -> requests.send(key, () -> agent.request(method, params));
    };
  }

  private CompletableFuture<Json> opened(
      AgentLink agent, Admission.Admitted admitted, Consumer<Json> then) {
    Path folder = Objects.requireNonNull(admitted.folder());
    return owners.keep(
        identity.agent(),
        agent
            .request(admitted.method(), admitted.params())
            .thenApply(
                result -> {
                  folders.made(result, folder);
                  then.accept(result);
                  return result;
                }),
        owner);
  }

  private CompletableFuture<Json> taken(AgentLink agent, Admission.Admitted admitted) {
    Json params = admitted.params();
    Runnable undo = folders.taken(params, Objects.requireNonNull(admitted.folder()));
    return agent
        .request(admitted.method(), params)
        .thenApply(result -> learn(params, JsonTree.of(result), result))
        .whenComplete(
            (_, failure) -> {
              if (failure != null) {
                undo.run();
              }
            });
  }

  /**
   * @param named has the session's id
   */
  private Json learn(Json named, JsonNode told, Json result) {
    modes.learn(sessionOf(named), told);
    return result;
  }

  /** Passes a notification on that was admitted. */
  void notify(Admission.Admitted admitted, String by) {
    AgentLink agent = link();
    String session = sessionOf(admitted.params());
    if (folders.find(session) != null) {
      stopped.add(session);
    }
    gates.cancel(this, session, by);
    agent.notify(admitted.method(), admitted.params());
  }

  private static String sessionOf(Json params) {
    return JsonTree.of(params).path("sessionId").asString("");
  }

  /** The calls that it was told to make. */
  ToldCalls told() {
    return told;
  }

  boolean isLeaving() {
    return leaving.getAsBoolean();
  }

  /** Whether a client has told the agent to stop what it does in the session. */
  boolean isStopped(String session) {
    return stopped.contains(session);
  }

  @Override
  public long newest() {
    return ring.newest();
  }

  @Override
  public List<AcpServers.Message> waiting() {
    return gates
        .of(this)
        .map(OpenRequest::message)
        .sorted(Comparator.comparingLong(AcpServers.Message::number))
        .toList();
  }

  @Override
  public AcpServers.Page after(long number, int limit) {
    return ring.after(number, limit);
  }

  @Override
  public AutoCloseable onNews(Runnable wake) {
    return ring.onNews(wake);
  }

  @Override
  public CompletionStage<Json> request(String method, Json params) {
    if (AcpTranslation.bridges(method)) {
      CompletableFuture<Json> answer = new CompletableFuture<>();
      line.put(() -> gates.raise(this, method, params, answer));
      return answer;
    }
    return switch (method) {
      case "fs/read_text_file" -> files.read(params);
      case "fs/write_text_file" -> files.write(params);
      default ->
          CompletableFuture.failedFuture(
              new RpcError(RpcError.METHOD_NOT_FOUND, "There is no such method.", null));
    };
  }

  @Override
  public void notification(String method, Json params) {
    if (method.equals("session/update")) {
      JsonNode update = JsonTree.of(params).path("update");
      learn(params, update, params);
      gates.ended(this, sessionOf(params), update);
    }
    if (method.equals(AcpTranslation.COMPLETE)) {
      // Behind the request that it is about, which may still be on its way to the store.
      line.put(() -> gates.completed(this, params));
    }
    line.put(() -> ring.add(Rpc.notification(method, params)));
  }

  @Override
  public void gone(String reason) {
    line.end(() -> ended(reason, "daemon"));
  }

  /** Ends the process, and all that waited for it; waits for neither. */
  void end(String reason, String by) {
    line.end(() -> ended(reason, by));
    var _ = link.thenAccept(agent -> agent.end(reason));
  }

  /** Returns when nothing is left of the process. */
  void close() {
    if (link.isDone() && !link.isCompletedExceptionally()) {
      link.join().close();
    }
  }

  private void ended(String reason, String by) {
    gone.run();
    requests.fail(Ended.refusal(reason));
    if (leaving.getAsBoolean()) {
      // The next daemon interrupts what waits, as after a crash.
      return;
    }
    try {
      RetryUntilDone.until(() -> gates.interrupt(this, reason, by), leaving);
    } finally {
      ring.add(
          Rpc.notification(
              "_holdpoint/server_ended", JsonTree.write(JsonTree.object().put("reason", reason))));
      ring.end();
    }
  }

  /** The daemon stops: whoever waits for the agent is told so, and tries again. */
  void leave() {
    requests.fail(Ended.leaving());
  }

  @Nullable OpenRequest waitingFor(String gateId) {
    OpenRequest found = gates.find(gateId);
    return found != null && found.server == this ? found : null;
  }
}
