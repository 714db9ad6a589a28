package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import java.util.List;

@About("Who calls, and what for.")
public record IntegrationPrincipal(
    @About("Always integration_principal.") String object,
    String keyId,
    String name,
    String rootTenantId,
    List<String> scopes,
    @About("Whose signatures count in this tenant.") List<Key> approverKeys) {
  public IntegrationPrincipal {
    scopes = Copies.of(scopes);
    approverKeys = Copies.of(approverKeys);
  }

  @About("An approver key, without anything secret.")
  public record Key(String keyId, String algorithm, String createdAt) {}
}
