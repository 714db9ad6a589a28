package dev.holdpoint.cli.session;

import dev.holdpoint.api.delivery.DeliveryBodies.ReplyHandle;
import dev.holdpoint.api.session.DefaultsBodies.CapabilityScope;
import dev.holdpoint.api.session.DefaultsBodies.CredentialScope;
import dev.holdpoint.api.session.DefaultsBodies.PersonaView;
import dev.holdpoint.api.session.DefaultsBodies.RoutePolicy;
import dev.holdpoint.api.session.SessionBodies.SessionView;
import dev.holdpoint.cli.Facts;
import dev.holdpoint.cli.Paint;
import dev.holdpoint.client.http.ClientJson;
import java.io.PrintWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a session's runs inherit, as people read it. */
final class DefaultsText {
  private DefaultsText() {}

  static void print(SessionView session, PrintWriter out, Paint paint) {
    Facts facts = new Facts(out, paint).line("session", session.sessionId());
    print(session, facts);
  }

  static void print(SessionView session, Facts facts) {
    PersonaView persona = session.persona();
    if (persona != null) {
      facts.line("persona", persona.personaId() + " (" + persona.displayName() + ")");
    }
    RoutePolicy policy = session.routePolicy();
    if (policy != null) {
      facts.line("route", policy.provider());
      facts.line(
          "generation",
          policy.generation() == null ? null : ClientJson.tree(policy.generation()).toString());
    }
    CapabilityScope capability = session.effectiveCapabilityScope();
    if (capability != null) {
      facts.line("skills", names(capability.skillAllow(), capability.skillDeny()));
      facts.line("MCP servers", names(capability.mcpServerAllow(), capability.mcpServerDeny()));
      facts.line("MCP tools", names(capability.mcpToolAllow(), capability.mcpToolDeny()));
    }
    CredentialScope credential = session.effectiveCredentialScope();
    if (credential != null) {
      facts.line("routes", names(credential.routeAllow(), credential.routeDeny()));
      facts.line("connectors", names(credential.connectorAllow(), credential.connectorDeny()));
      facts.line(
          "credentials",
          names(credential.connectorCredentialAllow(), credential.connectorCredentialDeny()));
      facts.line("MCP logins", names(credential.mcpServerAllow(), credential.mcpServerDeny()));
    }
    for (ReplyHandle target : session.replyTargets()) {
      facts.line("reply to", target.plugin() + " " + target.address());
    }
  }

  private static @Nullable String names(List<String> allow, List<String> deny) {
    if (allow.isEmpty() && deny.isEmpty()) {
      return null;
    }
    String allowed = allow.isEmpty() ? "all" : String.join(", ", allow);
    return deny.isEmpty() ? allowed : allowed + " but not " + String.join(", ", deny);
  }
}
