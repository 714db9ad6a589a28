package dev.holdpoint.http.v1.view;

import dev.holdpoint.api.session.DefaultsBodies.CapabilityScope;
import dev.holdpoint.api.session.DefaultsBodies.CredentialScope;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refusal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Scopes, from the wire and to it. */
public final class Scopes {
  private Scopes() {}

  /**
   * @param pointer where in the body the scope stands
   */
  public static dev.holdpoint.core.session.@Nullable CapabilityScope capability(
      @Nullable CapabilityScope scope, String pointer) {
    if (scope == null) {
      return null;
    }
    Wildcards check = new Wildcards(pointer);
    return new dev.holdpoint.core.session.CapabilityScope(
            check.of("skill_allow", scope.skillAllow()),
            check.of("skill_deny", scope.skillDeny()),
            check.of("mcp_server_allow", scope.mcpServerAllow()),
            check.of("mcp_server_deny", scope.mcpServerDeny()),
            check.of("mcp_tool_allow", scope.mcpToolAllow()),
            check.of("mcp_tool_deny", scope.mcpToolDeny()))
        .normal();
  }

  /**
   * @param pointer where in the body the scope stands
   */
  public static dev.holdpoint.core.session.@Nullable CredentialScope credential(
      @Nullable CredentialScope scope, String pointer) {
    if (scope == null) {
      return null;
    }
    Wildcards check = new Wildcards(pointer);
    return new dev.holdpoint.core.session.CredentialScope(
            check.of("route_allow", scope.routeAllow()),
            check.of("route_deny", scope.routeDeny()),
            check.of("connector_allow", scope.connectorAllow()),
            check.of("connector_deny", scope.connectorDeny()),
            check.of("connector_credential_allow", scope.connectorCredentialAllow()),
            check.of("connector_credential_deny", scope.connectorCredentialDeny()),
            check.of("mcp_server_allow", scope.mcpServerAllow()),
            check.of("mcp_server_deny", scope.mcpServerDeny()))
        .normal();
  }

  static @Nullable CapabilityScope view(
      dev.holdpoint.core.session.@Nullable CapabilityScope scope) {
    return scope == null
        ? null
        : new CapabilityScope(
            scope.skillAllow(),
            scope.skillDeny(),
            scope.mcpServerAllow(),
            scope.mcpServerDeny(),
            scope.mcpToolAllow(),
            scope.mcpToolDeny());
  }

  static @Nullable CredentialScope view(
      dev.holdpoint.core.session.@Nullable CredentialScope scope) {
    return scope == null
        ? null
        : new CredentialScope(
            scope.routeAllow(),
            scope.routeDeny(),
            scope.connectorAllow(),
            scope.connectorDeny(),
            scope.connectorCredentialAllow(),
            scope.connectorCredentialDeny(),
            scope.mcpServerAllow(),
            scope.mcpServerDeny());
  }

  /** Half a wildcard looks as if it did something; it would be a name that nothing has. */
  private record Wildcards(String pointer) {
    List<String> of(String list, List<String> entries) {
      List<Refusal.Fault> faults = new ArrayList<>();
      for (int i = 0; i < entries.size(); i++) {
        String name = entries.get(i).strip();
        String at = pointer + "/" + list + "/" + i;
        if (name.isEmpty()) {
          faults.add(new Refusal.Fault(at, "must not be blank"));
        } else if (name.length() > 1 && name.contains("*")) {
          faults.add(new Refusal.Fault(at, "must be * alone or a complete name"));
        }
      }
      if (!faults.isEmpty()) {
        throw new Refusal(
                Problem.INVALID_REQUEST,
                "'*' means everything and must be the only entry. Otherwise give each "
                    + "name in full.",
                faults,
                null)
            .asException();
      }
      return entries;
    }
  }
}
