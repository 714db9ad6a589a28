package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import org.jspecify.annotations.Nullable;

@About("The caller. The last three members are only for a browser that has signed in.")
public record CallerView(
    @About("The id of the token, or admin.") String principalId,
    @About("The name under which this caller's decisions are recorded.") String name,
    Role role,
    String tenantId,
    @OmitIfUnset @Nullable String webSessionId,
    @About("When the browser must sign in again.") @OmitIfUnset @Nullable Long expiresAtMs,
    @About("Send it as X-Holdpoint-CSRF with all methods except GET and HEAD.") @OmitIfUnset
        @Nullable String csrfToken) {
  /** Records print their members; a secret must not end up in a log that way. */
  @Override
  public String toString() {
    return "CallerView[" + principalId + "]";
  }
}
