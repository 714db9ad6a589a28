package dev.holdpoint.engine.permission;

import dev.holdpoint.core.permission.PermissionRule;
import org.jspecify.annotations.Nullable;

/**
 * The standing permission that a person gives together with one approval.
 *
 * @param patternKey one of the approval's own; null for the most exact
 */
public record Grant(
    PermissionRule.ScopeKind scope,
    @Nullable String patternKey,
    @Nullable Long expiresAtMs,
    @Nullable Integer maxUses) {}
