package dev.holdpoint.core.session;

import java.util.Collection;
import java.util.List;

/** Which credentials a session can make use of. */
public record CredentialScope(
    List<String> routeAllow,
    List<String> routeDeny,
    List<String> connectorAllow,
    List<String> connectorDeny,
    List<String> connectorCredentialAllow,
    List<String> connectorCredentialDeny,
    List<String> mcpServerAllow,
    List<String> mcpServerDeny) {
  /** Nothing is withheld. */
  public static final CredentialScope OPEN =
      new CredentialScope(
          List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), List.of());

  /** Everything is. */
  public static final CredentialScope CLOSED =
      new CredentialScope(
          List.of(),
          List.of("*"),
          List.of(),
          List.of("*"),
          List.of(),
          List.of("*"),
          List.of(),
          List.of("*"));

  public Names routes() {
    return new Names(routeAllow, routeDeny);
  }

  public Names connectors() {
    return new Names(connectorAllow, connectorDeny);
  }

  public Names connectorCredentials() {
    return new Names(connectorCredentialAllow, connectorCredentialDeny);
  }

  public Names mcpServers() {
    return new Names(mcpServerAllow, mcpServerDeny);
  }

  /** Whether a connector may be used, which takes all of its credentials too. */
  public boolean permitConnector(String name, Collection<String> credentials) {
    Names allowed = effective().connectorCredentials();
    return connectors().permit(name) && credentials.stream().allMatch(allowed::permit);
  }

  public CredentialScope normal() {
    return new CredentialScope(
        Names.normal(routeAllow),
        Names.normal(routeDeny),
        Names.normal(connectorAllow),
        Names.normal(connectorDeny),
        Names.normal(connectorCredentialAllow),
        Names.normal(connectorCredentialDeny),
        Names.normal(mcpServerAllow),
        Names.normal(mcpServerDeny));
  }

  /**
   * What really holds: whoever narrows the connectors down and names no credential of theirs gets
   * none.
   */
  public CredentialScope effective() {
    if (connectors().isUnset() || !connectorCredentialAllow.isEmpty()) {
      return this;
    }
    return new CredentialScope(
        routeAllow,
        routeDeny,
        connectorAllow,
        connectorDeny,
        connectorCredentialAllow,
        List.of("*"),
        mcpServerAllow,
        mcpServerDeny);
  }
}
