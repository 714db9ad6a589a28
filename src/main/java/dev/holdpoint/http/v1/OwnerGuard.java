package dev.holdpoint.http.v1;

import dev.holdpoint.api.endpoint.Endpoint;
import dev.holdpoint.api.endpoint.Endpoint.Access;
import dev.holdpoint.core.memory.LearningScope;
import dev.holdpoint.core.problem.FencedOff;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.commit.Existing;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.team.Channels;
import dev.holdpoint.engine.team.Members;
import dev.holdpoint.engine.team.Projects;
import dev.holdpoint.http.server.Call;
import dev.holdpoint.http.server.Handler;
import dev.holdpoint.http.v1.call.Bodies;
import dev.holdpoint.http.v1.call.OwnSight;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * What a token reaches that is bound to own sessions. Like {@link TenantGuard} it stands before
 * every handler, and to such a caller what is another's does not exist: both are told with the same
 * words, before anything else is looked at. An endpoint of which it does not know what it names is
 * closed.
 */
public final class OwnerGuard {
  private static final String SESSION = "session_id";
  private static final String RUN = "run_id";

  /** Their handlers narrow what they show down, and refuse a name that is another's. */
  private static final Set<String> NARROWED =
      Set.of(
          "createSession",
          "listSessions",
          "listRuns",
          "listApprovals",
          "listInbox",
          "listPermits",
          "listQuestions",
          "listPermissionRules",
          "listLearnings",
          "listSchedules",
          "listObservations",
          "listChannels",
          "listProjects",
          "listDeliveries",
          "listDeadLetteredDeliveries",
          "listNotifications",
          "streamEvents");

  /** They have surfaces of their own, each with its own idea of whose a session is. */
  private static final Set<String> ELSEWHERE =
      Set.of(
          "listAcpServers",
          "sendAcpMessage",
          "streamAcpMessages",
          "endAcpServer",
          "sendMcpMessage",
          "resumeMcpAnswer",
          "claudePreToolUse",
          "claudePermissionRequest",
          "hookPreToolUse",
          "hookPermissionRequest",
          "hookOver",
          "claudePostToolUse",
          "runAgent",
          "getThread");

  /** Nothing in them is of any session. */
  private static final Set<String> SHARED =
      Set.of(
          "listPersonas",
          "getPersona",
          "listAgents",
          "listRoutes",
          "listMcpServers",
          "getMcpServer",
          "addAsset",
          "listAssets",
          "getAsset",
          "getAssetBytes",
          "createBoard",
          "listBoards",
          "getBoard",
          "reviseBoard",
          "listBoardRevisions",
          "getBoardRevision",
          "listNodes",
          "getNode",
          "getHealth",
          "status",
          "openapi",
          "metrics",
          "createSignInLink",
          "signOut",
          "getCaller",
          "listPasskeys",
          "renamePasskey",
          "removePasskey");

  /** The session stands in the body. */
  private static final Set<String> SESSION_IN_BODY =
      Set.of("createSchedule", "recordObservation", "createTask", "chat");

  /** Several stand in the body. */
  private static final Set<String> MEMBERS_IN_BODY = Set.of("createChannel", "createProject");

  private static final String POST = "postMessage";

  private final Engine engine;
  private final Bodies bodies;

  public OwnerGuard(Engine engine, Bodies bodies) {
    this.engine = engine;
    this.bodies = bodies;
  }

  /** The same handlers behind the fence. */
  public Map<String, Handler> around(List<Endpoint> endpoints, Map<String, Handler> handlers) {
    Map<String, Handler> fenced = new HashMap<>(handlers);
    for (Endpoint endpoint : endpoints) {
      Handler inside = handlers.get(endpoint.id());
      if (inside != null
          && endpoint.access() != Access.OPEN
          && endpoint.access() != Access.INVITED) {
        fenced.put(
            endpoint.id(),
            call -> {
              if (call.caller().ownOnly()) {
                try {
                  check(call);
                } catch (Refused e) {
                  throw new FencedOff(e);
                }
                // A session may be shared no longer while a stream of it is open.
                call.onlyWhile(() -> passes(call));
              }
              return inside.handle(call);
            });
      }
    }
    return fenced;
  }

