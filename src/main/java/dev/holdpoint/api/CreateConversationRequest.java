package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.Matches;
import dev.holdpoint.api.rule.Required;
import dev.holdpoint.api.rule.Tolerant;
import org.jspecify.annotations.Nullable;

@About("A new conversation.")
@Tolerant(exceptSlips = true)
public record CreateConversationRequest(
    @Required @Length(min = 1, max = Limits.ID) String tenantId,
    @About("The host's own id for it, unique in its tenant.")
        @Length(min = 1, max = Limits.NAMING)
        @Matches(value = Limits.PLAIN_PATTERN, message = Limits.PLAIN_RULE)
        @Nullable String externalId) {}
