package dev.holdpoint.http.server;

import dev.holdpoint.api.Role;

/** Who calls, as the token told. */
public record Caller(String principalId, String name, Role role, String tenantId) {}