  /** Whether it is known what the endpoint names; all others are closed. */
  static boolean knows(Endpoint endpoint) {
    String id = endpoint.id();
    return NARROWED.contains(id)
        || ELSEWHERE.contains(id)
        || SHARED.contains(id)
        || SESSION_IN_BODY.contains(id)
        || MEMBERS_IN_BODY.contains(id)
        || endpoint.pathParameters().stream().anyMatch(OwnedNames.ALL::containsKey)
        || endpoint.takes(SESSION);
  }

  private boolean passes(Call call) {
    try {
      check(call);
      return true;
    } catch (Refused e) {
      return false;
    }
  }

  private void check(Call call) {
    Endpoint endpoint = call.endpoint();
    if (!knows(endpoint)) {
      throw Problem.FORBIDDEN
          .because("This endpoint is not available to a token with session_access own.")
          .asException();
    }
    if (ELSEWHERE.contains(endpoint.id()) || SHARED.contains(endpoint.id())) {
      return;
    }
    JsonNode body = namesInBody(endpoint.id()) ? bodies.tree(call) : null;
    engine.read(
        (Queries queries) -> {
          OwnSight sight = OwnSight.of(queries, call.caller());
          for (String parameter : endpoint.pathParameters()) {
            OwnedNames.Check check = OwnedNames.ALL.get(parameter);
            if (check != null) {
              check.check(sight, call.path(parameter), call);
            }
          }
          checkQuery(sight, call, endpoint);
          if (body != null) {
            checkBody(sight, endpoint.id(), body);
          }
          return endpoint;
        });
  }

  private static void checkQuery(OwnSight sight, Call call, Endpoint endpoint) {
    boolean named = false;
    for (String parameter : List.of(SESSION, RUN)) {
      String sent = endpoint.takes(parameter) ? call.query(parameter) : null;
      if (sent != null) {
        OwnedNames.of(parameter).check(sight, sent, call);
        named = true;
      }
    }
    String project = endpoint.takes("project_id") ? call.query("project_id") : null;
    if (project != null && !sight.hasProject(project)) {
      throw noProject();
    }
    String scope = endpoint.takes("scope_id") ? call.query("scope_id") : null;
    if (scope != null
        && LearningScope.Kind.SESSION.wire().equals(call.query("scope_kind"))
        && !sight.hasSession(scope)) {
      throw Existing.noSession(scope);
    }
    // One that has to be named is missed by the handler.
    if (!named && mayNameNone(endpoint) && !NARROWED.contains(endpoint.id())) {
      throw Problem.FORBIDDEN
          .because("A token with session_access own needs session_id here.")
          .asException();
    }
  }

  private static boolean mayNameNone(Endpoint endpoint) {
    return endpoint.pathParameters().isEmpty()
        && endpoint.query().stream()
            .anyMatch(query -> query.name().equals(SESSION) && !query.required());
  }

  private static RuntimeException noProject() {
    try {
      Projects.found(null);
    } catch (RuntimeException e) {
      return e;
    }
    throw new IllegalStateException("there is no project");
  }

  private static boolean namesInBody(String id) {
    return SESSION_IN_BODY.contains(id) || MEMBERS_IN_BODY.contains(id) || id.equals(POST);
  }

  private static void checkBody(OwnSight sight, String endpoint, JsonNode body) {
    if (SESSION_IN_BODY.contains(endpoint)) {
      JsonNode named = body.path(SESSION);
      if (named.isString() && !sight.hasSession(named.stringValue())) {
        throw Existing.noSession(named.stringValue());
      }
      return;
    }
    boolean posts = endpoint.equals(POST);
    JsonNode members = body.path(posts ? "to" : "members");
    for (int i = 0; members.isArray() && i < members.size(); i++) {
      JsonNode one = members.get(i);
      if (one.isString() && !sight.hasSession(one.stringValue())) {
        throw posts ? Channels.noMember(i) : Members.noSession(one.stringValue(), i);
      }
    }
  }
}
