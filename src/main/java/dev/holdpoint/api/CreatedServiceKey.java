package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import java.util.List;

@About("A new service key; it is shown this once.")
public record CreatedServiceKey(
    String keyId,
    @About("Send it as Authorization: Bearer. It cannot be shown again.") String key,
    String tenantId,
    String name,
    List<String> scopes,
    @About("RFC 3339, UTC.") String createdAt) {
  public CreatedServiceKey {
    scopes = Copies.of(scopes);
  }
}
