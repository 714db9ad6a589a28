package dev.holdpoint.agent.acp.server;

import dev.holdpoint.agent.acp.wire.RpcError;
import dev.holdpoint.core.access.PrincipalName;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.engine.external.OwnedSessions;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.port.AcpServers.Client;
import dev.holdpoint.engine.port.failure.StoreFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a client may name that is bound to its own: the servers that it has started, and the
 * sessions that were made through them. An agent keeps the sessions of everyone, and one account.
 */
final class Owners {
  private static final Set<String> OF_THE_ACCOUNT = Set.of("authenticate", "logout");
  private static final Set<String> BEGINNING =
      Set.of("session/new", "session/fork", "session/load", "session/resume");
  private static final String SESSIONS = "sessions";
  private static final String CURSOR = "nextCursor";

  /** The thread that reads the agent's output does not wait for the disk. */
  private static final Executor ASIDE = task -> Thread.ofVirtual().name("acp-owner").start(task);

  private final OwnedSessions sessions;

  Owners(OwnedSessions sessions) {
    this.sessions = sessions;
  }

  /** Whether there is such a server for this client. */
  static boolean sees(Client by, Client owner) {
    return !by.bound() || PrincipalName.isSame(by.name(), owner.name());
  }

  /**
   * The client that started a server hears all that is said through it, and names the sessions that
   * are made there. So no other client begins one at a server that a bound client has started.
   */
  static void checkBegins(String method, Client by, Client owner) {
    if (owner.bound()
        && BEGINNING.contains(method)
        && !PrincipalName.isSame(by.name(), owner.name())) {
      throw Problem.ACP_AGENT_CONFLICT
          .because(
              "This server was started by %s, an agent, which would receive everything that you send; use another server id. Nothing was sent."
                  .formatted(owner.name()))
          .asException();
    }
  }

  /**
   * @throws RpcError if there is no such session for this client
   * @throws Refused if the request is about the agent's account
   */
  void check(String agent, Admission.Admitted request, Client by) {
    if (!by.bound()) {
      return;
    }
    if (OF_THE_ACCOUNT.contains(request.method())) {
      throw Problem.FORBIDDEN
          .because(
              "All clients of an agent share one account: the role operator or admin "
                  + "is required to log it in or out. Nothing was sent to the agent.")
          .at("/method", "is not allowed")
          .asException();
    }
    if (!isNamed(agent, request.params(), by)) {
      throw new RpcError(
          RpcError.NOT_FOUND,
          "You have no such session of this agent: create one with session/new. "
              + "Nothing was sent to the agent.",
          null);
    }
  }

  /** Whether the client may name the session of the params, if there is one among them. */
  boolean isNamed(String agent, Json params, Client by) {
    JsonNode session = JsonTree.of(params).path("sessionId");
    return !by.bound()
        || session.isMissingNode()
        || (session.isString()
            && !sessions.of(agent, List.of(session.stringValue()), by.name()).isEmpty());
  }

  /** The answer to {@code session/list}, of the client's own sessions alone. */
  CompletableFuture<Json> narrowed(String agent, CompletableFuture<Json> listed, Client by) {
    return by.bound()
        ? listed.thenApplyAsync(result -> narrowed(agent, result, by.name()), ASIDE)
        : listed;
  }

  private Json narrowed(String agent, Json result, String owner) {
    JsonNode told = JsonTree.of(result);
    List<String> all = new ArrayList<>();
    told.path(SESSIONS).forEach(one -> all.add(one.path("sessionId").asString("")));
    Set<String> own;
    try {
      own = sessions.of(agent, all, owner);
    } catch (StoreFailure e) {
      throw new RpcError(
          RpcError.INTERNAL, "Your sessions could not be read; send the request again.", null);
    }
    ObjectNode narrowed = JsonTree.object();
    ArrayNode list = narrowed.putArray(SESSIONS);
    for (JsonNode one : told.path(SESSIONS)) {
      if (own.contains(one.path("sessionId").asString(""))) {
        list.add(one);
      }
    }
    if (told.path(CURSOR).isString()) {
      narrowed.set(CURSOR, told.path(CURSOR));
    }
    return JsonTree.write(narrowed);
  }

  /** Puts on record for whom a session is made, before the client hears of it. */
  CompletableFuture<Json> keep(String agent, CompletableFuture<Json> made, Client owner) {
    if (!owner.bound()) {
      return made;
    }
    return made.thenApplyAsync(
        result -> {
          JsonNode session = JsonTree.of(result).path("sessionId");
          if (session.isString()) {
            try {
              sessions.made(agent, session.stringValue(), owner.name());
            } catch (StoreFailure | Refused e) {
              throw new RpcError(
                  RpcError.INTERNAL, "The session could not be stored; create another.", null);
            }
          }
          return result;
        },
        ASIDE);
  }
}
