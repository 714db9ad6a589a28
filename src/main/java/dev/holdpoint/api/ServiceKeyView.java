package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import java.util.List;
import org.jspecify.annotations.Nullable;

@About("A service key without its secret.")
public record ServiceKeyView(
    String keyId,
    String tenantId,
    String name,
    List<String> scopes,
    KeyState state,
    @About("RFC 3339, UTC.") String createdAt,
    @OmitIfUnset @Nullable String revokedAt) {
  public ServiceKeyView {
    scopes = Copies.of(scopes);
  }
}
