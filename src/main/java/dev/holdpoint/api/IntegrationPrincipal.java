package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Words;
import java.util.List;

@About("Who calls, and what for.")
public record IntegrationPrincipal(
    @About("Always integration_principal.") String object,
    String keyId,
    String name,
    String rootTenantId,
    @Words({
          "approvals:read",
          "approvals:resolve",
          "conversations:read",
          "conversations:write",
          "secrets:read",
          "secrets:write"
        })
        List<String> scopes,
    @About("Whose signatures count in this tenant.") List<Key> approverKeys) {
  public IntegrationPrincipal {
    scopes = Copies.of(scopes);
    approverKeys = Copies.of(approverKeys);
  }

  @About("An approver key, without anything secret.")
  public record Key(
      String keyId, @Words({"hmac-sha256", "ed25519"}) String algorithm, String createdAt) {}
}
