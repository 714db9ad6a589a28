package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import org.jspecify.annotations.Nullable;

@About("For whom a permission rule speaks.")
public record PermissionScope(
    PermissionScopeKind kind,
    @OmitIfUnset @About("The session or the project; a user's rule has none.")
        @Nullable String id) {}
