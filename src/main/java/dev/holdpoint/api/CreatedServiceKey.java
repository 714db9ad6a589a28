package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Outdated;
import dev.holdpoint.api.rule.Words;
import java.util.List;

@About("A new service key; it is shown only once.")
public record CreatedServiceKey(
    String keyId,
    @About("Send it as Authorization: Bearer. It cannot be shown again.") String key,
    String tenantId,
    String name,
    @Words({
          "approvals:read",
          "approvals:resolve",
          "conversations:read",
          "conversations:write",
          "secrets:read",
          "secrets:write"
        })
        List<String> scopes,
    @About("RFC 3339, UTC.") @Outdated String createdAt,
    long createdAtMs) {
  /** Records print their members; a secret must not end up in a log that way. */
  @Override
  public String toString() {
    return "CreatedServiceKey";
  }

  public CreatedServiceKey {
    scopes = Copies.of(scopes);
  }
}
