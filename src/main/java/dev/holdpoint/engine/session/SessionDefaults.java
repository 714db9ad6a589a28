package dev.holdpoint.engine.session;

import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.session.CapabilityScope;
import dev.holdpoint.core.session.CredentialScope;
import dev.holdpoint.core.session.ReplyHandle;
import dev.holdpoint.core.session.RoutePolicy;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.commit.Commits;
import dev.holdpoint.engine.run.Routes;
import dev.holdpoint.engine.run.Runs;
import java.util.List;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * What the runs of a session inherit. Who it is and what it may do changes only between runs: a run
 * that has begun keeps the scopes it began with. Where answers go and which model is preferred may
 * change at any time, and holds for runs submitted afterwards.
 */
public final class SessionDefaults {
  private final Commits commits;
  private final Routes routes;

  public SessionDefaults(Commits commits, Routes routes) {
    this.commits = commits;
    this.routes = routes;
  }

  /** Binds the session to the persona as it is now; null takes the binding away. */
  public Session persona(String sessionId, @Nullable String personaId) {
    return whileIdle(
        sessionId,
        (change, session) ->
            session.as(personaId == null ? null : Personas.named(change, personaId)));
  }

  public Session capabilityScope(String sessionId, @Nullable CapabilityScope scope) {
    return whileIdle(sessionId, (_, session) -> session.capableOf(scope));
  }

  public Session credentialScope(String sessionId, @Nullable CredentialScope scope) {
    return whileIdle(sessionId, (_, session) -> session.trustedWith(scope));
  }

  public Session routePolicy(String sessionId, @Nullable RoutePolicy policy) {
    if (policy != null && policy.provider() != null) {
      routes.check(policy.provider(), "/route_policy/provider");
    }
    return change(sessionId, (_, session) -> session.preferring(policy));
  }

  public Session replyTargets(String sessionId, List<ReplyHandle> targets) {
    return change(sessionId, (_, session) -> session.replyingTo(targets));
  }

  private Session whileIdle(String sessionId, BiFunction<Change, Session, Session> edit) {
    return change(
        sessionId,
        (change, session) -> {
          if (!change.load(session.key()).isIdle()) {
            throw Problem.SESSION_NOT_IDLE
                .because(
                    "The session has an active, waiting or queued run, so its limits cannot "
                        + "change now. Wait until the run ends, or cancel it, and send the request "
                        + "again.")
                .asException();
          }
          return edit.apply(change, session);
        });
  }

  private Session change(String sessionId, BiFunction<Change, Session, Session> edit) {
    return commits.commit(
        change -> {
          Session before = Runs.open(change, sessionId);
          Session after = edit.apply(change, before);
          if (!after.equals(before)) {
            change.change(after);
          }
          return after;
        });
  }
}
