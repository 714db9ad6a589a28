package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Words;
import java.util.List;

@About("The caller, its tenant and its scopes.")
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
    @About("The approver keys that are valid in this tenant.") List<Key> approverKeys) {
  public IntegrationPrincipal {
    scopes = Copies.of(scopes);
    approverKeys = Copies.of(approverKeys);
  }

  @About("An approver key, without its secret.")
  public record Key(
      String keyId, @Words({"hmac-sha256", "ed25519"}) String algorithm, String createdAt) {}
}
