package dev.holdpoint.api.endpoint;

/** How a call says whose it is, for callers that are bound to one tenant. */
public enum TenantScope {
  /**
   * By the session, run or gate in its path or query, which must be the tenant's. A call that names
   * none is for callers of no tenant alone: an endpoint that says nothing here is closed.
   */
  NAMED,
  /** By the session in its body. */
  SESSION_IN_BODY,
  /** Its handler reads and writes what is the caller's tenant's, or has nothing of any. */
  WITHIN,
  /** Not at all: it is for callers of no tenant, whatever the call names. */
  CLOSED
}
