package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.Size;
import java.util.List;

@About("Which credentials a session can use. An empty allow list allows everything; deny wins.")
public record CredentialScope(
    @Size(max = Limits.SCOPE_ENTRIES) @Length(min = 1, max = Limits.NAME) List<String> routeAllow,
    @Size(max = Limits.SCOPE_ENTRIES) @Length(min = 1, max = Limits.NAME) List<String> routeDeny,
    @Size(max = Limits.SCOPE_ENTRIES) @Length(min = 1, max = Limits.NAME)
        List<String> connectorAllow,
    @Size(max = Limits.SCOPE_ENTRIES) @Length(min = 1, max = Limits.NAME)
        List<String> connectorDeny,
    @Size(max = Limits.SCOPE_ENTRIES) @Length(min = 1, max = Limits.NAME)
        List<String> connectorCredentialAllow,
    @Size(max = Limits.SCOPE_ENTRIES) @Length(min = 1, max = Limits.NAME)
        List<String> connectorCredentialDeny,
    @Size(max = Limits.SCOPE_ENTRIES) @Length(min = 1, max = Limits.NAME)
        List<String> mcpServerAllow,
    @Size(max = Limits.SCOPE_ENTRIES) @Length(min = 1, max = Limits.NAME)
        List<String> mcpServerDeny) {
  public CredentialScope {
    routeAllow = Copies.of(routeAllow);
    routeDeny = Copies.of(routeDeny);
    connectorAllow = Copies.of(connectorAllow);
    connectorDeny = Copies.of(connectorDeny);
    connectorCredentialAllow = Copies.of(connectorCredentialAllow);
    connectorCredentialDeny = Copies.of(connectorCredentialDeny);
    mcpServerAllow = Copies.of(mcpServerAllow);
    mcpServerDeny = Copies.of(mcpServerDeny);
  }
}
