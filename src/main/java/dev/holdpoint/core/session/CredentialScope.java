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

  public NameFilter routes() {
    return new NameFilter(routeAllow, routeDeny);
  }

  public NameFilter connectors() {
    return new NameFilter(connectorAllow, connectorDeny);
  }

  public NameFilter connectorCredentials() {
    return new NameFilter(connectorCredentialAllow, connectorCredentialDeny);
  }

  public NameFilter mcpServers() {
    return new NameFilter(mcpServerAllow, mcpServerDeny);
  }

  /** Whether a connector may be used, which takes all of its credentials too. */
  public boolean permitConnector(String name, Collection<String> credentials) {
    NameFilter allowed = effective().connectorCredentials();
    return connectors().permit(name) && credentials.stream().allMatch(allowed::permit);
  }

  public CredentialScope normal() {
    return new CredentialScope(
        NameFilter.normal(routeAllow),
        NameFilter.normal(routeDeny),
        NameFilter.normal(connectorAllow),
        NameFilter.normal(connectorDeny),
        NameFilter.normal(connectorCredentialAllow),
        NameFilter.normal(connectorCredentialDeny),
        NameFilter.normal(mcpServerAllow),
        NameFilter.normal(mcpServerDeny));
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
