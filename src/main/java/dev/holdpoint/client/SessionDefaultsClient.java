package dev.holdpoint.client;

import dev.holdpoint.api.delivery.DeliveryBodies.ReplyTarget;
import dev.holdpoint.api.session.DefaultsBodies.CapabilityScope;
import dev.holdpoint.api.session.DefaultsBodies.CredentialScope;
import dev.holdpoint.api.session.DefaultsBodies.RoutePolicy;
import dev.holdpoint.api.session.DefaultsBodies.SetCapabilityScopeRequest;
import dev.holdpoint.api.session.DefaultsBodies.SetCredentialScopeRequest;
import dev.holdpoint.api.session.DefaultsBodies.SetPersonaRequest;
import dev.holdpoint.api.session.DefaultsBodies.SetReplyTargetsRequest;
import dev.holdpoint.api.session.DefaultsBodies.SetRoutePolicyRequest;
import dev.holdpoint.api.session.SessionBodies.SessionView;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.Connection;
import dev.holdpoint.client.http.RequestPath;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the runs of a session inherit. Null takes a default away. */
public final class SessionDefaultsClient {
  private final Connection connection;
  private final String sessionId;

  SessionDefaultsClient(Connection connection, String sessionId) {
    this.connection = connection;
    this.sessionId = sessionId;
  }

  public SessionView persona(@Nullable String personaId) throws CallFailed {
    return set("persona", personaId == null ? null : new SetPersonaRequest(personaId));
  }

  public SessionView capabilityScope(@Nullable CapabilityScope scope) throws CallFailed {
    return set("capability-scope", scope == null ? null : new SetCapabilityScopeRequest(scope));
  }

  public SessionView credentialScope(@Nullable CredentialScope scope) throws CallFailed {
    return set("credential-scope", scope == null ? null : new SetCredentialScopeRequest(scope));
  }

  public SessionView routePolicy(@Nullable RoutePolicy policy) throws CallFailed {
    return set("route-policy", policy == null ? null : new SetRoutePolicyRequest(policy));
  }

  public SessionView replyTargets(@Nullable List<ReplyTarget> targets) throws CallFailed {
    return set("reply-targets", targets == null ? null : new SetReplyTargetsRequest(targets));
  }

  private SessionView set(String what, @Nullable Object body) throws CallFailed {
    RequestPath path = RequestPath.of("/v1/sessions/{}/" + what, sessionId);
    return body == null
        ? connection.delete(path, SessionView.class)
        : connection.put(path, body, SessionView.class);
  }
}
