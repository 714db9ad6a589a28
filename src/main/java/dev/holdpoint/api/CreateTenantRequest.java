package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.Matches;
import dev.holdpoint.api.rule.Required;
import org.jspecify.annotations.Nullable;

@About("A new tenant.")
public record CreateTenantRequest(
    @Required
        @Length(min = 1, max = Limits.NAME)
        @Matches(value = Limits.PLAIN_PATTERN, message = Limits.PLAIN_RULE)
        @About("Unique among the tenants of one parent.")
        String name,
    @Length(min = 1, max = Limits.ID)
        @Matches(value = Limits.PLAIN_PATTERN, message = Limits.PLAIN_RULE)
        @About("The host application's id for it; unique across all tenants.")
        @Nullable String externalId,
    @Length(min = 1, max = Limits.ID) @About("The root tenant when unset.")
        @Nullable String parentTenantId) {}
