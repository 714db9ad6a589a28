package dev.holdpoint.http.server;

import dev.holdpoint.api.Role;
import dev.holdpoint.core.access.Tenants;

/** Who calls, as the token told. */
public record Caller(String principalId, String name, Role role, String tenantId) {
  /** The caller whose request is being handled: what may be done now depends on who looks. */
  public static final ScopedValue<Caller> NOW = ScopedValue.newInstance();

  /** Whether the caller knows one tenant's sessions alone; others know all. */
  public boolean isBound() {
    return !tenantId.equals(Tenants.ROOT);
  }
}
