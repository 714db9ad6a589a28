package dev.holdpoint.core.audit;

import org.jspecify.annotations.Nullable;

/**
 * Who acts, and from where, as the chain of administration tells it.
 *
 * @param principalId the id of the token, or the name of what acts by itself
 */
public record Actor(
    String principalId,
    @Nullable String requestId,
    @Nullable String role,
    @Nullable String tenantId,
    @Nullable String address) {
  /** The caller whose request is being handled; what is committed for it is theirs. */
  public static final ScopedValue<Actor> NOW = ScopedValue.newInstance();

  /** The daemon by itself. */
  public static final Actor DAEMON = new Actor("daemon", null, null, null, null);

  public static final String ANONYMOUS = "anonymous";

  /** A caller without a credential: about to sign in, or invited. */
  public static Actor anonymous(String requestId, @Nullable String address) {
    return new Actor(ANONYMOUS, requestId, null, null, address);
  }

  /** The same once it is known who it is; what was known before stays. */
  public Actor orKnownAs(String id) {
    return principalId.equals(ANONYMOUS) ? new Actor(id, requestId, role, tenantId, address) : this;
  }

  public static Actor now() {
    return NOW.isBound() ? NOW.get() : DAEMON;
  }
}
