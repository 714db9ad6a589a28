package dev.holdpoint.http.v1;

import dev.holdpoint.api.endpoint.Endpoint;
import dev.holdpoint.api.endpoint.Endpoint.Access;
import dev.holdpoint.api.endpoint.Surface;
import dev.holdpoint.api.endpoint.TenantScope;
import dev.holdpoint.core.gate.GateKind;
import dev.holdpoint.core.permit.Permit;
import dev.holdpoint.core.problem.FencedOff;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refusal;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.engine.audit.Receipts;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.commit.Existing;
import dev.holdpoint.engine.permit.Permits;
import dev.holdpoint.engine.port.store.GateRow;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.triage.TriagedGate;
import dev.holdpoint.http.server.Call;
import dev.holdpoint.http.server.Handler;
import dev.holdpoint.http.v1.call.Bodies;
import dev.holdpoint.http.v1.gate.ApprovalHandlers;
import dev.holdpoint.http.v1.gate.QuestionHandlers;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What a caller reaches who is bound to a tenant: the sessions of that tenant and what is in them.
 * It stands before every handler, so that none of them can forget it. To such a caller what is
 * another's does not exist: both are told with the same words, before anything else is looked at.
 */
public final class TenantGuard {
  private static final String SESSION = "session_id";
  private static final String RUN = "run_id";

  private final Engine engine;
  private final Bodies bodies;

  public TenantGuard(Engine engine, Bodies bodies) {
    this.engine = engine;
    this.bodies = bodies;
  }

  /** The same handlers behind the fence. What is neither native nor ambient has its own. */
  public Map<String, Handler> around(List<Endpoint> endpoints, Map<String, Handler> handlers) {
    Map<String, Handler> fenced = new HashMap<>(handlers);
    for (Endpoint endpoint : endpoints) {
      Handler inside = handlers.get(endpoint.id());
      if (inside != null && isInside(endpoint)) {
        fenced.put(
            endpoint.id(),
            call -> {
              if (call.caller().isBound()) {
                try {
                  check(call);
                } catch (Refused e) {
                  throw new FencedOff(e);
                }
              }
              return inside.handle(call);
            });
      }
    }
    return fenced;
  }

  private static boolean isInside(Endpoint endpoint) {
    return endpoint.access() != Access.OPEN
        && endpoint.access() != Access.INVITED
        && (endpoint.surface() == Surface.NATIVE
            || endpoint.surface() == Surface.AMBIENT
            || endpoint.path().equals("/metrics"));
  }

  private void check(Call call) {
    String tenant = call.caller().tenantId();
    Endpoint endpoint = call.endpoint();
    List<String> path = endpoint.pathParameters();
    if (endpoint.tenantScope() == TenantScope.CLOSED) {
      throw unavailable().asException();
    }
    if (path.contains(SESSION)) {
      checkSession(call.path(SESSION), tenant);
    } else if (path.contains(RUN)) {
      checkRun(call.path(RUN), tenant);
    } else if (path.contains("approval_id")) {
      checkGate(call.path("approval_id"), GateKind.APPROVAL, tenant);
    } else if (path.contains("permit_id")) {
      checkPermit(call.path("permit_id"), tenant);
    } else if (path.contains("question_id")) {
      checkGate(call.path("question_id"), GateKind.QUESTION, tenant);
    } else if (path.contains("request_id")) {
      checkGate(call.path("request_id"), tenant);
    } else if (endpoint.tenantScope() == TenantScope.SESSION_IN_BODY) {
      JsonNode named = bodies.tree(call).path(SESSION);
      if (named.isString()) {
        checkSession(named.stringValue(), tenant);
      }
    } else if (!isNamed(call, endpoint, tenant) && endpoint.tenantScope() != TenantScope.WITHIN) {
      throw (takes(endpoint, SESSION)
              ? Problem.FORBIDDEN.because(
                  "A token that is bound to a tenant needs session_id here.")
              : unavailable())
          .asException();
    }
  }

  private static Refusal unavailable() {
    return Problem.FORBIDDEN.because(
        "This endpoint is not available to a token that is bound to a tenant.");
  }

  /** Whether the query names a session or a run; all that it names has to be the tenant's. */
  private boolean isNamed(Call call, Endpoint endpoint, String tenant) {
    String session = takes(endpoint, SESSION) ? call.query(SESSION) : null;
    String run = takes(endpoint, RUN) ? call.query(RUN) : null;
    if (session != null) {
      checkSession(session, tenant);
    }
    if (run != null) {
      checkRun(run, tenant);
    }
    return session != null || run != null;
  }

  private static boolean takes(Endpoint endpoint, String name) {
    return endpoint.query().stream().anyMatch(query -> query.name().equals(name));
  }

  private void checkSession(String id, String tenant) {
    Session session = engine.read((Queries queries) -> queries.session(id));
    if (session == null || !session.tenantId().equals(tenant)) {
      throw Existing.noSession(id);
    }
  }

  private void checkRun(String id, String tenant) {
    OptionalLong key = Ulid.keyOf("run_", id);
    Run run =
        key.isPresent() ? engine.read((Queries queries) -> queries.run(key.getAsLong())) : null;
    if (run == null || !run.id().equals(id) || !run.head().tenantId().equals(tenant)) {
      throw Existing.noRun();
    }
  }

  /** That the rest of the id is right as well is the handler's to see. */
  private void checkGate(String id, GateKind kind, String tenant) {
    OptionalLong key = Ulid.keyOf(kind.prefix(), id);
    GateRow row =
        key.isPresent() ? engine.read((Queries queries) -> queries.gate(key.getAsLong())) : null;
    if (row == null && kind == GateKind.APPROVAL && isOnRecord(id, tenant)) {
      return;
    }
    if (row == null || row.kind() != kind || !isOf(row.tenantId(), tenant)) {
      throw kind == GateKind.APPROVAL ? ApprovalHandlers.notFound() : QuestionHandlers.notFound();
    }
  }

  /** The proof of a decision outlives the run that it was made in. */
  private boolean isOnRecord(String approvalId, String tenant) {
    return engine.read(
        (Queries queries) ->
            Receipts.find(queries, approvalId)
                .filter(decided -> decided.tenantId().equals(tenant))
                .isPresent());
  }

  private void checkPermit(String id, String tenant) {
    String approval = Permit.approvalOf(id);
    try {
      checkGate(approval == null ? id : approval, GateKind.APPROVAL, tenant);
    } catch (Refused _) {
      throw Permits.notFound();
    }
  }

  /** Of whichever kind; another's is the same to the caller as none. */
  private void checkGate(String id, String tenant) {
    GateKind kind = TriagedGate.kindOf(id);
    OptionalLong key = kind == null ? OptionalLong.empty() : Ulid.keyOf(kind.prefix(), id);
    GateRow row =
        key.isPresent() ? engine.read((Queries queries) -> queries.gate(key.getAsLong())) : null;
    if (row == null || row.kind() != kind || !isOf(row.tenantId(), tenant)) {
      throw TriagedGate.notFound();
    }
  }

  private static boolean isOf(@Nullable String holder, String tenant) {
    return tenant.equals(holder);
  }
}
