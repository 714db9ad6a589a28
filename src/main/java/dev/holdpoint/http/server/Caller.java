package dev.holdpoint.http.server;

import dev.holdpoint.api.endpoint.Endpoint.Access;
import dev.holdpoint.api.endpoint.Role;
import dev.holdpoint.core.access.Holder;
import dev.holdpoint.core.access.Tenants;
import dev.holdpoint.core.access.Voter;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who calls, as the token told.
 *
 * @param role null for a host application, which has a reach of its own instead
 * @param reach what a host application may do; null for a token
 * @param visit how a browser came in that has signed in with a token; null when the token was sent
 * @param ownOnly whether no sessions exist for the caller but their own
 */
public record Caller(
    String principalId,
    String name,
    @Nullable Role role,
    String tenantId,
    @Nullable Reach reach,
    @Nullable BrowserSession visit,
    boolean ownOnly) {
  /** The caller whose request is being handled: what may be done now depends on who looks. */
  public static final ScopedValue<Caller> NOW = ScopedValue.newInstance();

  /** Whether the caller knows one tenant's sessions alone; others know all. */
  public boolean isBound() {
    return !tenantId.equals(Tenants.ROOT);
  }

  /** Whether the caller may know what people do about gates; agents may not. */
  public boolean seesTriage() {
    return may(Access.INSPECT);
  }

  /** The only tenant whose records the caller reaches; null for all of them. */
  public @Nullable String within() {
    return isBound() ? tenantId : null;
  }

  public Caller(String principalId, String name, Role role, String tenantId) {
    this(principalId, name, role, tenantId, null, null, false);
  }

  public Caller(
      String principalId,
      String name,
      @Nullable Role role,
      String tenantId,
      @Nullable Reach reach) {
    this(principalId, name, role, tenantId, reach, null, false);
  }

  /** As sessions know them. */
  public Holder holder() {
    return new Holder(principalId, ownOnly);
  }

  /** The same caller, for whom no sessions exist but their own. */
  public Caller amongOwn() {
    return new Caller(principalId, name, role, tenantId, reach, visit, true);
  }

  /** As deciding sees them. */
  public Voter voter() {
    return new Voter(
        name,
        role == null ? null : dev.holdpoint.core.access.Role.valueOf(role.name()),
        principalId);
  }

  /** The same caller, known by a browser's cookie. */
  public Caller by(BrowserSession browser) {
    return new Caller(principalId, name, role, tenantId, reach, browser, ownOnly);
  }

  /**
   * What a service key or a platform token opens, in its tenant.
   *
   * @param scopes as they are written, {@code approvals:read}
   * @param subject whose conversations alone it is good for; null for a service key
   */
  public record Reach(Set<String> scopes, @Nullable String subject) {
    public Reach {
      scopes = Set.copyOf(scopes);
    }
  }

  /** Whether the endpoint is open to such a caller at all; scopes narrow it further. */
  public boolean may(Access access) {
    return role == null ? access == Access.INTEGRATION : role.may(access);
  }
}
