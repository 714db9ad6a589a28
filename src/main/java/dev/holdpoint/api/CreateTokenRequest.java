package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.Range;
import dev.holdpoint.api.rule.Required;
import org.jspecify.annotations.Nullable;

@About("A new token.")
public record CreateTokenRequest(
    @Required @Length(min = 1, max = Limits.NAME) String name,
    @Required Role role,
    @Length(min = 1, max = Limits.ID) @Nullable String tenantId,
    @Range(min = 1, max = Limits.TIME_MS) @Nullable Long expiresAtMs) {}
