package dev.holdpoint.agent.acp.server;

import dev.holdpoint.agent.acp.wire.AgentLink;
import dev.holdpoint.agent.acp.wire.Ended;
import dev.holdpoint.agent.acp.wire.Rpc;
import dev.holdpoint.agent.acp.wire.RpcError;
import dev.holdpoint.agent.peer.AgentCommand;
import dev.holdpoint.core.access.Voter;
import dev.holdpoint.core.agent.ServedSession;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.engine.cluster.NodeReach;
import dev.holdpoint.engine.cluster.Reachability;
import dev.holdpoint.engine.commit.CommitListener;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.external.ExternalGates;
import dev.holdpoint.engine.external.OwnedSessions;
import dev.holdpoint.engine.external.ServedSessions;
import dev.holdpoint.engine.gate.Approvals;
import dev.holdpoint.engine.gate.Questions;
import dev.holdpoint.engine.permit.AnsweredPermits;
import dev.holdpoint.engine.port.AcpServers;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.run.Runs;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** All servers, by their ids. */
public final class Servers implements AcpServers, Reachability, AutoCloseable {
  private static final Pattern ID = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,127}");

  private final Map<String, Served> agents;
  private final Starter starter;
  private final int limit;
  private final Engine engine;
  private final NodeReach neighbours;
  private final ServedGates gates;
  private final Responses responses;
  private final Owners owners;
  private final Map<String, ServedAgent> servers = new HashMap<>();
  private long lastEpoch;

  // Written under the lock; those that end meanwhile are not among the servers any more.
  private volatile boolean leaving;

  /**
   * An agent that clients speak to.
   *
   * @param rules what they may ask of it
   */
  public record Served(AgentCommand command, ClientRules rules) {}

  /** How an agent's process is started. */
  @FunctionalInterface
  public interface Starter {
    AgentLink start(AgentCommand command, AgentLink.Incoming incoming)
        throws dev.holdpoint.agent.peer.PeerFailure, InterruptedException;
  }

  /** By what gates are raised and settled. */
  public record Core(
      Engine engine,
      ExternalGates outside,
      ServedSessions sessions,
      OwnedSessions owned,
      Runs runs,
      Approvals approvals,
      Questions questions,
      NodeReach neighbours,
      ServedGates.Standing standing,
      AnsweredPermits permits) {}

  /**
   * @param agents by name
   * @param limit how many may be there at once
   */
  public Servers(Map<String, Served> agents, int limit, Starter starter, Core core) {
    this.agents = Map.copyOf(agents);
    this.limit = limit;
    this.starter = starter;
    this.engine = core.engine;
    this.neighbours = core.neighbours;
    this.gates =
        new ServedGates(
            core.engine, core.outside, core.sessions, core.runs, core.standing, core.permits);
    this.owners = new Owners(core.owned);
    this.responses = new Responses(core.engine, core.approvals, core.questions, core.runs);
  }

  /** What has to hear of commits, so that agents hear of decisions. */
  public CommitListener listener() {
    return gates;
  }

  /** Every run that is none of ours goes on by itself. */
  @Override
  public Place whereIs(Run run, Queries queries) {
    if (!run.head().isServed() || gates.isHeard(run)) {
      return Place.HERE;
    }
    ServedSession served = queries.kept(ServedSession.KIND, run.head().sessionKey());
    return served == null || !served.open()
        ? Place.NOWHERE
        : neighbours.placeOf(served.node(), queries);
  }

  /** A process that has ended is started by a client, and knows nothing of what was asked. */
  @Override
  public void bring(long runKey) {
    Run lost =
        engine.read(
            (Queries queries) -> {
              Run run = queries.run(runKey);
              return run == null
                      || run.status().isSettled()
                      || whereIs(run, queries) != Place.NOWHERE
                  ? null
                  : run;
            });
    if (lost != null) {
      throw Reachability.unavailable(lost, "its process has ended");
    }
  }

  @Override
  public Awaited request(
      String server, @Nullable String agent, Json id, String method, Json params, Client by)
      throws InterruptedException {
    Admission.Admitted admitted;
    try {
      Admission admission = admission(server, agent, by);
      admitted = admission.request(method, params, by.trusted());
      owners.check(admission.agent(), admitted, by);
    } catch (RpcError e) {
      return new Answered(Rpc.error(id, e));
    }
    ServedAgent served = open(server, agent, by);
    Owners.checkBegins(admitted.method(), by, served.owner());
    return served.request(id, admitted, by);
  }

  /** An answer that needs no agent. */
  private record Answered(Json response) implements Awaited {
    @Override
    public Json await(long timeoutMs) {
      return response;
    }

    @Override
    public void leave() {}
  }

  @Override
  public void notify(String server, @Nullable String agent, String method, Json params, Client by)
      throws InterruptedException {
    Admission admission = admission(server, agent, by);
    Admission.Admitted admitted = admission.notification(method, params);
    // Nothing is answered to a notification, whether there is such a session or not.
    if (owners.isNamed(admission.agent(), admitted.params(), by)) {
      open(server, agent, by).notify(admitted, by.name());
    }
  }

  /** By which rules the server's agent is spoken to; a server keeps its agent. */
  private Admission admission(String id, @Nullable String agent, Client by) {
    checkId(id);
    if (agent != null) {
      command(agent);
    }
    ServedAgent known;
    synchronized (this) {
      known = known(id, agent, by);
    }
    if (known != null) {
      return admission(known.identity().agent());
    }
    if (agent == null) {
      throw unnamed(id);
    }
    return admission(agent);
  }

  private Admission admission(String agent) {
    return new Admission(agent, Objects.requireNonNull(agents.get(agent)).rules());
  }

  private RuntimeException unnamed(String id) {
    return Problem.INVALID_REQUEST
        .because(
            "There is no server '%s' yet: name its agent with ?agent= to start it. %s"
                .formatted(id, configured()))
        .asException();
  }

  public ServedAgent open(String id, @Nullable String agent, Client by)
      throws InterruptedException {
    checkId(id);
    AgentCommand command = agent == null ? null : command(agent);
    ServedAgent server;
    synchronized (this) {
      ServedAgent known = known(id, agent, by);
      if (known != null) {
        return known;
      }
      if (command == null) {
        throw unnamed(id);
      }
      server = reserve(id, command.name(), by);
    }
    try {
      server.start(incoming -> starter.start(command, incoming));
    } catch (RuntimeException | InterruptedException e) {
      remove(server);
      throw e;
    }
    return server;
  }

  private @Nullable ServedAgent known(String id, @Nullable String agent, Client by) {
    ServedAgent known = servers.get(id);
    if (known != null && !Owners.sees(by, known.owner())) {
      if (agent == null) {
        return null;
      }
      throw Problem.ACP_AGENT_CONFLICT
          .because("A server with this id cannot be started; use another server id.")
          .asException();
    }
    if (known != null && agent != null && !known.identity().agent().equals(agent)) {
      throw Problem.ACP_AGENT_CONFLICT
          .because(
              "The server '%s' runs the agent '%s'; omit agent, or use another server id."
                  .formatted(id, known.identity().agent()))
          .asException();
    }
    return known;
  }

  private ServedAgent reserve(String id, String agent, Client owner) {
    if (leaving) {
      throw Ended.leaving();
    }
    if (servers.size() >= limit) {
      throw Problem.UNAVAILABLE
          .because(
              "There are %d servers, the maximum of agent_processes.acp_servers; end one with"
                      .formatted(servers.size())
                  + " DELETE /v1/acp/{server_id}. GET /v1/acp lists them.")
          .asException();
    }
    // No two have the same, whatever the clock does.
    lastEpoch = Math.max(lastEpoch + 1, engine.nowMs());
    ServedAgent[] self = new ServedAgent[1];
    ServedAgent server =
        new ServedAgent(
            new ServedSessions.Server(id, agent, lastEpoch, owner.tokenId()),
            owner,
            gates,
            owners,
            admission(agent),
            () -> remove(self[0]),
            () -> leaving);
    self[0] = server;
    servers.put(id, server);
    return server;
  }

  private synchronized void remove(ServedAgent server) {
    servers.remove(server.identity().id(), server);
  }

  private AgentCommand command(String agent) {
    Served served = agents.get(agent);
    if (served == null) {
      throw Problem.AGENT_NOT_FOUND
          .because("There is no ACP agent with that name. " + configured())
          .asException();
    }
    return served.command();
  }

  private String configured() {
    return "Configured: " + String.join(", ", new TreeSet<>(agents.keySet())) + ".";
  }

  private static void checkId(String id) {
    if (!ID.matcher(id).matches()) {
      throw Problem.INVALID_REQUEST
          .because(
              "A server id must have 1 to 128 letters, digits, dots, dashes and "
                  + "underscores, and begin with a letter or digit.")
          .asException();
    }
  }

  @Override
  public synchronized Messages messages(String id, Client by) {
    ServedAgent server = servers.get(id);
    if (server == null || !Owners.sees(by, server.owner())) {
      throw Problem.ACP_SERVER_NOT_FOUND
          .because("GET /v1/acp lists the servers; POST to /v1/acp/{server_id}?agent= starts one.")
          .asException();
    }
    return server;
  }

  @Override
  public void respond(
      String id, @Nullable String agent, Response response, Voter by, boolean strict) {
    checkId(id);
    if (agent != null) {
      command(agent);
    }
    ServedAgent server;
    synchronized (this) {
      server = known(id, agent, new Client(by.name(), true, false));
    }
    OpenRequest waiting = server == null ? null : server.waitingFor(response.requestId());
    try {
      responses.settle(waiting, response, id, by);
    } catch (Refused e) {
      if (strict || server == null || !Responses.isOfResponse(e)) {
        throw e;
      }
      server.tell(responses.refused(e.refusal(), waiting, id, response.requestId()));
    }
  }

  @Override
  public void end(String id, Client by) {
    checkId(id);
    ServedAgent server;
    synchronized (this) {
      server = servers.get(id);
      if (server == null || !Owners.sees(by, server.owner())) {
        return;
      }
      servers.remove(id);
    }
    server.end("the server was ended by " + by.name(), by.name());
  }

  @Override
  public synchronized List<Standing> list(Client by) {
    return servers.values().stream()
        .filter(server -> Owners.sees(by, server.owner()))
        .map(
            server ->
                new Standing(
                    server.identity().id(),
                    server.identity().agent(),
                    server.isAlive(),
                    server.identity().epoch(),
                    server.sessions(),
                    Math.toIntExact(gates.of(server).count())))
        .sorted(Comparator.comparing(Standing::id))
        .toList();
  }

  /** Lets nobody wait, and nobody in, from now on; what the agents are at goes on. */
  public void leave() {
    all(true).forEach(ServedAgent::leave);
  }

  /** Ends all processes. What waits for them is interrupted by the next daemon. */
  @Override
  public void close() {
    leave();
    List<ServedAgent> last = all(true);
    last.forEach(server -> server.end("the daemon has stopped", "daemon"));
    last.forEach(ServedAgent::close);
  }

  private synchronized List<ServedAgent> all(boolean last) {
    leaving |= last;
    return List.copyOf(servers.values());
  }
}
