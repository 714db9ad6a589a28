package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import org.jspecify.annotations.Nullable;

@About("Who calls. The last three members are there for a browser that has signed in.")
public record CallerView(
    @About("The id of the token, or admin.") String principalId,
    @About("What decisions of this caller are signed with.") String name,
    Role role,
    String tenantId,
    @OmitIfUnset @Nullable String webSessionId,
    @About("When the browser has to sign in again.") @OmitIfUnset @Nullable Long expiresAtMs,
    @About("Send it as X-Holdpoint-CSRF with everything but GET.") @OmitIfUnset
        @Nullable String csrfToken) {
  /** Records print their members; a secret must not end up in a log that way. */
  @Override
  public String toString() {
    return "CallerView[" + principalId + "]";
  }
}
