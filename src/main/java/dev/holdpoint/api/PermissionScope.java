package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.OmitIfUnset;
import dev.holdpoint.api.rule.Required;
import org.jspecify.annotations.Nullable;

@About("The scope of a permission rule.")
public record PermissionScope(
    @Required PermissionScopeKind kind,
    @OmitIfUnset
        @Length(min = 1, max = Limits.SESSION_ID)
        @About("The session or the project; a rule with scope user has none.")
        @Nullable String id) {}
