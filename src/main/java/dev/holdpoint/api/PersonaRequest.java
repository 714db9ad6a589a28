package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.Matches;
import org.jspecify.annotations.Nullable;

@About("The identity of an agent.")
public record PersonaRequest(
    @Length(min = 1, max = Limits.SESSION_ID)
        @Matches(value = Limits.SESSION_ID_PATTERN, message = Limits.SESSION_ID_RULE)
        @About("Chosen by the caller, or generated.")
        @Nullable String personaId,
    @Length(min = 1, max = Limits.NAME) @About("Its id when unset.") @Nullable String displayName,
    @Length(max = Limits.INSTRUCTIONS) @About("Instructions for the model, sent with each turn.")
        @Nullable String instructions,
    @About("The limits of all sessions that are bound to it.")
        @Nullable CapabilityScope capabilityScope) {}
