package dev.holdpoint.agent.acp;

import dev.holdpoint.agent.peer.PeerFailure;
import dev.holdpoint.core.json.Json;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.engine.ServedSessions;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.port.AcpServers;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * One agent's process, and what is said between it and the clients. What it sends is dealt with in
 * its order, by one thread; what clients send goes to it at once.
 */
final class ServedAgent implements AcpServers.Server, AgentLink.Incoming, AcpServers.Messages {
  /** Numbers of messages rise from one process to the next under the same id. */
  private static final long NUMBERS_A_MILLISECOND = 1_000;

  private final ServedSessions.Server identity;
  private final ServedGates gates;
  private final Line line = new Line();
  private final Ring ring;
  private final Requests requests;
  private final Greeting greeting = new Greeting();
  private final Folders folders = new Folders();
  private final ServedFiles files = new ServedFiles(folders);
  private final Set<Long> sessionKeys = ConcurrentHashMap.newKeySet();
  private final CompletableFuture<AgentLink> link = new CompletableFuture<>();
  private final Runnable gone;
  private final BooleanSupplier leaving;

  /** How the process is started. */
  interface Start {
    AgentLink with(AgentLink.Incoming incoming) throws PeerFailure, InterruptedException;
  }

  /**
   * @param gone called once, when the process has ended
   * @param leaving whether the daemon stops, so that the next one sees to what waits
   */
  ServedAgent(
      ServedSessions.Server identity, ServedGates gates, Runnable gone, BooleanSupplier leaving) {
    this.identity = identity;
    this.gates = gates;
    this.gone = gone;
    this.leaving = leaving;
    this.ring = new Ring(identity.epoch() * NUMBERS_A_MILLISECOND);
    this.requests = new Requests(ring::add);
  }

  ServedSessions.Server identity() {
    return identity;
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

  @Override
  public AcpServers.Awaited request(Json id, String method, Json params, String by) {
    AgentLink agent = link();
    Requests.Key key = new Requests.Key(by, id, method, params);
    return switch (method) {
      case "initialize" -> requests.send(key, () -> greeting.greet(agent, params));
      case "session/new" -> {
        var folder = Folders.of(params);
        yield requests.send(
            key,
            () -> agent.request(method, params).thenApply(result -> folders.made(result, folder)));
      }
      case "session/load", "session/resume" -> {
        folders.taken(params, Folders.of(params));
        yield requests.send(key, () -> agent.request(method, params));
      }
      default -> requests.send(key, () -> agent.request(method, params));
    };
  }

  @Override
  public void notify(String method, Json params, String by) {
    if (method.equals("$/cancel_request")) {
      // It names a request by the client's id, which the agent does not know.
      throw Problem.INVALID_REQUEST
          .because("Stop the agent's work with session/cancel; single requests cannot be recalled.")
          .at("/method", "is not passed on")
          .asException();
    }
    AgentLink agent = link();
    if (method.equals("session/cancel")) {
      JsonNode session = JsonTree.of(params).path("sessionId");
      gates.cancel(this, session.asString(""), by);
    }
    agent.notify(method, params);
  }

  @Override
  public AcpServers.Messages messages() {
    return this;
  }

  @Override
  public long newest() {
    return ring.newest();
  }

  @Override
  public List<AcpServers.Message> waiting() {
    return gates
        .of(this)
        .map(Waiting::message)
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
    if (Bridge.bridges(method)) {
      CompletableFuture<Json> answer = new CompletableFuture<>();
      line.put(() -> gates.raise(this, method, params, answer));
      return answer;
    }
    return switch (method) {
      case "fs/read_text_file" -> files.read(params);
      case "fs/write_text_file" -> files.write(params);
      default ->
          CompletableFuture.failedFuture(
              new RpcError(RpcError.METHOD_NOT_FOUND, "There is no such method here.", null));
    };
  }

  @Override
  public void notification(String method, Json params) {
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
      Patiently.until(() -> gates.interrupt(this, reason, by), leaving);
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

  @Nullable Waiting waitingFor(String gateId) {
    Waiting found = gates.find(gateId);
    return found != null && found.server == this ? found : null;
  }
}
