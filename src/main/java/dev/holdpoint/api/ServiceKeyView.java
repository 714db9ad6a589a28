package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import dev.holdpoint.api.rule.Outdated;
import dev.holdpoint.api.rule.Words;
import java.util.List;
import org.jspecify.annotations.Nullable;

@About("A service key without its secret.")
public record ServiceKeyView(
    String keyId,
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
    KeyState state,
    @About("RFC 3339, UTC.") @Outdated String createdAt,
    long createdAtMs,
    @OmitIfUnset @Outdated @Nullable String revokedAt,
    @OmitIfUnset @Nullable Long revokedAtMs) {
  public ServiceKeyView {
    scopes = Copies.of(scopes);
  }
}
