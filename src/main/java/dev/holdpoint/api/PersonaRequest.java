package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.Matches;
import org.jspecify.annotations.Nullable;

@About("Who an agent is to be.")
public record PersonaRequest(
    @Length(min = 1, max = Limits.SESSION_ID)
        @Matches(value = Limits.SESSION_ID_PATTERN, message = Limits.SESSION_ID_RULE)
        @About("Chosen by the caller, or given.")
        @Nullable String personaId,
    @Length(min = 1, max = Limits.NAME) @About("Its id when unset.") @Nullable String displayName,
    @Length(max = Limits.INSTRUCTIONS) @About("What the model is told at the start of each turn.")
        @Nullable String instructions,
    @About("What no session bound to it can go beyond.")
        @Nullable CapabilityScope capabilityScope) {}
